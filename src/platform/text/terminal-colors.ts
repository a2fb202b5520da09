/** Whether text for a terminal may be colored: not with NO_COLOR or TERM=dumb (docs/cli.md). */
export function allowsColors({ NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean {
  // https://no-color.org: set to anything but an empty text.
  return !NO_COLOR && TERM !== 'dumb';
}
