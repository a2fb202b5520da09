import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../helpers/random.js';
import type { Target } from '../target.js';
import type { AttackResult } from './scenario.js';
import { type Headers, statusOf, upgradeBytes } from './wire.js';

/** The longest an answer is waited for, in milliseconds. */
const ANSWER_TIMEOUT = 2000;
/** As much of an answer is looked at, in bytes. */
const ANSWER_BYTES = 64 * 1024;
/** What may wait in an attacker's own socket, in bytes: the attacker must not run out of memory. */
const UNSENT_BYTES = 1024 * 1024;
/** How many breaches are reported. */
const BREACHES = 5;
/** How often `repeat` checks what is due, in milliseconds. */
const TICK = 5;

/** One run of a scenario: its connections, all closed at its end, and its outcomes. */
export class Attack {
  readonly #sockets = new Set<Socket>();
  readonly #outcomes = new Map<string, number>();
  readonly #breaches = new Set<string>();

  constructor(
    readonly target: Target,
    readonly random: Random,
    readonly signal: AbortSignal,
  ) {}

  get result(): AttackResult {
    return { outcomes: Object.fromEntries(this.#outcomes), breaches: [...this.#breaches] };
  }

  count(outcome: string): void {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
  }

  /** Records something that no attacker may get. */
  breach(what: string): void {
    if (this.#breaches.size < BREACHES) this.#breaches.add(what);
  }

  /** Opens a connection; it reads and discards what arrives. @param where a port, or the path of a socket */
  open(where: number | string): Socket {
    const socket = typeof where === 'number' ? connect(where, '127.0.0.1') : connect(where);
    this.#sockets.add(socket);
    socket.on('error', (error: NodeJS.ErrnoException) => this.count(error.code ?? 'error'));
    socket.once('connect', () => this.count('connected'));
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (!this.signal.aborted) this.count('closed');
    });
    socket.resume();
    return socket;
  }

  /** Opens a connection and requests an upgrade to WebSocket; frames may follow at once. */
  upgrade(port: number, target: string, headers: Headers = {}): Socket {
    const socket = this.open(port);
    socket.write(upgradeBytes(port, target, headers));
    return socket;
  }

  /** Opens a WebSocket to the RPC port as an application. */
  rpc(application: { id: string; origin: string }, encoding: 'json' | 'etf' = 'json'): Socket {
    const target = `/?v=1&client_id=${application.id}&encoding=${encoding}`;
    return this.upgrade(this.target.rpcPort, target, { Origin: application.origin });
  }

  /** Opens a WebSocket to the gateway. */
  gateway(query: string, headers: Headers = {}): Socket {
    return this.upgrade(this.target.apiPort, `/?${query}`, headers);
  }

  /** Sends unless the peer has stopped reading. */
  send(socket: Socket, bytes: Buffer | string): void {
    if (!socket.writable) return;
    if (socket.writableLength > UNSENT_BYTES) this.count('not read');
    else socket.write(bytes);
  }

  /** Sends bytes over a separate connection. @returns the start of the answer, '' if none came in time */
  async exchange(where: number | string, bytes: Buffer | string): Promise<string> {
    const socket = this.open(where);
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      if (answer.length < ANSWER_BYTES) answer += chunk;
    });
    socket.write(bytes);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => socket.destroy(), ANSWER_TIMEOUT);
      socket.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
    });
    if (!this.signal.aborted) this.count(`HTTP ${statusOf(answer) ?? 'none'}`);
    return answer;
  }

  /** Runs an action at a rate until the attack ends. @param atOnce how many may run at the same time */
  async repeat(perSecond: number, action: () => unknown, atOnce = 64): Promise<void> {
    const running = new Set<Promise<void>>();
    const started = performance.now();
    for (let begun = 0; !this.signal.aborted; ) {
      const due = ((performance.now() - started) / 1000) * perSecond + 1;
      for (; begun < due; begun += 1) {
        // Skipped, not queued: an attacker that is behind must not catch up in a burst.
        if (running.size >= atOnce) continue;
        const run = Promise.resolve(action()).then(() => void running.delete(run));
        running.add(run);
      }
      await sleep(TICK);
    }
    await Promise.all(running);
  }

  /**
   * Keeps a number of connections open, and replaces those that were closed.
   *
   * @param count how many
   * @param perSecond how many are opened in a second
   * @returns those that are open now, and the promise of the end
   */
  hold(count: number, perSecond: number, open: () => Socket): { held: Set<Socket>; done: Promise<void> } {
    const held = new Set<Socket>();
    const fill = () => {
      if (held.size >= count) return;
      const socket = open();
      held.add(socket);
      socket.once('close', () => held.delete(socket));
    };
    return { held, done: this.repeat(perSecond, fill) };
  }

  /** Sends over held connections in turn. @param perSecond how many times over all of them */
  async flood(
    { held, done }: { held: Set<Socket>; done: Promise<void> },
    perSecond: number,
    bytes: () => Buffer,
  ): Promise<void> {
    let turn: Socket[] = [];
    const sendNext = () => {
      const socket = turn.pop();
      if (socket === undefined) turn = [...held];
      else this.send(socket, bytes());
    };
    await Promise.all([done, this.repeat(perSecond, sendNext)]);
  }

  /** Closes every connection at once. */
  end(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
