/** What the guest tells of one test. */
export interface GuestResult {
  readonly name: string;
  /** 0 for a file's own tests */
  readonly nesting: number;
  readonly passed: boolean;
  /** why it failed; empty if it passed */
  readonly message: string;
}
