/**
 * Compares outdated tests of the same distance for sorting: the one that shares more words with what changed comes
 * first, e.g. `rest/guild-bans.test.js` after a change of `rules/bans.js`.
 */
export function byAffinity(a, b) {
  return affinity(b) - affinity(a) || (a.test < b.test ? -1 : 1);
}

function affinity({ test, changed }) {
  const words = wordsOf(test);
  return [...new Set(changed.flatMap((path) => [...wordsOf(path)]))].filter((word) => words.has(word)).length;
}

/** The words of a file's name and folders, singular, without its extension. */
function wordsOf(path) {
  const [stem] = path.replace(/^\.?[\w-]+\//, '').split('.');
  return new Set(stem.split(/[/-]/).map((word) => word.replace(/s$/, '')));
}
