/** The result of one test in the guest. */
export interface GuestResult {
  readonly name: string;
  /** 0 for a file's own tests */
  readonly nesting: number;
  readonly passed: boolean;
  /** why it failed; empty if it passed */
  readonly message: string;
}

/** The last line: all tests have ended. */
export interface GuestEnd {
  readonly end: true;
  /** of the process that ran them */
  readonly exitCode: number;
}

/** What diagnostics begin with that are for the host. */
export const MEASURED = 'measured ';

/** A figure that a test has measured. */
export interface GuestNote {
  readonly note: string;
}
