/** Quotes a word for a POSIX shell, so that it is one argument whatever it contains; plain words stay as they are. */
export function toShellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A command line for a POSIX shell. */
export function toShellCommand(...words: readonly string[]): string {
  return words.map(toShellWord).join(' ');
}
