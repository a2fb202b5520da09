/** A place in a program, e.g. `    at run (/opt/x.js:1:2)`. */
const PLACE = /^\s+at .+:\d+:\d+\)?$/;

/**
 * The places in the program that the stack of an error names, without its message, which can quote what was sent and look
 * like a place.
 *
 * @param message of the error, with those of its causes; what is no string is none
 */
export function stackPlaces(stack: string, message: unknown): string[] {
  const places = stack.split('\n').filter((line) => PLACE.test(line));
  const quoted = typeof message === 'string' ? message : '';
  return places.map((line) => line.trim()).filter((place) => !quoted.includes(place));
}
