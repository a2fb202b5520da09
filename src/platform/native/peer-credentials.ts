import { bindingLoader } from './binding.js';

/** Who owns the other end of a connection (native/peer-credentials/peer_credentials.h). */
export interface NativePeer {
  /** not-found: closed already, or not on this machine; unavailable: the system cannot be asked */
  readonly status: 'found' | 'not-found' | 'unavailable';
  /** a uid in decimal, on Windows a SID; empty unless found */
  readonly user: string;
  /** the peer's process; 0 where the system does not say (TCP on Linux) */
  readonly pid: number;
  /** inode of the peer's socket; 0 except for TCP on Linux */
  readonly inode: number;
}

/** Peers and users (native/binding/peer_credentials.cc). */
export interface PeerCredentialsBinding {
  /** Looks up the owner of the other end of a TCP connection within this machine, without blocking. */
  findTcpPeer(localAddress: string, localPort: number, remoteAddress: string, remotePort: number): NativePeer;
  /** Looks up who connected to the Unix socket with this descriptor. */
  findUnixPeer(fd: number): NativePeer;
  /** The user of this process, written as in `NativePeer.user`; empty if the system does not say. */
  currentUser(): string;
  /** The user with this name, written as in `NativePeer.user`; empty if there is none. May be slow. */
  findUser(name: string): string;
}

export const loadPeerCredentials = bindingLoader<PeerCredentialsBinding>('peerCredentials', [
  'findTcpPeer',
  'findUnixPeer',
  'currentUser',
  'findUser',
]);
