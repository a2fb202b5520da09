/** How many colors letter avatars have. */
const HUES = 6;

/** What stands for an application without an icon: its first letter or digit, on one of six colors. */
export interface LetterAvatar {
  /** in upper case; `?` for a name without any */
  readonly letter: string;
  /** 0–5, always the same for one application */
  readonly hue: number;
}

/** The letter avatar of an application. */
export function letterAvatar({ id, name }: { readonly id: string; readonly name: string }): LetterAvatar {
  const [letter = '?'] = name.match(/[\p{L}\p{N}]/u) ?? [];
  return { letter: letter.toUpperCase(), hue: Number(id.slice(-4)) % HUES };
}
