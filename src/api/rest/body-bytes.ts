/** Maximum body sizes, in bytes. */
export const BODY_BYTES = {
  /** fits the longest list, five hundred overwrites */
  PLAIN: 64 * 1024,
  /** of operations that take an image as a data URI */
  WITH_IMAGES: 1024 * 1024,
  /** of a form: OAuth2 parameters */
  FORM: 16 * 1024,
  /** of a form with files, without the files: the heads of parts, and fields of at most `PLAIN` in total */
  FORM_OVERHEAD: 256 * 1024,
} as const;
