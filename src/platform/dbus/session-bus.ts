import { connect, type Socket } from 'node:net';
import { PendingReplies } from '../async/pending-replies.js';
import type { Clock } from '../clock.js';
import { authenticate } from './authenticate.js';
import type { BodyReader } from './body-reader.js';
import type { BodyWriter } from './body-writer.js';
import { DBusError } from './dbus-error.js';
import { decodeMessage, encodeMessage, MESSAGE_TYPE, type ReceivedMessage } from './message.js';

/** How long the bus or a service may take to answer, in milliseconds. */
const TIMEOUT = 5_000;

/** A method of a service on the bus, with its arguments. */
export interface MethodCall {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** types of the arguments, e.g. `su` */
  readonly signature?: string;
  /** writes the arguments */
  readonly write?: (body: BodyWriter) => void;
}

/** The bus itself. */
const BUS = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;

/** A signal that arrived: one of a match that was added, or one that somebody sent to this connection alone. */
export interface BusSignal {
  /** the unique name of the connection that sent it, as the bus says */
  readonly sender: string;
  readonly interface: string;
  readonly member: string;
  readonly signature: string;
  readonly body: BodyReader;
}

/** A connection to the session bus that calls methods and receives signals. Ignores calls of others. */
export class SessionBus {
  readonly #replies: PendingReplies<BodyReader>;
  readonly #signalListeners = new Set<(signal: BusSignal) => void>();
  #received = Buffer.alloc(0);

  private constructor(
    private readonly socket: Socket,
    clock: Clock,
  ) {
    this.#replies = new PendingReplies(clock, TIMEOUT);
  }

  /**
   * Connects and authenticates as the user of this process.
   *
   * @param path of the bus's socket
   * @throws {DBusError} if nothing listens or the bus refuses
   */
  static async connect(path: string, clock: Clock): Promise<SessionBus> {
    const socket = connect(path);
    // A notification must not keep the process alive.
    socket.unref();
    const rest = await authenticate(socket, clock, TIMEOUT);
    const bus = new SessionBus(socket, clock);
    socket.on('data', (bytes) => bus.#receive(bytes));
    socket.once('close', () => bus.#fail(new DBusError('the session bus closed the connection')));
    bus.#receive(rest);
    try {
      // The first call of every connection.
      await bus.call({ ...BUS, member: 'Hello' });
      return bus;
    } catch (error) {
      bus.close();
      throw error;
    }
  }

  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  /**
   * Calls a method and waits for its reply. A timeout closes the connection.
   *
   * @returns the values of the reply
   * @throws {DBusError} on an error of the service, without a service, or without an answer within five seconds
   */
  call({ write, ...call }: MethodCall): Promise<BodyReader> {
    if (!this.isOpen) return Promise.reject(new DBusError('the connection to the session bus is closed'));
    return this.#replies.request(
      (serial) => this.socket.write(encodeMessage({ type: MESSAGE_TYPE.call, serial, ...call }, write)),
      () => this.#fail(new DBusError(`${call.destination} did not answer within ${TIMEOUT / 1000} seconds`)),
    );
  }

  /**
   * Receives signals until the connection is closed.
   *
   * @param rule as in the D-Bus specification, Match Rules
   * @param listener must not throw; is called for every signal that arrives, whichever match it is of
   * @throws {DBusError} as `call`
   */
  async listen(rule: string, listener: (signal: BusSignal) => void): Promise<void> {
    this.#signalListeners.add(listener);
    const write = (body: BodyWriter) => body.string(rule);
    await this.call({ ...BUS, member: 'AddMatch', signature: 's', write });
  }

  /** The unique name of the connection that has a well-known name now. @throws {DBusError} if none has */
  async ownerOf(name: string): Promise<string> {
    const write = (body: BodyWriter) => body.string(name);
    return (await this.call({ ...BUS, member: 'GetNameOwner', signature: 's', write })).string();
  }

  close(): void {
    this.#fail(new DBusError('the connection to the session bus was closed'));
  }

  #receive(bytes: Buffer): void {
    try {
      this.#received = Buffer.concat([this.#received, bytes]);
      for (;;) {
        const decoded = decodeMessage(this.#received);
        if (decoded === null) return;
        this.#received = this.#received.subarray(decoded.length);
        if (decoded.message.type === MESSAGE_TYPE.signal) this.#emit(decoded.message);
        else this.#settle(decoded.message);
      }
    } catch (error) {
      this.#fail(error instanceof DBusError ? error : new DBusError(String(error)));
    }
  }

  #emit({ sender, interface: from, member, signature = '', body }: ReceivedMessage): void {
    if (sender === undefined || from === undefined || member === undefined) return;
    for (const listener of this.#signalListeners)
      listener({ sender, interface: from, member, signature, body });
  }

  #settle({ type, replySerial, errorName, signature, body }: ReceivedMessage): void {
    if (replySerial === undefined) return;
    if (type === MESSAGE_TYPE.reply) {
      this.#replies.resolve(replySerial, body);
      return;
    }
    const text = signature?.startsWith('s') ? body.string() : '';
    this.#replies.reject(replySerial, new DBusError(`${errorName ?? 'unknown error'}: ${text}`));
  }

  #fail(error: DBusError): void {
    this.socket.destroy();
    this.#replies.rejectAll(error);
  }
}
