/**
 * Quotes a word for the shell of this system, so that it is one argument whatever it contains; plain words stay as they are. On
 * Windows a line works in cmd and PowerShell, but for the characters that only one of them can quote: `$` and the backtick are quoted
 * for PowerShell, and `%` cannot be quoted for cmd.
 */
export function toShellWord(word: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return toWindowsWord(word);
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A command line for the shell of this system. */
export function toShellCommand(...words: readonly string[]): string {
  return words.map((word) => toShellWord(word)).join(' ');
}

function toWindowsWord(word: string): string {
  if (/^[\w@+=:./\\*-]+$/.test(word) && !word.startsWith('@')) return word;
  if (/["$`]/.test(word)) return `'${word.replaceAll("'", "''")}'`;
  // A backslash at the end would quote the quotation mark.
  return `"${word.replace(/\\+$/, '$&$&')}"`;
}
