/**
 * Whether a text has each word that is looked for, ignoring case.
 *
 * @param {string} text
 * @param {string} wanted
 */
export function hasWords(text, wanted) {
  const letters = text.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => letters.includes(word));
}
