/** Maximum body sizes, in bytes. */
export const BODY_BYTES = {
  /** fits the longest list: 500 overwrites */
  PLAIN: 64 * 1024,
  /** for operations with an image as a data URI */
  WITH_IMAGES: 1024 * 1024,
  /** for a form with OAuth2 parameters */
  FORM: 16 * 1024,
  /** for a form with files, not counting the files: the headers of the parts, and fields of at most `PLAIN` in total */
  FORM_OVERHEAD: 256 * 1024,
} as const;
