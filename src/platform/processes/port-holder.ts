import { readFile, readlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { homeFiles, resolveHome } from '../home.js';
import type { LoadedBinding } from '../native/binding.js';
import { loadPeerCredentials, type PeerCredentialsBinding } from '../native/peer-credentials.js';
import { parseJson } from '../text/parse-json.js';
import { readArguments, readEnvironment } from './process-arguments.js';
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

/** The program in words, as `describeHolder` does. */
export async function describePortHolder(holder: PortHolder | null): Promise<string> {
  if (holder === null) return 'another program';
  const { process, uid } = holder;
  if (process !== null) return describeHolder(process);
  return uid === null ? 'a program of another user' : `a program of the user ${uid}`;
}

/** A program in words, e.g. `nginx (pid 812)`, or `node (pid 812, home /srv/guildhall)` if it is a daemon of Guildhall. */
export async function describeHolder({ name, pid }: ProcessDescription): Promise<string> {
  const home = await findDaemonHome(pid);
  return `${name} (pid ${pid}${home === null ? '' : `, home ${home}`})`;
}

/** The home that a process names in its arguments and environment, and whose file names the process; null: none. */
async function findDaemonHome(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  try {
    const folder = await readlink(`/proc/${pid}/cwd`);
    const home = resolveHome(homeFlag(await readArguments(pid), folder), await readEnvironment(pid));
    const runtime = parseJson(await readFile(homeFiles(home).runtime, 'utf8'));
    const isIts = typeof runtime === 'object' && runtime !== null && 'pid' in runtime && runtime.pid === pid;
    return isIts ? home : null;
  } catch {
    return null;
  }
}

/** The value of `--home`. @param folder that it is relative to */
function homeFlag(args: readonly string[], folder: string): string | undefined {
  const index = args.findIndex((word) => word === '--home' || word.startsWith('--home='));
  const word = args[index];
  if (word === undefined) return undefined;
  return resolve(folder, word === '--home' ? (args[index + 1] ?? '') : word.slice('--home='.length));
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
