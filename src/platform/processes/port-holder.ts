import { readFile } from 'node:fs/promises';
import type { LoadedBinding } from '../native/binding.js';
import { loadPeerCredentials, type PeerCredentialsBinding } from '../native/peer-credentials.js';
import { describeProcess, type ProcessDescription } from './process-description.js';
import { findHolders, toSocketLink } from './socket-holders.js';

/** The program that listens on a port of this machine. */
export interface PortHolder {
  /** null if it runs as another user */
  readonly process: ProcessDescription | null;
  /** the uid it runs as; null on Windows and macOS */
  readonly uid: number | null;
}

/** A listening socket as `/proc/net/tcp` lists it. */
interface ListeningSocket {
  readonly uid: number;
  readonly inode: string;
}

/** The state of a socket that listens. */
const LISTEN = '0A';
/** The flags of a Unix socket that listens. */
const LISTENING = '00010000';
/** Addresses as `/proc/net/tcp` and `tcp6` write them: all of IPv4, of IPv6, and 127.0.0.1, also as one of IPv6. */
const LOOPBACK_OR_ALL = new Set([
  '00000000',
  '0100007F',
  '00000000000000000000000000000000',
  '0000000000000000FFFF00000100007F',
]);

/**
 * Finds the program that listens on a TCP port of 127.0.0.1.
 *
 * @returns null if there is none, or the system does not tell
 */
export async function findPortHolder(
  port: number,
  { binding }: LoadedBinding<Pick<PeerCredentialsBinding, 'findTcpListener'>> = loadPeerCredentials(),
): Promise<PortHolder | null> {
  const listener = (await binding?.findTcpListener(port)) ?? 0;
  if (listener !== 0) return { process: await describeProcess(String(listener)), uid: null };
  const [socket] = await listeningSockets(port);
  if (socket === undefined) return null;
  const link = toSocketLink(socket.inode);
  const [pid] = (await findHolders(new Set([link]))).get(link) ?? [];
  if (pid === undefined) return { process: null, uid: socket.uid };
  return { process: await describeProcess(pid), uid: socket.uid };
}

/**
 * Finds the program that listens on a Unix socket.
 *
 * @returns null if there is none, or the system does not tell (only Linux does)
 */
export async function findSocketHolder(path: string): Promise<ProcessDescription | null> {
  const lines = await readTable('/proc/net/unix');
  for (const line of lines) {
    const [, , , flags, , , inode = '', ...words] = line.split(/\s+/);
    if (flags !== LISTENING || words.join(' ') !== path) continue;
    const link = toSocketLink(inode);
    const [pid] = (await findHolders(new Set([link]))).get(link) ?? [];
    if (pid !== undefined) return describeProcess(pid);
  }
  return null;
}

/** The program in words, e.g. `nginx (pid 812)`. */
export function describePortHolder(holder: PortHolder | null): string {
  if (holder === null) return 'another program';
  const { process, uid } = holder;
  if (process !== null) return `${process.name} (pid ${process.pid})`;
  return uid === null ? 'a program of another user' : `a program of the user ${uid}`;
}

async function listeningSockets(port: number): Promise<ListeningSocket[]> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map(readTable));
  return tables.flat().flatMap((line) => {
    const [, local = '', , state, , , , uid, , inode = ''] = line.trim().split(/\s+/);
    const isOnPort = local.endsWith(suffix) && LOOPBACK_OR_ALL.has(local.slice(0, -suffix.length));
    return isOnPort && state === LISTEN ? [{ uid: Number(uid), inode }] : [];
  });
}

async function readTable(path: string): Promise<string[]> {
  // Elsewhere anybody may have made such a file: on Windows it is on the current drive.
  if (process.platform !== 'linux') return [];
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').slice(1);
}
