import { WebSocket } from 'ws';
import { isObject, type Json, type JsonObject, parseJson, valueAt, WrongReply } from './json.js';
import { waitFor } from './wait.js';

export interface RpcAddress {
  readonly port: number;
  readonly clientId: string;
  readonly origin?: string;
  /** the query parameter v, 1 unless given; null leaves it out */
  readonly version?: string | null;
  readonly encoding?: 'json' | 'etf';
}

/** A client of the RPC server that keeps everything it receives. */
export class RpcConnection {
  readonly frames: JsonObject[] = [];
  readonly raw: Buffer[] = [];
  closeCode: number | undefined;
  #nonce = 0;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer, isBinary) => {
      this.raw.push(data);
      if (isBinary) return;
      const frame = parseJson(data.toString());
      if (isObject(frame)) this.frames.push(frame);
    });
    socket.on('close', (code) => {
      this.closeCode = code;
    });
    socket.on('error', () => {});
  }

  /** Opens a socket; waits for nothing. */
  static open(address: RpcAddress): RpcConnection {
    const query = new URLSearchParams({ client_id: address.clientId });
    if (address.version !== null) query.set('v', address.version ?? '1');
    if (address.encoding !== undefined) query.set('encoding', address.encoding);
    const url = `ws://127.0.0.1:${address.port}/?${query}`;
    return new RpcConnection(
      new WebSocket(url, address.origin === undefined ? {} : { origin: address.origin }),
    );
  }

  /** The first event of a name that came after frame number `from`. */
  event(evt: string, from = 0): Promise<JsonObject> {
    return waitFor(`the event ${evt}`, () =>
      this.frames.slice(from).find((frame) => frame.cmd === 'DISPATCH' && frame.evt === evt),
    );
  }

  closed(): Promise<number> {
    return waitFor('the end of the connection', () => this.closeCode);
  }

  /** Sends a command without waiting for its reply; gives its nonce. */
  send(cmd: string, args?: Json, evt?: string): string {
    this.#nonce += 1;
    const nonce = `n${this.#nonce}`;
    this.sendPayload({
      cmd,
      nonce,
      ...(args === undefined ? {} : { args }),
      ...(evt === undefined ? {} : { evt }),
    });
    return nonce;
  }

  sendPayload(payload: Json): void {
    this.socket.send(JSON.stringify(payload));
  }

  reply(nonce: Json): Promise<JsonObject> {
    const what = `the reply to ${JSON.stringify(nonce)}`;
    return waitFor(what, () => {
      const reply = this.frames.find((frame) => valueAt(frame, 'nonce') === nonce);
      if (reply === undefined && this.closeCode !== undefined)
        throw new WrongReply(`the connection ended with ${this.closeCode} before ${what}`);
      return reply;
    });
  }

  request(cmd: string, args?: Json, evt?: string): Promise<JsonObject> {
    return this.reply(this.send(cmd, args, evt));
  }

  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CONNECTING) this.socket.terminate();
    else this.socket.close();
    await waitFor('the end of the connection', () =>
      this.socket.readyState === WebSocket.CLOSED ? true : undefined,
    );
  }
}
