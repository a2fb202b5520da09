import type { PeerCredentials, PeerLookup } from './peer-credentials.js';

/** Says of every connection what a test wants it to. */
export class MockPeerCredentials implements PeerCredentials {
  readonly currentUser = '1000';
  /** the answer to every lookup */
  peer: PeerLookup = { user: this.currentUser, pid: null, inode: null };
  /** how many lookups there were */
  lookups = 0;

  findTcpPeer(): PeerLookup {
    this.lookups += 1;
    return this.peer;
  }

  findUnixPeer(): PeerLookup {
    this.lookups += 1;
    return this.peer;
  }
}
