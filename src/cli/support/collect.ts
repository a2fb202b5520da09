/** Parses an option that may be given several times. */
export function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}
