/** Of how many changed names the words are looked for: after an update of many files the distance alone counts. */
const MOST_NAMES = 40;
/** How many times as much as in its text a word counts in the path of a test. */
const IN_PATH = 5;

/**
 * Sorts outdated tests: those that changed themselves, then those that mention most what changed, e.g. a test that bans after a
 * change of `rules/bans.js`, and of those that mention it alike the nearest. A word counts the more, the fewer tests
 * have it.
 *
 * @template {{ test: string, changed: readonly string[], distance: number }} Outdated
 * @param {readonly Outdated[]} outdated
 * @param {(path: string) => string} read gives the text of a test
 * @returns {Outdated[]}
 */
export function sortByRelevance(outdated, read) {
  const names = new Set(outdated.flatMap(({ changed }) => changed).map(stemOf));
  const words = new Set(names.size > MOST_NAMES ? [] : [...names].flatMap(wordsOf));
  const mentions = outdated.map(({ test }) => countMentions(test, words, words.size > 0 ? read(test) : ''));
  const weights = new Map(
    [...words].map((word) => {
      const having = mentions.filter((counts) => counts.has(word)).length;
      return [word, Math.log(outdated.length / Math.max(1, having))];
    }),
  );
  const scoreOf = ({ changed }, counts) =>
    [...new Set(changed.map(stemOf).flatMap(wordsOf))]
      .filter((word) => counts.has(word))
      .reduce((sum, word) => sum + weights.get(word) * (1 + Math.log(counts.get(word))), 0);
  return outdated
    .map((one, index) => ({
      one,
      score: one.distance === 0 ? Number.POSITIVE_INFINITY : scoreOf(one, mentions[index]),
    }))
    .sort(
      (a, b) =>
        compare(b.score, a.score) || a.one.distance - b.one.distance || (a.one.test < b.one.test ? -1 : 1),
    )
    .map(({ one }) => one);
}

/** Infinite scores cannot be subtracted. */
function compare(a, b) {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** `src/guilds/rules/bans.ts`, `dist/…/bans.js` and `….d.ts` are one name. */
function stemOf(path) {
  const [stem] = path.replace(/^\.?[\w-]+\//, '').split('.');
  return stem;
}

/** The words of a file's name and folders; the name also as one word, as in GET_GUILD, getGuild and `get-guild.js`. */
function wordsOf(stem) {
  const name = stem.split('/').at(-1);
  return [...stem.split(/[/-]/), name.replaceAll('-', '')].map(toSingular);
}

function countMentions(test, words, text) {
  const counts = new Map();
  const count = (word, times) => {
    if (words.has(word)) counts.set(word, (counts.get(word) ?? 0) + times);
  };
  for (const word of new Set(wordsOf(stemOf(test)))) count(word, IN_PATH);
  for (const [token] of text.matchAll(/[A-Za-z][A-Za-z_-]*/g)) {
    const parts = token
      .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
      .toLowerCase()
      .split(/[_-]+/);
    for (const part of new Set([...parts, parts.join('')].map(toSingular))) count(part, 1);
  }
  return counts;
}

function toSingular(word) {
  return word.replace(/s$/, '');
}
