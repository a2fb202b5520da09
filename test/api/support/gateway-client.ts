import assert from 'node:assert/strict';
import { WebSocket } from 'ws';
import type { GatewayEvents } from '#guildhall/protocol/gateway/events.js';
import { eventually } from '../../helpers/eventually.js';

export interface Frame {
  readonly op: number;
  readonly d: unknown;
  readonly s: number | null;
  readonly t: string | null;
}

/** A gateway connection that stores all frames it receives. */
export class GatewayClient {
  readonly frames: Frame[] = [];
  closed: { code: number; reason: string } | null = null;
  readonly #taken = new Set<Frame>();

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data) => this.frames.push(JSON.parse(String(data)) as Frame));
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) };
    });
    socket.on('error', () => undefined);
  }

  static async connect(apiUrl: string, query = 'v=6&encoding=json'): Promise<GatewayClient> {
    const socket = new WebSocket(`${apiUrl.replace('http:', 'ws:').replace(/\/api$/, '')}/?${query}`);
    const client = new GatewayClient(socket);
    await eventually(() => socket.readyState !== WebSocket.CONNECTING);
    return client;
  }

  /** Connects, identifies and waits for READY. */
  static async identify(apiUrl: string, token: string, more: object = {}): Promise<GatewayClient> {
    const client = await GatewayClient.connect(apiUrl);
    client.send(2, { token, properties: {}, ...more });
    await client.heard('READY');
    return client;
  }

  send(op: number, d: unknown): void {
    this.socket.send(JSON.stringify({ op, d }));
  }

  sendRaw(data: string | Buffer): void {
    this.socket.send(data);
  }

  /** Stops reading: what arrives stays in the sockets' buffers. */
  stopReading(): void {
    this.socket.pause();
  }

  readAgain(): void {
    this.socket.resume();
  }

  /** Waits for the next dispatch of this name that nobody has waited for yet. */
  async heard<Name extends keyof GatewayEvents>(name: Name): Promise<GatewayEvents[Name]> {
    const frame = await this.#next(({ t }) => t === name, name);
    return frame.d as GatewayEvents[Name];
  }

  /** Waits for the next frame with this opcode. */
  op(op: number): Promise<Frame> {
    return this.#next((frame) => frame.op === op, `op ${op}`);
  }

  /** The names of all dispatches so far, in order. */
  get dispatches(): string[] {
    return this.frames.flatMap(({ t }) => t ?? []);
  }

  /** How many dispatches of each name there were, e.g. `1 READY, 300 MESSAGE_CREATE`. */
  #received(): string {
    const counts = new Map<string, number>();
    for (const name of this.dispatches) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts].map(([name, count]) => `${count} ${name}`).join(', ') || 'nothing';
  }

  get sequence(): number {
    return Math.max(0, ...this.frames.map(({ s }) => s ?? 0));
  }

  get sessionId(): string {
    const ready = this.frames.find(({ t }) => t === 'READY');
    assert.ok(ready, 'no READY yet');
    return (ready.d as GatewayEvents['READY']).session_id;
  }

  untilClosed(): Promise<{ code: number; reason: string }> {
    const describe = () => `the connection stays open; received ${this.#received()}`;
    return eventually(() => this.closed ?? false, { describe });
  }

  /** Goes away without a word, as a lost network would. */
  drop(): Promise<unknown> {
    this.socket.terminate();
    return this.untilClosed();
  }

  close(code = 1000): Promise<unknown> {
    this.socket.close(code);
    return this.untilClosed();
  }

  async #next(matches: (frame: Frame) => boolean, what: string): Promise<Frame> {
    const find = () => this.frames.find((frame) => !this.#taken.has(frame) && matches(frame));
    const frame = await eventually(find, {
      ended: () =>
        this.closed === null ? undefined : `closed with ${this.closed.code} ${this.closed.reason}`,
      describe: () => `${what} did not come; received ${this.#received()}`,
    });
    this.#taken.add(frame);
    return frame;
  }
}
