// Control characters, and those that turn the direction of writing around.
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * A foreign text, such as an application's name, for a terminal or a notification: no escape sequence, line break or
 * bidirectional control survives.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '\u{fffd}');
}
