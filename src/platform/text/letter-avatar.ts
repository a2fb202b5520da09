/** The number of colors of letter avatars. */
const HUES = 6;

/** The avatar of an application without an icon: its first letter or digit, in one of six colors. */
export interface LetterAvatar {
  /** in upper case; `?` if the name has none */
  readonly letter: string;
  /** 0–5, stable for each application */
  readonly hue: number;
}

/** The letter avatar of an application. */
export function letterAvatar({ id, name }: { readonly id: string; readonly name: string }): LetterAvatar {
  const [letter = '?'] = name.match(/[\p{L}\p{N}]/u) ?? [];
  return { letter: letter.toUpperCase(), hue: Number(id.slice(-4)) % HUES };
}
