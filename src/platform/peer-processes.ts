import { opendir, readdir, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { Clock } from './clock.js';
import type { PeerCredentials } from './peer-credentials.js';

/** The least time between two walks through all processes, in milliseconds: each costs some of CPU time. */
const PAUSE_MS = 250;
/** A pause is at least this many times as long as the walk before it was. */
const PAUSE_PER_WALK = 4;
/** Descriptors of one process that are looked at: programs have tens, browsers hundreds, only an attacker more. */
const DESCRIPTORS_PER_PROCESS = 2048;
/** Descriptors of all processes that one walk looks at. */
const DESCRIPTORS_PER_WALK = 65_536;
/** Descriptors that are looked at together, so that nothing else waits long for its turn. */
const BATCH = 32;

/** Finds out which program is at the other end of a connection. */
export interface PeerProcesses {
  /** @returns the process, the same text for each of its connections; null if that is unknown, e.g. it is gone */
  find(socket: Socket): Promise<string | null>;
}

/**
 * Asks the operating system. Linux names the socket at the other end and not its process: that one is found by a walk
 * through `/proc`, one for all who ask meanwhile. A walk is bounded, because any program can hold descriptors without
 * number: behind too many of them a process stays unknown.
 */
export class SystemPeerProcesses implements PeerProcesses {
  #wanted = new Map<string, ((pid: string | null) => void)[]>();
  #isWalking = false;

  constructor(
    private readonly credentials: PeerCredentials,
    private readonly clock: Clock,
  ) {}

  async find(socket: Socket): Promise<string | null> {
    const peer = this.credentials.findTcpPeer(socket);
    if (peer === 'not-found' || peer === 'unavailable') return null;
    if (peer.pid !== null) return String(peer.pid);
    return peer.inode === null ? null : this.#findHolder(`socket:[${peer.inode}]`);
  }

  #findHolder(link: string): Promise<string | null> {
    return new Promise((resolve) => {
      this.#wanted.set(link, [...(this.#wanted.get(link) ?? []), resolve]);
      if (!this.#isWalking) void this.#walkUntilNoneIsWanted();
    });
  }

  async #walkUntilNoneIsWanted(): Promise<void> {
    this.#isWalking = true;
    while (this.#wanted.size > 0) {
      const wanted = this.#wanted;
      this.#wanted = new Map();
      const begin = this.clock.now();
      const holders = await findHolders(new Set(wanted.keys()));
      for (const [link, resolvers] of wanted) {
        for (const resolve of resolvers) resolve(holders.get(link) ?? null);
      }
      const pause = Math.max(PAUSE_MS, PAUSE_PER_WALK * (this.clock.now() - begin));
      await new Promise<void>((resolve) => this.clock.after(pause, resolve));
    }
    this.#isWalking = false;
  }
}

/** @param links as in `/proc/PID/fd`. @returns the process that holds each; of several, one */
async function findHolders(links: ReadonlySet<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let left = DESCRIPTORS_PER_WALK;
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (found.size === links.size || left <= 0) break;
    if (!/^\d+$/.test(pid)) continue;
    const folder = `/proc/${pid}/fd`;
    for await (const paths of readBatches(folder, Math.min(left, DESCRIPTORS_PER_PROCESS))) {
      left -= paths.length;
      const targets = await Promise.all(paths.map((path) => readlink(path).catch(() => '')));
      for (const link of targets) if (links.has(link)) found.set(link, pid);
    }
  }
  return found;
}

/** The first paths in a folder, some at a time. None where a process has ended or belongs to somebody else. */
async function* readBatches(folder: string, most: number): AsyncGenerator<string[]> {
  const entries = await opendir(folder, { bufferSize: BATCH }).catch(() => null);
  if (entries === null) return;
  let batch: string[] = [];
  let left = most;
  try {
    for await (const { name } of entries) {
      batch.push(`${folder}/${name}`);
      left -= 1;
      if (batch.length < BATCH && left > 0) continue;
      yield batch;
      batch = [];
      if (left <= 0) return;
    }
  } catch {
    // The process has ended.
  }
  if (batch.length > 0) yield batch;
}
