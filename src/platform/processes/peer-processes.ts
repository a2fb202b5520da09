import type { Socket } from 'node:net';
import { sleep } from '../async/promises.js';
import type { Clock } from '../clock.js';
import type { PeerCredentials } from './peer-credentials.js';
import { findControlGroup, identifyProcess, isRunning } from './process-identity.js';
import { findHolders, toSocketLink } from './socket-holders.js';

/** The minimum time between two walks through all processes, in milliseconds, because they cost CPU time. */
const PAUSE_MS = 250;
/** A pause is at least this many times as long as the walk before it. */
const PAUSE_PER_WALK = 4;
/** Finds the processes at the other end of a connection: usually one, and more if it was passed on. */
export interface PeerProcesses {
  /**
   * @returns the processes as `identifyProcess` names them, joined by commas, equal for all connections of the same
   * processes; null if unknown, e.g. because they have ended
   */
  find(socket: Socket): Promise<string | null>;
  /**
   * The same for a Unix socket, first the process that connected while it runs, and it alone where the system does not
   * tell who has the socket.
   *
   * @param connected as `findLocal` gave it when the connection was accepted: later another process may have its id
   */
  findAtUnixSocket(socket: Socket, connected: string | null): Promise<string | null>;
  /** The process that connected to a Unix socket; null if it has ended, or is unknown as on Windows. */
  findLocal(socket: Socket): string | null;
  /** The group of processes that a process cannot leave by starting others; empty if there are none. */
  groupOf(process: string): string;
  isRunning(process: string): boolean;
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
    const peer = await this.credentials.findTcpPeer(socket);
    if (peer === 'not-found' || peer === 'unavailable') return null;
    if (peer.pid !== null) return identifyProcess(peer.pid);
    return peer.inode === null ? null : this.#findHoldersOf(toSocketLink(peer.inode));
  }

  async findAtUnixSocket(socket: Socket, connected: string | null): Promise<string | null> {
    const inode = this.credentials.findUnixPeerInode(socket);
    if (inode === null) return connected;
    const holders = await this.#findHoldersOf(toSocketLink(inode));
    if (connected === null || !isRunning(connected)) return holders;
    if (holders === null) return connected;
    // It may hide that it has the socket, or have it back at any moment.
    return [...new Set([connected, ...holders.split(',')])].join();
  }

  findLocal(socket: Socket): string | null {
    const peer = this.credentials.findUnixPeer(socket);
    return typeof peer === 'object' && peer.pid !== null ? identifyProcess(peer.pid) : null;
  }

  groupOf(process: string): string {
    return findControlGroup(process);
  }

  isRunning(process: string): boolean {
    return isRunning(process);
  }

  #findHoldersOf(link: string): Promise<string | null> {
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
        const running = holders.get(link)?.flatMap((pid) => identifyProcess(pid) ?? []) ?? [];
        for (const resolve of resolvers) resolve(running.join() || null);
      }
      const pause = Math.max(PAUSE_MS, PAUSE_PER_WALK * (this.clock.now() - begin));
      await sleep(this.clock, pause);
    }
    this.#isWalking = false;
  }
}
