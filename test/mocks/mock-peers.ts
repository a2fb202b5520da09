import type { PeerCredentials, PeerLookup } from '#guildhall/platform/processes/peer-credentials.js';
import type { PeerProcesses } from '#guildhall/platform/processes/peer-processes.js';

/** Returns the peer that a test has set, for every connection. */
export class MockPeerCredentials implements PeerCredentials {
  readonly currentUser = '1000';
  readonly superuser = '0';
  readonly isSlow = false;
  /** users by name */
  readonly users = new Map<string, string>();
  /** users that are shown like others */
  readonly indistinct = new Set<string>();
  /** the answer to every lookup */
  peer: PeerLookup = { user: this.currentUser, pid: null, inode: null };
  /** the number of lookups so far */
  lookups = 0;

  isDistinct(user: string): boolean {
    return !this.indistinct.has(user);
  }

  canFindTcpPeers(): boolean {
    return this.peer !== 'unavailable';
  }

  findUser(name: string): string | null {
    return this.users.get(name) ?? null;
  }

  findTcpPeer(): PeerLookup {
    this.lookups += 1;
    return this.peer;
  }

  countUnread(): null {
    return null;
  }

  findUnixPeerInode(): null {
    return null;
  }

  findUnixPeer(): PeerLookup {
    this.lookups += 1;
    return this.peer;
  }
}

/** Returns the process that a test has set, for every connection. */
export class MockPeerProcesses implements PeerProcesses {
  /** the answer to every lookup */
  process: string | null = null;
  /** the control groups of processes */
  readonly groups = new Map<string, string>();
  /** processes that have ended since they connected */
  readonly ended = new Set<string>();

  groupOf(process: string): string {
    return this.groups.get(process) ?? '';
  }

  isRunning(process: string): boolean {
    return !this.ended.has(process);
  }

  async find(): Promise<string | null> {
    return this.process;
  }

  async findAtUnixSocket(): Promise<string | null> {
    return this.process;
  }

  findLocal(): string | null {
    return this.process;
  }
}
