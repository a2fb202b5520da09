import { connect, type Socket } from 'node:net';
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

/** The first call of every connection. */
const HELLO: MethodCall = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
  member: 'Hello',
};

interface Waiting {
  readonly resolve: (body: BodyReader) => void;
  readonly reject: (error: DBusError) => void;
}

/** A connection to the session bus that calls methods. Ignores signals and calls of others. */
export class SessionBus {
  readonly #waiting = new Map<number, Waiting>();
  #received = Buffer.alloc(0);
  #lastSerial = 0;

  private constructor(
    private readonly socket: Socket,
    private readonly clock: Clock,
  ) {}

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
      await bus.call(HELLO);
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
    this.#lastSerial += 1;
    const serial = this.#lastSerial;
    return new Promise<BodyReader>((resolve, reject) => {
      if (!this.isOpen) return reject(new DBusError('the connection to the session bus is closed'));
      const stopTimer = this.clock.after(TIMEOUT, () => {
        this.#fail(new DBusError(`${call.destination} did not answer within ${TIMEOUT / 1000} seconds`));
      });
      this.#waiting.set(serial, {
        resolve: (body) => {
          stopTimer();
          resolve(body);
        },
        reject: (error) => {
          stopTimer();
          reject(error);
        },
      });
      this.socket.write(encodeMessage({ type: MESSAGE_TYPE.call, serial, ...call }, write));
    });
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
        this.#settle(decoded.message);
      }
    } catch (error) {
      this.#fail(error instanceof DBusError ? error : new DBusError(String(error)));
    }
  }

  #settle({ type, replySerial, errorName, signature, body }: ReceivedMessage): void {
    const waiting = replySerial === undefined ? undefined : this.#waiting.get(replySerial);
    if (replySerial === undefined || waiting === undefined) return;
    this.#waiting.delete(replySerial);
    if (type === MESSAGE_TYPE.reply) {
      waiting.resolve(body);
      return;
    }
    const text = signature?.startsWith('s') ? body.string() : '';
    waiting.reject(new DBusError(`${errorName ?? 'unknown error'}: ${text}`));
  }

  #fail(error: DBusError): void {
    this.socket.destroy();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
