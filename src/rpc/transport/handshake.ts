/** What an application sends when it connects, and what is known about it (docs/rpc.md, Connecting). */
export interface Handshake {
  /** the requested version of RPC as it was sent; null if missing, like the others */
  readonly version: string | null;
  readonly encoding: string | null;
  readonly clientId: string | null;
  /** the Origin header; null if there is none */
  readonly origin: string | null;
  /** whether the user of the process may use this server */
  readonly isAllowedUser: boolean;
  /** whether it is a web page without an Origin header; such pages are refused */
  readonly isUnnamedPage: boolean;
  /** Finds the process at the other end; null if unknown. Slow. */
  readonly findPeer: () => Promise<string | null>;
}
