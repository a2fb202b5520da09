import { connect, type Socket } from 'node:net';
import { PendingReplies } from '../async/pending-replies.js';
import { TokenBucket } from '../async/token-bucket.js';
import type { Clock } from '../clock.js';
import { authenticate } from './authenticate.js';
import type { BodyReader } from './body-reader.js';
import { DBusError } from './dbus-error.js';
import { decodeMessage, encodeMessage, MESSAGE_TYPE, type Message, type ReceivedMessage } from './message.js';
import type { BusValue } from './values.js';

/** How long the bus or a service may take to answer, in milliseconds. */
const TIMEOUT = 5_000;

/**
 * How much is read and answered: any program on the bus can send to this connection. What exceeds it waits in the bus, so
 * that a flood delays notifications and the tray, and nothing else.
 */
const READ_BYTES_PER_SECOND = 32 * 1024;
const READ_BYTES_BURST = 64 * 1024;

/** A method of a service on the bus, with its arguments. */
export interface MethodCall extends Partial<BusValues> {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
}

/** The bus itself. */
const BUS = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;

/** A received signal: one that an added rule matches, or one that was sent to this connection alone. */
export interface BusSignal {
  /** the unique name of the connection that sent it, as the bus says */
  readonly sender: string;
  readonly interface: string;
  readonly member: string;
  readonly signature: string;
  readonly body: BodyReader;
}

/** A call of a method by another program on the bus. */
export interface BusCall {
  readonly path: string;
  /** empty if the program named none */
  readonly interface: string;
  readonly member: string;
  readonly signature: string;
  readonly body: BodyReader;
}

/** Values with their types, e.g. `su`. */
export interface BusValues {
  readonly signature: string;
  readonly values: readonly BusValue[];
}

/** A broadcast signal. */
export interface SentSignal extends BusValues {
  readonly path: string;
  readonly interface: string;
  readonly member: string;
}

/** The name of all errors that are sent. */
const FAILED = 'org.freedesktop.DBus.Error.Failed';
/** The first serial number of messages without a reply: calls, which have replies, count from 1. */
const FIRST_UNANSWERED = 2 ** 31;

/** A connection to the session bus: calls methods, receives signals, and answers calls of others once it is told how. */
export class SessionBus {
  readonly #replies: PendingReplies<BodyReader>;
  /** who answers a call, by its serial number: a bus also delivers replies that others send */
  readonly #answerers = new Map<number, string>();
  readonly #signalListeners = new Set<(signal: BusSignal) => void>();
  readonly #budget: TokenBucket;
  #received = Buffer.alloc(0);
  /** how many bytes of a message that is not read are still to come */
  #skipped = 0;
  #answer: ((call: BusCall) => BusValues | null) | null = null;
  #serial = FIRST_UNANSWERED;
  #name = '';

