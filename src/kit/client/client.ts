import { BackOff } from '../../platform/async/back-off.js';
import { Emitter } from '../../platform/async/events.js';
import { pause } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import { IPC_NAMES } from '../../protocol/rpc/ipc.js';
import { RPC_PORTS } from '../../protocol/rpc/ports.js';
import type { RpcCommandName, RpcCommands, RpcEventName, RpcEvents } from '../types/rpc.js';
import type { ClientEvents, ClientOptions, Runtime } from './client-options.js';
import { Connection, type Payload, type RequestOptions } from './connection.js';
import { CommandError, DisconnectedError, ServerNotFoundError } from './errors.js';
import { findServer } from './find-server.js';
import { defaultTimeout, isFinal } from './policies.js';
import { runtimeClock } from './runtime-clock.js';
import { Subscriptions } from './subscriptions.js';
import { throwLater } from './throw-later.js';
import { CLOSED, type CloseInfo, LOST } from './web-socket.js';

type Args<Cmd extends RpcCommandName> = RpcCommands[Cmd]['args'];

/** A client of the RPC server that stays connected (docs/for-games.md, The client library). */
export class RpcClient {
  readonly #options: ClientOptions & Runtime;
  readonly #clock: Clock;
  readonly #backOff: BackOff;
  readonly #events = new Emitter<ClientEvents>(throwLater);
  readonly #subscriptions = new Subscriptions();
  #connection: Connection | null = null;
  #address = '';
  #token: string | null = null;
  #isReconnecting = false;
  /** the connection is a new one, without the subscriptions of the last */
  #mustRenew = false;
  /** aborted when the client is closed; each call of `connect` has its own. null: before the first one */
  #end: AbortController | null = null;

  constructor(options: ClientOptions, runtime: Runtime) {
    this.#options = Object.assign({}, runtime, options);
    this.#clock = runtime.clock ?? runtimeClock;
    this.#backOff = new BackOff(options.backOff ?? { firstMs: 500, longestMs: 30_000 }, Math.random);
  }

