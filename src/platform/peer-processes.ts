import { readdir, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { Clock } from './clock.js';
import type { PeerCredentials } from './peer-credentials.js';

/** The least time between two walks through all processes, in milliseconds: each costs some of CPU time. */
const PAUSE_MS = 250;

/** Finds out which program is at the other end of a connection. */
export interface PeerProcesses {
  /** @returns the process, the same text for each of its connections; null if that is unknown, e.g. it is gone */
  find(socket: Socket): Promise<string | null>;
}

/**
 * Asks the operating system. Linux names the socket at the other end and not its process: that one is found by a walk
 * through `/proc`, one for all who ask meanwhile.
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
      const holders = await findHolders(new Set(wanted.keys()));
      for (const [link, resolvers] of wanted) {
        for (const resolve of resolvers) resolve(holders.get(link) ?? null);
      }
      await new Promise<void>((resolve) => this.clock.after(PAUSE_MS, resolve));
    }
    this.#isWalking = false;
  }
}

/** @param links as in `/proc/PID/fd`. @returns the process that holds each; of several, one */
async function findHolders(links: ReadonlySet<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const pid of await readNames('/proc')) {
    if (found.size === links.size) break;
    if (!/^\d+$/.test(pid)) continue;
    const descriptors = await readNames(`/proc/${pid}/fd`);
    await Promise.all(
      descriptors.map(async (descriptor) => {
        const link = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '');
        if (links.has(link)) found.set(link, pid);
      }),
    );
  }
  return found;
}

/** None where a process has ended or belongs to somebody else. */
async function readNames(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
