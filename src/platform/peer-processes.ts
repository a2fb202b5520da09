import { opendir, readdir, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { Clock } from './clock.js';
import type { PeerCredentials } from './peer-credentials.js';
import { sleep } from './promises.js';

/** The minimum time between two walks through all processes, in milliseconds, because they cost CPU time. */
const PAUSE_MS = 250;
/** A pause is at least this many times as long as the walk before it. */
const PAUSE_PER_WALK = 4;
/** Descriptors of one process that are examined: programs have tens, browsers hundreds. */
const DESCRIPTORS_PER_PROCESS = 2048;
/** Descriptors of all processes that one walk examines. */
const DESCRIPTORS_PER_WALK = 65_536;
/** Descriptors that are examined together, so that other work is not blocked for long. */
const BATCH = 32;

/** Finds the process at the other end of a connection. */
export interface PeerProcesses {
  /**
   * @returns an identifier of the process, equal for all its connections; null if unknown, e.g. because it has ended
   */
  find(socket: Socket): Promise<string | null>;
}

/**
 * Queries the operating system. Linux provides the peer's socket but not its process, which is found by a walk through
 * `/proc` that concurrent calls share. A walk is bounded, because a program can open any number of descriptors:
 * processes beyond the bounds stay unknown.
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
      await sleep(this.clock, pause);
    }
    this.#isWalking = false;
  }
}

/** @param links as in `/proc/PID/fd`. @returns for each link one process that has it open */
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

/** The first paths in a folder, in batches. None if the process has ended or belongs to another user. */
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