  /** Listens to the client's own events. @returns stops listening */
  on<Name extends keyof ClientEvents>(name: Name, listener: (event: ClientEvents[Name]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** The server that it is connected to, e.g. `port 6463` or `discord-ipc-0`; null: it is not connected. */
  get address(): string | null {
    return this.#connection === null ? null : this.#address;
  }

  /** Finds the server and connects; closes an earlier connection. @throws {ServerNotFoundError} @throws {DisconnectedError} */
  async connect({ signal }: { readonly signal?: AbortSignal } = {}): Promise<void> {
    this.close();
    const end = new AbortController();
    this.#end = end;
    this.#isReconnecting = false;
    this.#mustRenew = true;
    try {
      await this.#open(end, signal ?? null);
    } catch (error) {
      end.abort();
      throw error;
    }
  }

  /**
   * Sends a command.
   *
   * @param args of the command, by the types of `RpcCommands`
   * @returns the data of the reply
   * @throws {CommandError} if it is refused
   * @throws {DisconnectedError} without a connection, or if it is lost before the reply arrives
   */
  request<Cmd extends RpcCommandName>(
    cmd: Cmd,
    args: Args<Cmd>,
    options: RequestOptions = {},
  ): Promise<RpcCommands[Cmd]['data']> {
    return this.#send({ cmd, args }, options) as Promise<RpcCommands[Cmd]['data']>;
  }

  /**
   * Asks the person for access, exchanges the code and authenticates with the token.
   *
   * @param exchange gets the code, and returns the access token; see `exchangeCode`
   * @returns what AUTHENTICATE returns
   */
  async authorize(
    scopes: readonly string[],
    exchange: (code: string) => Promise<string>,
    options: RequestOptions = {},
  ): Promise<RpcCommands['AUTHENTICATE']['data']> {
    const args = { client_id: this.#options.clientId, scopes: [...scopes] };
    const { code } = await this.request('AUTHORIZE', args, options);
    return this.authenticate(await exchange(code));
  }

  /** Authenticates, and again after each reconnect. @param token an access token */
  async authenticate(token: string): Promise<RpcCommands['AUTHENTICATE']['data']> {
    const authenticated = await this.request('AUTHENTICATE', { access_token: token });
    this.#token = token;
    if (this.#mustRenew) await this.#renewSubscriptions();
    return authenticated;
  }

  /**
   * Subscribes to an event, and again after each reconnect. Events whose data does not name its channel, such as
   * SPEAKING_START, are passed to the handlers of all channels.
   *
   * @returns unsubscribes
   */
  async subscribe<Name extends RpcEventName>(
    evt: Name,
    args: RpcEvents[Name]['args'],
    handler: (data: RpcEvents[Name]['data']) => void,
  ): Promise<() => Promise<void>> {
    // The server sends what it declares.
    const handle = (data: unknown) => handler(data as RpcEvents[Name]['data']);
    const subscription = this.#subscriptions.add(evt, args, handle);
    try {
      subscription.accepted ??= this.#send({ cmd: 'SUBSCRIBE', evt, args });
      await subscription.accepted;
    } catch (error) {
      subscription.accepted = null;
      this.#subscriptions.remove(evt, args, handle);
      throw error;
    }
    return async () => {
      const isLast = this.#subscriptions.remove(evt, args, handle);
      if (isLast && this.#connection !== null) await this.#send({ cmd: 'UNSUBSCRIBE', evt, args });
    };
  }

  /** Closes the connection, and does not reconnect. */
  close(): void {
    if (this.#end === null || this.#end.signal.aborted) return;
    const connection = this.#connection;
    this.#connection = null;
    connection?.close();
    this.#finish(this.#end, CLOSED);
  }

  #send(payload: Payload, options: RequestOptions = {}): Promise<unknown> {
    if (this.#connection === null) {
      return Promise.reject(new DisconnectedError({ ...LOST, reason: 'not connected' }));
    }
    return this.#connection.request(payload, { timeoutMs: defaultTimeout(payload), ...options });
  }

  /** @throws {DisconnectedError} if the client is closed meanwhile */
  async #open(end: AbortController, signal: AbortSignal | null): Promise<void> {
    const { clientId, createIpcSocket, createWebSocket, origin = null, probe, transport } = this.#options;
    const dispatch = (evt: string, data: unknown) => this.#subscriptions.dispatch(evt, data);
    const open = async (socket: Parameters<typeof Connection.open>[0], address: string) => {
      const opened = await Connection.open(socket, dispatch, this.#clock);
      this.#address = address;
      return opened;
    };
    const tryPort = async (port: number) => {
      await probe(port, clientId);
      const url = `ws://127.0.0.1:${port}/?v=1&client_id=${encodeURIComponent(clientId)}&encoding=json`;
      return open(createWebSocket(url, origin), `port ${port}`);
    };
    const tryNumber = async (number: number) => {
      if (createIpcSocket === null) throw new DisconnectedError({ ...LOST, reason: 'no IPC here' });
      return open(createIpcSocket(number, clientId), IPC_NAMES[number] ?? '');
    };
    const { ports = RPC_PORTS } = this.#options;
    const connection =
      transport === 'ipc'
        ? await findServer([...IPC_NAMES.keys()], tryNumber, signal)
        : await findServer(ports, tryPort, signal);
    if (end.signal.aborted) {
      connection.close();
      throw new DisconnectedError(CLOSED);
    }
    this.#connection = connection;
    void connection.closed.then((close) => {
      if (this.#connection === connection) this.#lose(end, close);
    });
  }

  #lose(end: AbortController, close: CloseInfo): void {
    this.#connection = null;
    if (isFinal(close)) {
      this.#finish(end, close);
    } else if (!this.#isReconnecting) {
      this.#events.emit('disconnected', close);
      void this.#reconnect(end);
    }
  }

  #finish(end: AbortController, close: CloseInfo): void {
    end.abort();
    this.#events.emit('closed', close);
  }

  async #reconnect(end: AbortController): Promise<void> {
    this.#isReconnecting = true;
    while (!end.signal.aborted) {
      await pause(this.#clock, this.#backOff.next(), end.signal);
      if (await this.#tryAgain(end)) break;
    }
    // After the end, it says whether a later connection is being opened again.
    if (!end.signal.aborted) this.#isReconnecting = false;
  }

  /** @returns whether the client is connected as before */
  async #tryAgain(end: AbortController): Promise<boolean> {
    if (end.signal.aborted) return false;
    try {
      await this.#open(end, null);
      await this.#restore();
      this.#backOff.reset();
      this.#events.emit('reconnected', undefined);
      return true;
    } catch (error) {
      if (end.signal.aborted) return false;
      const { refusal = null } = error instanceof ServerNotFoundError ? error : {};
      if (refusal !== null && isFinal(refusal)) this.#finish(end, refusal);
      else this.#connection?.close();
      return false;
    }
  }

  /** @throws {CommandError} if the server does not accept the token for another reason than that it is invalid */
  async #restore(): Promise<void> {
    const token = this.#token;
    // Over IPC there are events without AUTHENTICATE.
    if (token === null) return this.#options.transport === 'ipc' ? this.#renewSubscriptions() : undefined;
    this.#mustRenew = true;
    try {
      await this.authenticate(token);
    } catch (error) {
      if (!(error instanceof CommandError) || error.codeName !== 'INVALID_TOKEN') throw error;
      this.#token = null;
      this.#events.emit('signedOut', error);
    }
  }

  async #renewSubscriptions(): Promise<void> {
    this.#mustRenew = false;
    for (const subscription of this.#subscriptions.list()) {
      const { evt, args } = subscription;
      try {
        await this.#send({ cmd: 'SUBSCRIBE', evt, args });
      } catch (error) {
        subscription.accepted = null;
        if (!(error instanceof CommandError)) throw error;
        this.#events.emit('subscriptionLost', { evt, args, error });
      }
    }
  }
}
