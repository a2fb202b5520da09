/**
 * Quotes the arguments of a Windows program, as its C runtime splits them again: backslashes before a quote are doubled.
 */
export function quoteArguments(words: readonly string[]): string {
  return words.map(quote).join(' ');
}

function quote(word: string): string {
  if (/^[^\s"]+$/.test(word)) return word;
  return `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
}
