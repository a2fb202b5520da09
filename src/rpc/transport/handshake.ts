/** What an application says and what is known of it when it connects, before anything is decided (docs/rpc.md, Connecting). */
export interface Handshake {
  /** the version of RPC it asks for, as it was sent; null where it is missing, as of the others */
  readonly version: string | null;
  readonly encoding: string | null;
  readonly clientId: string | null;
  /** the Origin of a page, or that a program sent; null where there is none */
  readonly origin: string | null;
  /** whether its user may use this server */
  readonly isAllowedUser: boolean;
  /** whether it is a page that its browser does not name: no such page is registered */
  readonly isUnnamedPage: boolean;
  /** Finds the process at the other end, null if that is unknown; looking takes long. */
  findPeer(): Promise<string | null>;
}
