import type { GatewayConnection } from './gateway-connection.js';
import { type Json, type JsonObject, valueAt, WrongReply } from './json.js';
import { describeValue, normalizeText } from './normalize.js';
import { type RestReply, type RestRequest, sendRest } from './rest.js';
import { type RpcAddress, RpcConnection } from './rpc-connection.js';
import type { Shape } from './shape.js';
import type { Application, World } from './world.js';

/** The row cannot be tried on this machine. */
export class Unavailable extends Error {}

/** One row being tried: sends, waits and keeps what was seen. */
export class Trial {
  readonly sent: string[] = [];
  readonly received: string[] = [];
  readonly events: string[] = [];
  readonly #connections: RpcConnection[] = [];
  readonly #cleanups: (() => Promise<unknown>)[] = [];

  constructor(readonly world: World) {}

  /** Sends a request of the row to the service, or to the RPC port. */
  async rest(request: RestRequest, base: 'api' | 'rpc' = 'api'): Promise<RestReply> {
    const { method, path, body, form } = request;
    const content = body ?? form;
    this.#sent(`${method} ${path}${content === undefined ? '' : ` ${describeValue(content)}`}`);
    const { apiUrl, rpcPort } = this.world.daemon;
    const reply = await sendRest(base === 'api' ? apiUrl : `http://127.0.0.1:${rpcPort}`, request);
    this.received.push(`${reply.status} ${describeValue(reply.body)}`.trim());
    return reply;
  }

  /** Opens a connection that ends with the row. */
  connect(app: Application = this.world.game, address: Partial<RpcAddress> = {}): RpcConnection {
    const { origin } = this.world;
    const connection = RpcConnection.open({
      port: this.world.daemon.rpcPort,
      clientId: app.id,
      origin,
      ...address,
    });
    this.#connections.push(connection);
    return connection;
  }

  /** As `connect`, but sends no Origin. */
  connectWithoutOrigin(port: number, clientId: string): RpcConnection {
    const connection = RpcConnection.open({ port, clientId });
    this.#connections.push(connection);
    return connection;
  }

  /**
   * Presses a key again and again until something has come. @throws Unavailable without Xvfb or xdotool; in CI nothing is
   * pressed then, and the row is wrong
   */
  async whilePressing<Value>(key: string, wait: () => Promise<Value>): Promise<Value> {
    const { display } = this.world;
    if (display === null && process.env.CI !== 'true') throw new Unavailable('Xvfb or xdotool is missing');
    return new Promise((resolve, reject) => {
      let isPressed = false;
      const press = async () => {
        // On a busy machine presses would pile up, and keep it busy.
        if (isPressed) return;
        isPressed = true;
        await display?.press(key);
        isPressed = false;
      };
      const pressing = setInterval(() => void press().catch(reject), 500);
      wait()
        .then(resolve, reject)
        .finally(() => clearInterval(pressing));
    });
  }

  /** A connection that has read READY and authenticated, as the person of the daemon. */
  async authenticated(app: Application = this.world.game): Promise<RpcConnection> {
    const connection = this.connect(app);
    await connection.event('READY');
    const reply = await connection.request('AUTHENTICATE', { access_token: await this.world.token(app) });
    if (reply.evt === 'ERROR') throw new WrongReply(`AUTHENTICATE: ${JSON.stringify(reply.data)}`);
    return connection;
  }

  /** Sends a command of the row; gives the reply. */
  async command(connection: RpcConnection, cmd: string, args?: Json, evt?: string): Promise<JsonObject> {
    this.#sent([cmd, evt, describeValue(args)].filter((part) => part).join(' '));
    return this.answered(await connection.request(cmd, args, evt));
  }

  /** As `command`; gives the data. @throws WrongReply where it is an error */
  async data(connection: RpcConnection, cmd: string, args?: Json, evt?: string): Promise<Json> {
    const reply = await this.command(connection, cmd, args, evt);
    if (reply.evt === 'ERROR') throw new WrongReply(`${cmd} failed: ${JSON.stringify(reply.data)}`);
    return reply.data ?? null;
  }

  /** As `command`. @throws WrongReply where it is not this error */
  async refused(
    connection: RpcConnection,
    code: number,
    cmd: string,
    args?: Json,
    evt?: string,
  ): Promise<void> {
    const reply = await this.command(connection, cmd, args, evt);
    if (reply.evt !== 'ERROR' || valueAt(reply, 'data', 'code') !== code)
      throw new WrongReply(`error ${code} expected, got ${JSON.stringify(reply)}`);
  }

  /** Records a reply to a request that was sent in another way. */
  answered(reply: JsonObject): JsonObject {
    this.received.push(
      reply.evt === 'ERROR' ? `ERROR ${describeValue(reply.data)}` : describeValue(reply.data),
    );
    return reply;
  }

  note(sent: string, received?: string): void {
    this.#sent(sent);
    if (received !== undefined) this.received.push(normalizeText(received));
  }

  /** Waits for an event on another connection; gives its data. */
  async seen(connection: RpcConnection, evt: string, from = 0): Promise<Json> {
    const { data } = await connection.event(evt, from);
    this.events.push(`${evt} ${describeValue(data)}`);
    return data ?? null;
  }

  /** Waits for a gateway event; gives its data. */
  async seenOnGateway(gateway: GatewayConnection, name: string, from: number): Promise<Json> {
    const data = await gateway.event(name, undefined, from);
    this.events.push(name);
    return data;
  }

  /** @throws WrongReply that lists every difference */
  expect(value: Json | undefined, shape: Shape, what = 'data'): void {
    const problems = shape(value, what);
    if (problems.length > 0) throw new WrongReply(problems.join('; '));
  }

  /** Runs after the row, in reverse order, whatever came of it. */
  afterwards(cleanup: () => Promise<unknown>): void {
    this.#cleanups.push(cleanup);
  }

  async end(): Promise<void> {
    for (const cleanup of this.#cleanups.reverse()) await cleanup();
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  #sent(line: string): void {
    this.sent.push(normalizeText(line));
  }
}
