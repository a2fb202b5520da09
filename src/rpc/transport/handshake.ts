/** A program of the person that connected over IPC (docs/rpc.md, IPC). */
export interface LocalProgram {
  /** its process as `identifyProcess` names it; empty if it had ended, or the system does not tell */
  readonly process: string;
  /** the control group of the process; empty if the system tells none */
  readonly group: string;
  /** whether the process still runs; a program can leave its connection to another one */
  isRunning(): boolean;
}

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
  /** the program at the other end of a socket of IPC, which no web page can reach; null: it connected in another way */
  readonly local: LocalProgram | null;
  /** Finds the process at the other end; null if unknown. Slow. */
  readonly findPeer: () => Promise<string | null>;
}