  private constructor(
    private readonly socket: Socket,
    private readonly clock: Clock,
  ) {
    this.#budget = new TokenBucket(READ_BYTES_PER_SECOND, READ_BYTES_BURST, () => clock.now());
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
      bus.#name = (await bus.call({ ...BUS, member: 'Hello' })).string();
      return bus;
    } catch (error) {
      bus.close();
      throw error;
    }
  }

  /** the unique name of this connection, e.g. `:1.42` */
  get name(): string {
    return this.#name;
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
  async call({ values, ...call }: MethodCall): Promise<BodyReader> {
    const destination = await this.#addressOf(call.destination);
    if (!this.isOpen) throw new DBusError('the connection to the session bus is closed');
    return this.#replies.request(
      (serial) => {
        this.#answerers.set(serial, destination);
        this.socket.write(encodeMessage({ type: MESSAGE_TYPE.call, serial, ...call, destination }, values));
      },
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
    await this.call({ ...BUS, member: 'AddMatch', signature: 's', values: [rule] });
  }

  /**
   * Answers calls of others from now on.
   *
   * @param answer returns what the method does; null: there is no such method. A `DBusError` is sent to the caller.
   */
  answerCalls(answer: (call: BusCall) => BusValues | null): void {
    this.#answer = answer;
  }

  emit({ signature, values, ...signal }: SentSignal): void {
    this.#send({ type: MESSAGE_TYPE.signal, ...signal }, { signature, values });
  }

  /** The unique name of the connection that has a well-known name now. @throws {DBusError} if none has */
  async ownerOf(name: string): Promise<string> {
    const call = { ...BUS, member: 'GetNameOwner', signature: 's', values: [name] };
    return (await this.call(call)).string();
  }

  /** The unique name of a service, which is started if that is possible: its replies have it as their sender. */
  async #addressOf(name: string): Promise<string> {
    if (name === BUS.destination || name.startsWith(':')) return name;
    try {
      return await this.ownerOf(name);
    } catch {
      await this.call({ ...BUS, member: 'StartServiceByName', signature: 'su', values: [name, 0] });
      return this.ownerOf(name);
    }
  }

  close(): void {
    this.#fail(new DBusError('the connection to the session bus was closed'));
  }

  #receive(bytes: Buffer): void {
    try {
      this.#received = Buffer.concat([this.#received, bytes.subarray(this.#skipped)]);
      this.#skipped = Math.max(0, this.#skipped - bytes.length);
      let read = 0;
      for (;;) {
        const decoded = decodeMessage(this.#received);
        if (decoded === null) break;
        const { length, message } = decoded;
        this.#skipped = Math.max(0, length - this.#received.length);
        this.#received = this.#received.subarray(length);
        if (message === null) continue;
        read += length;
        if (message.type === MESSAGE_TYPE.signal) this.#emit(message);
        else if (message.type === MESSAGE_TYPE.call) this.#reply(message);
        else this.#settle(message);
      }
      this.#pause(this.#budget.charge(read));
    } catch (error) {
      this.#fail(error instanceof DBusError ? error : new DBusError(String(error)));
    }
  }

  #pause(seconds: number): void {
    if (seconds === 0) return;
    this.socket.pause();
    this.clock.after(seconds * 1000, () => this.socket.resume());
  }

  #emit({ sender, interface: from, member, signature = '', body }: ReceivedMessage): void {
    if (sender === undefined || from === undefined || member === undefined) return;
    for (const listener of this.#signalListeners)
      listener({ sender, interface: from, member, signature, body });
  }

  #reply({
    serial,
    sender,
    path = '',
    interface: of = '',
    member = '',
    signature = '',
    body,
  }: ReceivedMessage): void {
    if (this.#answer === null || sender === undefined) return;
    const reply = { destination: sender, replySerial: serial };
    try {
      const answer = this.#answer({ path, interface: of, member, signature, body });
      if (answer === null) throw new DBusError(`there is no method ${of}.${member} at ${path}`);
      this.#send({ type: MESSAGE_TYPE.reply, ...reply }, answer);
    } catch (error) {
      if (!(error instanceof DBusError)) throw error;
      const message = { signature: 's', values: [error.message] };
      this.#send({ type: MESSAGE_TYPE.error, errorName: FAILED, ...reply }, message);
    }
  }

  /** Sends a message that has no reply. */
  #send(message: Omit<Message, 'serial' | 'signature'>, { signature, values }: BusValues): void {
    if (!this.isOpen) return;
    this.#serial += 1;
    const types = signature === '' ? {} : { signature };
    this.socket.write(encodeMessage({ ...message, ...types, serial: this.#serial }, values));
  }

  #settle({ type, sender, replySerial, errorName, signature, body }: ReceivedMessage): void {
    if (replySerial === undefined) return;
    // The bus itself answers for a service that is gone.
    if (sender !== BUS.destination && sender !== this.#answerers.get(replySerial)) return;
    this.#answerers.delete(replySerial);
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
