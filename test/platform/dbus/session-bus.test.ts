import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  decodeMessage,
  encodeMessage,
  MESSAGE_TYPE,
  type Message,
  type ReceivedMessage,
} from '#guildhall/platform/dbus/message.js';
import { SessionBus } from '#guildhall/platform/dbus/session-bus.js';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';
import { eventually } from '../../helpers/eventually.js';
import { onlyLinux } from '../../helpers/only-on.js';

const options = { skip: onlyLinux('D-Bus is of its desktops') };

const BEGIN = 'BEGIN\r\n';
const BUS = 'org.freedesktop.DBus';
const SERVICE = { destination: 'org.example.Service', path: '/', interface: 'org.example', member: 'Greet' };

/** A bus that a test answers for. */
interface ScriptedBus {
  readonly bus: SessionBus;
  readonly clock: ManualClock;
  /** the calls that arrived after `Hello` */
  readonly calls: readonly ReceivedMessage[];
  /** Sends a message with one text. */
  send(message: Partial<Message>, text?: string): void;
}

function onScriptedBus(run: (scripted: ScriptedBus) => Promise<void>) {
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-scripted-bus-'));
    const path = join(folder, 'bus');
    const clock = new ManualClock();
    const calls: ReceivedMessage[] = [];
    let socket: Socket | null = null;
    const send = (message: Partial<Message>, text = '') =>
      socket?.write(
        encodeMessage({ type: MESSAGE_TYPE.reply, serial: 1, signature: 's', ...message }, [text]),
      );
    const server = createServer((accepted) => {
      socket = accepted;
      let received = Buffer.alloc(0);
      let isAuthenticated = false;
      accepted.on('data', (bytes) => {
        received = Buffer.concat([received, bytes]);
        if (!isAuthenticated) {
          const end = received.indexOf(BEGIN);
          if (end < 0) return void accepted.write('OK 00\r\n');
          received = received.subarray(end + BEGIN.length);
          isAuthenticated = true;
        }
        for (;;) {
          const { message, length } = decodeMessage(received) ?? {};
          if (length === undefined) return;
          received = received.subarray(length);
          if (message?.member === 'Hello') send({ sender: BUS, replySerial: message.serial }, ':1.7');
          else if (message) calls.push(message);
        }
      });
    });
    server.listen(path);
    await once(server, 'listening');
    const bus = await SessionBus.connect(path, clock);
    try {
      await run({ bus, clock, calls, send });
    } finally {
      bus.close();
      server.close();
      await rm(folder, { recursive: true, force: true });
    }
  };
}

test(
  'a reply counts if it comes from the one that was called',
  options,
  onScriptedBus(async ({ bus, calls, send }) => {
    const replied = bus.call(SERVICE);
    await eventually(() => calls.length === 1);
    assert.equal(calls[0]?.member, 'GetNameOwner');
    const lookup = { replySerial: calls[0]?.serial ?? 0 };
    send({ sender: ':1.66', ...lookup }, ':1.66');
    send({ sender: BUS, ...lookup }, ':1.8');
    await eventually(() => calls.length === 2);
    assert.deepEqual([calls[1]?.destination, calls[1]?.member], [':1.8', 'Greet']);
    const greeting = { replySerial: calls[1]?.serial ?? 0 };
    send({ sender: ':1.66', ...greeting }, 'forged');
    send({ type: MESSAGE_TYPE.error, errorName: 'org.example.No', sender: ':1.66', ...greeting }, 'forged');
    send({ sender: ':1.8', ...greeting }, 'hello');
    assert.equal((await replied).string(), 'hello');
  }),
);

test(
  'the bus reports that a service is gone',
  options,
  onScriptedBus(async ({ bus, calls, send }) => {
    const replied = assert.rejects(bus.call({ ...SERVICE, destination: ':1.8' }), /NoReply: it left/);
    await eventually(() => calls.length === 1);
    const reply = { sender: BUS, replySerial: calls[0]?.serial ?? 0 };
    send({ type: MESSAGE_TYPE.error, errorName: `${BUS}.Error.NoReply`, ...reply }, 'it left');
    await replied;
  }),
);

test(
  'a message that is too long is skipped',
  options,
  onScriptedBus(async ({ bus, calls, send }) => {
    bus.answerCalls(() => ({ signature: '', values: [] }));
    const call = { type: MESSAGE_TYPE.call, sender: ':1.9', path: '/', member: 'Greet' };
    send({ ...call, serial: 5 }, 'a'.repeat(3_000_000));
    send({ ...call, serial: 6 });
    await eventually(() => calls.length === 1);
    assert.equal(calls[0]?.replySerial, 6);
  }),
);

test(
  'a flood of calls is answered in turns',
  options,
  onScriptedBus(async ({ bus, send, clock }) => {
    let answered = 0;
    bus.answerCalls(() => {
      answered += 1;
      return { signature: '', values: [] };
    });
    const call = { type: MESSAGE_TYPE.call, sender: ':1.9', path: '/', member: 'Greet' };
    for (let serial = 1; serial <= 1_000; serial += 1) send({ ...call, serial }, 'a'.repeat(1_000));
    await eventually(() => answered > 50);
    for (let turn = 0; turn < 200; turn += 1) await settle();
    assert.ok(answered < 200, `${answered} calls were answered at once`);
    await eventually(async () => {
      await clock.advance(1_000);
      return answered === 1_000;
    });
  }),
);
