import type { PeerCredentials, PeerLookup } from './peer-credentials.js';

/** Says of every connection what a test wants it to. */
export class MockPeerCredentials implements PeerCredentials {
  readonly currentUser = '1000';
  readonly superuser = '0';
  /** users by name */
  readonly users = new Map<string, string>();
  /** the answer to every lookup */
  peer: PeerLookup = { user: this.currentUser, pid: null, inode: null };
  /** how many lookups there were */
  lookups = 0;

  findUser(name: string): string | null {
    return this.users.get(name) ?? null;
  }

  findTcpPeer(): PeerLookup {
    this.lookups += 1;
    return this.peer;
  }

  findUnixPeer(): PeerLookup {
    this.lookups += 1;
    return this.peer;
  }
}
