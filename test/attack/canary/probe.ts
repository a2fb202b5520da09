/** One kind of honest request, sent over and over. */
export interface Probe {
  readonly name: string;
  /** how often it is sent, in milliseconds */
  readonly everyMs: number;
  /** Sends one and waits for the response. @throws {UnservedError} if it is not the expected one */
  measure(): Promise<void>;
  /** whether its connection is still open; null if it opens a new one each time */
  isConnected(): boolean | null;
}

/** The daemon did not serve an honest client. */
export class UnservedError extends Error {
  override readonly name = 'UnservedError';
}

/** What the canary needs to connect; no attacker knows these secrets. */
export interface CanaryTarget {
  readonly daemonPid: number;
  readonly home: string;
  readonly rpcPort: number;
  readonly apiUrl: string;
  /** a one-time address of the console */
  readonly consoleAddress: string;
  readonly application: { readonly id: string; readonly origin: string; readonly secret: string };
  readonly accessToken: string;
  readonly personToken: string;
}
