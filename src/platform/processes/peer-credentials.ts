import type { Socket } from 'node:net';
import { UserError } from '../errors.js';
import { missingModuleHint } from '../native/binding.js';
import {
  loadPeerCredentials,
  type NativePeer,
  type PeerCredentialsBinding,
} from '../native/peer-credentials.js';
import { isDistinctUser, readUserNamespace, type UserNamespace } from './user-namespace.js';

/** The process at the other end of a local connection. */
export interface Peer {
  /** a uid in decimal, on Windows a SID such as `S-1-5-18` */
  readonly user: string;
  /** process id; null if the system does not provide it (TCP on Linux) */
  readonly pid: number | null;
  /** inode of its socket, as in the links of `/proc/PID/fd`; null except for TCP on Linux */
  readonly inode: number | null;
}

/**
 * Why a peer is unknown. not-found: it has closed its socket already, or is not in this network namespace; unavailable:
 * the system cannot be queried.
 */
export type PeerLookup = Peer | 'not-found' | 'unavailable';

/** Looks up the peer of a connection (docs/architecture.md, Trust). */
export interface PeerCredentials {
  /** the user of this process, in the format of `Peer.user` */
  readonly currentUser: string;
  /** the system's own user (root), whose programs can access everything anyway */
  readonly superuser: string;
  /** Whether this is one user, whose connections are shown with this id; not all are in a user namespace. */
  isDistinct(user: string): boolean;
  /** Whether this process may look up the peers of TCP connections at all. */
  canFindTcpPeers(): boolean;
  /** Looks up a user by name, in the format of `Peer.user`; null if there is none. May be slow. */
  findUser(name: string): string | null;
  /** Whether `findTcpPeer` returns promises: the system has to be walked through, off the main thread. */
  readonly isSlow: boolean;
  /** Looks up the current peer of a TCP connection. Does not block. */
  findTcpPeer(socket: Socket): PeerLookup | Promise<PeerLookup>;
  /**
   * Counts the bytes written to a TCP connection that the program at its other end has not read yet. Null if unknown, as
   * always on Windows and macOS.
   */
  countUnread(socket: Socket): number | null;
  /** Looks up the peer that connected to a Unix socket. `unavailable` on Windows. */
  findUnixPeer(socket: Socket): PeerLookup;
  /** The inode of the socket at the other end of a Unix socket; null if unknown, as on Windows and macOS. */
  findUnixPeerInode(socket: Socket): number | null;
}

/** The SID of the account that Windows itself runs as. */
const LOCAL_SYSTEM = 'S-1-5-18';

/** Queries the operating system through the native addon. */
export class SystemPeerCredentials implements PeerCredentials {
  readonly currentUser: string;
  readonly superuser = process.platform === 'win32' ? LOCAL_SYSTEM : '0';
  readonly isSlow = process.platform === 'darwin';

  private constructor(
    private readonly binding: PeerCredentialsBinding,
    private readonly namespace: UserNamespace | null,
  ) {
    this.currentUser = binding.currentUser();
  }

  /** @throws {UserError} if the native addon is missing: every connection would be refused without it */
  static load(): SystemPeerCredentials {
    const loaded = loadPeerCredentials();
    if (loaded.binding !== null) return new SystemPeerCredentials(loaded.binding, readUserNamespace());
    throw new UserError(`${loaded.reason}; it is needed to check which users connect`, missingModuleHint());
  }

  isDistinct(user: string): boolean {
    return this.namespace === null || isDistinctUser(this.namespace, Number(user));
  }

  canFindTcpPeers(): boolean {
    // There is no such connection, so the answer says only whether there can be one.
    return this.binding.findTcpPeerBetween('127.0.0.1', 1, '127.0.0.1', 1).status !== 'unavailable';
  }

  findUser(name: string): string | null {
    return this.binding.findUser(name) || null;
  }

  findTcpPeer(socket: Socket): PeerLookup | Promise<PeerLookup> {
    // Node.js takes longer to make texts of the addresses than the system takes to answer.
    const descriptor = descriptorOf(socket);
    if (descriptor !== null && this.isSlow)
      return this.binding.findTcpPeerLater(descriptor).then(toPeerLookup);
    if (descriptor !== null) return toPeerLookup(this.binding.findTcpPeer(descriptor));
    const { localAddress, localPort, remoteAddress, remotePort } = socket;
    const isConnected = localAddress !== undefined && remoteAddress !== undefined;
    if (!isConnected || localPort === undefined || remotePort === undefined) return 'not-found';
    return toPeerLookup(this.binding.findTcpPeerBetween(localAddress, localPort, remoteAddress, remotePort));
  }

  countUnread(socket: Socket): number | null {
    const descriptor = descriptorOf(socket);
    return descriptor === null ? null : this.binding.countUnread(descriptor, socket.bytesWritten);
  }

  findUnixPeer(socket: Socket): PeerLookup {
    const descriptor = descriptorOf(socket);
    return descriptor === null ? 'unavailable' : toPeerLookup(this.binding.findUnixPeer(descriptor));
  }

  findUnixPeerInode(socket: Socket): number | null {
    const descriptor = descriptorOf(socket);
    return descriptor === null ? null : this.binding.findUnixPeerInode(descriptor) || null;
  }
}

function toPeerLookup({ status, user, pid, inode }: NativePeer): PeerLookup {
  return status === 'found' ? { user, pid: pid || null, inode: inode || null } : status;
}

/** Node.js has no public access to a socket's descriptor. Null on Windows and after the socket was closed. */
function descriptorOf(socket: Socket): number | null {
  const handle: unknown = Reflect.get(socket, '_handle');
  const descriptor: unknown =
    typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : undefined;
  return typeof descriptor === 'number' && descriptor >= 0 ? descriptor : null;
}
