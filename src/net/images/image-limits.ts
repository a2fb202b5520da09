/** What an image of an account, an application or an emoji may be (docs/rest.md, Images). */
export const IMAGE_LIMITS = {
  /** the largest file, in bytes; one of 128 pixels square without any compression has 48 KiB */
  bytes: 256 * 1024,
  /** the longest side, in pixels */
  side: 1024,
} as const;
