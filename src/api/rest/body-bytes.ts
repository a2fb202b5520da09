/** How long the body of a request may be, in bytes. */
export const BODY_BYTES = {
  /** five hundred overwrites fit, which are the longest list */
  PLAIN: 64 * 1024,
  /** of operations that take an image as a data URI */
  WITH_IMAGES: 1024 * 1024,
  /** of a form: OAuth2 parameters */
  FORM: 16 * 1024,
  /** of a form with files, besides the files: heads of parts, and its fields, which are `PLAIN` together */
  FORM_OVERHEAD: 256 * 1024,
} as const;
