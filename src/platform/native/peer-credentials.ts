import { bindingLoader } from './binding.js';

/** The owner of the other end of a connection (native/peer-credentials/peer_credentials.h). */
export interface NativePeer {
  /** not-found: closed already, or not on this machine; unavailable: the system cannot be queried */
  readonly status: 'found' | 'not-found' | 'unavailable';
  /** a uid in decimal, on Windows a SID; empty unless found */
  readonly user: string;
  /** the peer's process; 0 if the system does not provide it (TCP on Linux) */
  readonly pid: number;
  /** inode of the peer's socket; 0 except for TCP on Linux */
  readonly inode: number;
}

/** Peers and users (native/binding/peer_credentials.cc). */
export interface PeerCredentialsBinding {
  /**
   * Looks up the owner of the other end of the TCP connection within this machine that has this descriptor, without
   * blocking. Always `not-found` on Windows.
   */
  findTcpPeer(fd: number): NativePeer;
  /** The same off the main thread, for macOS, where it takes milliseconds. */
  findTcpPeerLater(fd: number): Promise<NativePeer>;
  /** The same by the two ends of the connection. */
  findTcpPeerBetween(
    localAddress: string,
    localPort: number,
    remoteAddress: string,
    remotePort: number,
  ): NativePeer;
  /**
   * Finds the process that listens on a TCP port of 127.0.0.1, off the main thread; 0 if there is none, the system does
   * not tell, and always on Linux.
   */
  findTcpListener(port: number): Promise<number>;
  /**
   * The number of the `sent` bytes of the TCP connection with this descriptor that the program at the other end has not
   * read yet, without blocking; null if that is unknown, as always on Windows and macOS.
   */
  countUnread(fd: number, sent: number): number | null;
  /** Looks up who connected to the Unix socket with this descriptor. */
  findUnixPeer(fd: number): NativePeer;
  /** The inode of the socket at the other end of the Unix socket with this descriptor; 0 if unknown, as except on Linux. */
  findUnixPeerInode(fd: number): number;
  /** The user of this process, in the format of `NativePeer.user`; empty if the system does not provide it. */
  currentUser(): string;
  /** The user with this name, in the format of `NativePeer.user`; empty if there is none. May be slow. */
  findUser(name: string): string;
  /** The path of the program of a process; empty if the system does not tell, and always on Linux. */
  findProgram(pid: number): string;
}

export const loadPeerCredentials = bindingLoader<PeerCredentialsBinding>('peerCredentials', [
  'findTcpPeer',
  'findTcpPeerLater',
  'findTcpPeerBetween',
  'findTcpListener',
  'countUnread',
  'findUnixPeer',
  'findUnixPeerInode',
  'currentUser',
  'findUser',
  'findProgram',
]);
