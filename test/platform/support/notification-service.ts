import { connect, type Socket } from 'node:net';
import { systemClock } from '#guildhall/platform/clock.js';
import { authenticate } from '#guildhall/platform/dbus/authenticate.js';
import {
  decodeMessage,
  encodeMessage,
  MESSAGE_TYPE,
  type ReceivedMessage,
} from '#guildhall/platform/dbus/message.js';
import { type BusValue, readValues } from '#guildhall/platform/dbus/values.js';
import { eventually } from '../../helpers/eventually.js';

const NAME = 'org.freedesktop.Notifications';
const BUS = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
};

/** A notification service on a session bus, as a desktop has one: remembers what it was asked to show. */
export class NotificationService {
  /** what is shown now, by the service's id */
  readonly shown = new Map<number, { readonly title: string; readonly body: string }>();
  /** keys and labels of the buttons, by the service's id */
  readonly actions = new Map<number, readonly string[]>();
  /** how many methods were called */
  calls = 0;
  #received = Buffer.alloc(0);
  #lastSerial = 0;
  /** the call that the bus replied to last */
  #replied = 0;
  #lastId = 0;

  private constructor(
    private readonly socket: Socket,
    private readonly capabilities: readonly string[],
  ) {}

  static async start(
    socketPath: string,
    capabilities: readonly string[],
    name = NAME,
  ): Promise<NotificationService> {
    const socket = connect(socketPath);
    const rest = await authenticate(socket, systemClock, 10_000);
    const service = new NotificationService(socket, capabilities);
    service.#receive(rest);
    socket.on('data', (bytes) => service.#receive(bytes));
    service.#send({ ...BUS, type: MESSAGE_TYPE.call, member: 'Hello' });
    service.#send({ ...BUS, type: MESSAGE_TYPE.call, member: 'RequestName', signature: 'su' }, [name, 0]);
    const serial = service.#lastSerial;
    await eventually(() => service.#replied === serial, { describe: () => `the bus does not grant ${name}` });
    return service;
  }

  stop(): void {
    this.socket.destroy();
  }

  /** The person chooses an action. @param destination the unique name of the only receiver */
  choose(id: number, key: string, destination?: string): void {
    this.#send(
      {
        ...(destination === undefined ? {} : { destination }),
        type: MESSAGE_TYPE.signal,
        path: '/org/freedesktop/Notifications',
        interface: NAME,
        member: 'ActionInvoked',
        signature: 'us',
      },
      [id, key],
    );
  }

  #receive(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const decoded = decodeMessage(this.#received);
      if (decoded === null) return;
      this.#received = this.#received.subarray(decoded.length);
      const { message } = decoded;
      if (message?.type === MESSAGE_TYPE.call) this.#answer(message);
      if (message?.type === MESSAGE_TYPE.reply) this.#replied = message.replySerial ?? 0;
    }
  }

  #answer(call: ReceivedMessage): void {
    this.calls += 1;
    const reply = (signature?: string, values?: readonly BusValue[]) =>
      this.#send(
        {
          type: MESSAGE_TYPE.reply,
          replySerial: call.serial,
          destination: call.sender ?? '',
          ...(signature === undefined ? {} : { signature }),
        },
        values,
      );
    if (call.member === 'GetCapabilities') {
      reply('as', [this.capabilities]);
    } else if (call.member === 'CloseNotification') {
      this.shown.delete(call.body.uint32());
      reply();
    } else {
      reply('u', [this.#show(call)]);
    }
  }

  #show({ body, signature = '' }: ReceivedMessage): number {
    const [, replaced, , title, text, actions] = readValues(body, signature);
    if (replaced === 0) this.#lastId += 1;
    const id = replaced === 0 ? this.#lastId : Number(replaced);
    this.shown.set(id, { title: String(title), body: String(text) });
    this.actions.set(id, actions as string[]);
    return id;
  }

  #send(message: Omit<Parameters<typeof encodeMessage>[0], 'serial'>, values?: readonly BusValue[]): void {
    this.#lastSerial += 1;
    this.socket.write(encodeMessage({ ...message, serial: this.#lastSerial }, values));
  }
}
