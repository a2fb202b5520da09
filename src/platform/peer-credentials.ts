import type { Socket } from 'node:net';
import { UserError } from './errors.js';
import {
  loadPeerCredentials,
  type NativePeer,
  type PeerCredentialsBinding,
} from './native/peer-credentials.js';

/** The program at the other end of a connection within this machine. */
export interface Peer {
  /** a uid in decimal, on Windows a SID such as `S-1-5-18` */
  readonly user: string;
  /** process id; null where the system does not say (TCP on Linux) */
  readonly pid: number | null;
  /** inode of its socket, as in the links of `/proc/PID/fd`; null except for TCP on Linux */
  readonly inode: number | null;
}

/**
 * Why a peer is unknown. not-found: it has closed its socket already, or is not in this network namespace;
 * unavailable: the system cannot be asked.
 */
export type PeerLookup = Peer | 'not-found' | 'unavailable';

/** Looks up who is at the other end of a connection (docs/architecture.md, Trust). */
export interface PeerCredentials {
  /** the user this process runs as, written as in `Peer.user` */
  readonly currentUser: string;
  /** the system's own user (root), whose programs may do everything anyway */
  readonly superuser: string;
  /** Looks up a user by name, written as in `Peer.user`; null if there is none. May be slow. */
  findUser(name: string): string | null;
  /** Looks up the peer of a TCP connection, as of now. Does not block. */
  findTcpPeer(socket: Socket): PeerLookup;
  /** Looks up the peer of a Unix socket, as of its connecting. On Windows it is `unavailable`. */
  findUnixPeer(socket: Socket): PeerLookup;
}

/** The SID of the account that Windows itself runs as. */
const LOCAL_SYSTEM = 'S-1-5-18';

/** Asks the operating system, through the native addon. */
export class SystemPeerCredentials implements PeerCredentials {
  readonly currentUser: string;
  readonly superuser = process.platform === 'win32' ? LOCAL_SYSTEM : '0';

  private constructor(private readonly binding: PeerCredentialsBinding) {
    this.currentUser = binding.currentUser();
  }

  /** @throws {UserError} if the native addon is missing: without it every connection would be refused */
  static load(): SystemPeerCredentials {
    const loaded = loadPeerCredentials();
    if (loaded.binding !== null) return new SystemPeerCredentials(loaded.binding);
    throw new UserError(`${loaded.reason}; it checks who connects`, 'build it with: npm run setup');
  }

  findUser(name: string): string | null {
    return this.binding.findUser(name) || null;
  }

  findTcpPeer({ localAddress, localPort, remoteAddress, remotePort }: Socket): PeerLookup {
    const isConnected = localAddress !== undefined && remoteAddress !== undefined;
    if (!isConnected || localPort === undefined || remotePort === undefined) return 'not-found';
    return toPeerLookup(this.binding.findTcpPeer(localAddress, localPort, remoteAddress, remotePort));
  }

  findUnixPeer(socket: Socket): PeerLookup {
    const descriptor = descriptorOf(socket);
    return descriptor === null ? 'unavailable' : toPeerLookup(this.binding.findUnixPeer(descriptor));
  }
}

function toPeerLookup({ status, user, pid, inode }: NativePeer): PeerLookup {
  return status === 'found' ? { user, pid: pid || null, inode: inode || null } : status;
}

/** Node has no public way to a socket's descriptor. Null on Windows and once the socket is closed. */
function descriptorOf(socket: Socket): number | null {
  const handle: unknown = Reflect.get(socket, '_handle');
  const descriptor: unknown =
    typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : undefined;
  return typeof descriptor === 'number' && descriptor >= 0 ? descriptor : null;
}
