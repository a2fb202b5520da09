/** The options before the command that take a value, as in `guildhall --home DIR start`. */
const WITH_VALUE = ['--home'];

/**
 * Finds the command in a command line before it is parsed, e.g. `start`, but not in `apps create --name start`.
 *
 * @param args the arguments after `guildhall`
 * @returns undefined if there is none
 */
export function findTypedCommand(args: readonly string[]): string | undefined {
  return args.find((arg, index) => !arg.startsWith('-') && !WITH_VALUE.includes(args[index - 1] ?? ''));
}
