import { WebSocket } from 'ws';
import { type Json, parseJson, valueAt } from './json.js';
import { waitFor } from './wait.js';

export interface GatewayEvent {
  readonly name: string;
  readonly data: Json;
}

/** A client of the gateway that keeps every event. */
export class GatewayConnection {
  readonly events: GatewayEvent[] = [];

  private constructor(private readonly socket: WebSocket) {
    socket.on('error', () => {});
  }

  /** Identifies and waits for READY. */
  static async open(url: string, token: string): Promise<GatewayConnection> {
    const socket = new WebSocket(`${url}/?v=6&encoding=json`);
    const connection = new GatewayConnection(socket);
    socket.on('message', (data: Buffer) => {
      const frame = parseJson(data.toString());
      const [op, name] = [valueAt(frame, 'op'), valueAt(frame, 't')];
      if (op === 10) {
        connection.#beat(Number(valueAt(frame, 'd', 'heartbeat_interval')));
        connection.send(2, { token, properties: {}, compress: false });
      }
      if (op === 1) connection.send(1, null);
      if (op === 0 && typeof name === 'string')
        connection.events.push({ name, data: valueAt(frame, 'd') ?? null });
    });
    await connection.event('READY');
    return connection;
  }

  #beat(interval: number): void {
    const timer = setInterval(() => this.send(1, null), interval);
    timer.unref();
    this.socket.on('close', () => clearInterval(timer));
  }

  send(op: number, data: Json): void {
    this.socket.send(JSON.stringify({ op, d: data }));
  }

  /** The data of the first event of a name, after event number `from`, that `accepts` it. */
  async event(name: string, accepts: (data: Json) => boolean = () => true, from = 0): Promise<Json> {
    const { data } = await waitFor(`the gateway event ${name}`, () =>
      this.events.slice(from).find((each) => each.name === name && accepts(each.data)),
    );
    return data;
  }

  close(): void {
    this.socket.close();
  }
}
