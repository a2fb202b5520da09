/** The places in the program that the stack of an error names, without its message, which can quote what was sent. */
export function stackPlaces(stack: string): string[] {
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return places.map((line) => line.trim());
}
