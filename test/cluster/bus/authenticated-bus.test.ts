import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AuthenticatedBus } from '#guildhall/cluster/bus/authenticated-bus.js';
import { BusError } from '#guildhall/cluster/bus/bus.js';
import { InProcessBus, InProcessHub } from '#guildhall/cluster/bus/in-process-bus.js';
import { createLogger, silentLogger } from '#guildhall/platform/log.js';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';
import { describeBus, clock as liveClock } from './contract.js';

const KEY = Buffer.alloc(32, 7);

/** A server of the bus that anybody can use, and the time of the database. */
class OpenServer {
  readonly hub = new InProcessHub();
  readonly lines: string[] = [];
  readonly clock = new ManualClock(1_000_000_000_000);
  /** how much earlier the database's time is */
  earlier = 0;

  constructor(private readonly busClock: Pick<ManualClock, 'after'> | null = null) {}

  /** What a program sees that is not a node. */
  raw(): InProcessBus {
    return new InProcessBus({ hub: this.hub, clock: this.busClock ?? this.clock, log: silentLogger });
  }

  node(key: Uint8Array = KEY): AuthenticatedBus {
    const log = createLogger('info', { write: (line) => void this.lines.push(line) });
    return new AuthenticatedBus({
      bus: this.raw(),
      key,
      now: () => this.clock.now() - this.earlier,
      elapsed: () => this.clock.now(),
      log,
    });
  }

  /** The messages of the log. */
  warnings(): string[] {
    return this.lines.map((line) => String(Object(JSON.parse(line)).msg));
  }
}

const shared = new OpenServer(liveClock);
describeBus('with authentication', { open: async () => shared.node() });

/** Everything that was published on a subject. */
function record(server: OpenServer, subject: string): string[] {
  const recorded: string[] = [];
  server.raw().subscribe(subject, (text) => recorded.push(text));
  return recorded;
}

/** Fails unless a request stays without a reply. */
async function assertUnanswered(server: OpenServer, request: Promise<string>): Promise<void> {
  const refused = assert.rejects(request, new BusError('no-reply'));
  await server.clock.advance(1000);
  await refused;
}

/** What a node receives on a subject. */
function received(node: AuthenticatedBus, subject: string): string[] {
  const texts: string[] = [];
  node.subscribe(subject, (text) => texts.push(text));
  return texts;
}

/** The code of a message in another subject, with another text, or with another head. */
const FORGERIES: Readonly<Record<string, (sealed: string) => string>> = {
  'without a code': () => '{"kind":"callers"}',
  empty: () => '',
  'with another text': (sealed) => `${sealed}!`,
  'with another number': (sealed) => sealed.replace(/^(1 \S+) 1 /, '$1 2 '),
  'with another time': (sealed) => sealed.replace(/^(1 \S+ \S+) \d/, '$1 2'),
  'with another sender': (sealed) => sealed.replace(/^1 \S{16}/, `1 ${'A'.repeat(16)}`),
  'with a code that is too short': (sealed) => sealed.replace(/^(1 \S+ \S+ \S+ \S{40})\S+/, '$1'),
  'of another version': (sealed) => sealed.replace(/^1/, '2'),
};

for (const [title, forge] of Object.entries(FORGERIES)) {
  test(`a message ${title} is dropped and counted`, async () => {
    const server = new OpenServer();
    const [sender, receiver] = [server.node(), server.node()];
    const recorded = record(server, 'shared');
    sender.publish('shared', 'genuine');
    await settle();
    const texts = received(receiver, 'shared');
    server.raw().publish('shared', forge(recorded[0] ?? ''));
    sender.publish('shared', 'marker');
    await settle();
    assert.deepEqual(texts, ['marker']);
    assert.equal(receiver.refused, 1);
    assert.deepEqual(server.warnings(), ['dropped a bus message']);
  });
}

test('a message counts for its subject and its key alone', async () => {
  const server = new OpenServer();
  const [sender, receiver, stranger] = [server.node(), server.node(), server.node(Buffer.alloc(32, 8))];
  const recorded = record(server, 'guild.1');
  sender.publish('guild.1', 'of one guild');
  await settle();
  const texts = received(receiver, 'guild.2');
  server.raw().publish('guild.2', recorded[0] ?? '');
  stranger.publish('guild.2', 'with another key');
  sender.publish('guild.2', 'marker');
  await settle();
  assert.deepEqual([texts, receiver.refused], [['marker'], 2]);
});

test('a recorded message has no effect a second time, for any subscriber and in any order', async () => {
  const server = new OpenServer();
  const [sender, receiver] = [server.node(), server.node()];
  const recorded = record(server, 'shared');
  const first = received(receiver, 'shared');
  for (const text of ['a', 'b', 'c']) sender.publish('shared', text);
  await settle();
  const second = received(receiver, 'shared');
  for (const text of [...recorded].reverse()) server.raw().publish('shared', text);
  await settle();
  await server.clock.advance(61_000);
  for (const text of recorded.slice(0, 3)) server.raw().publish('shared', text);
  sender.publish('shared', 'marker');
  await settle();
  assert.deepEqual([first, second], [['a', 'b', 'c', 'marker'], ['marker']]);
  assert.equal(receiver.refused, 6);
});

test('a message from before the start of a node, or of a time that has not come, is dropped', async () => {
  const server = new OpenServer();
  const sender = server.node();
  const recorded = record(server, 'shared');
  sender.publish('shared', 'old');
  await server.clock.advance(120_000);
  sender.publish('shared', 'of the future');
  await settle();
  server.earlier = 115_000;
  const receiver = server.node();
  const texts = received(receiver, 'shared');
  for (const text of recorded) server.raw().publish('shared', text);
  sender.publish('shared', 'marker');
  await settle();
  assert.deepEqual([texts, receiver.refused], [['marker'], 2]);
});

test('a sender that was silent for long is accepted again, and what it sent before is not', async () => {
  const server = new OpenServer();
  const [sender, receiver] = [server.node(), server.node()];
  const recorded = record(server, 'shared');
  const texts = received(receiver, 'shared');
  sender.publish('shared', 'before');
  await settle();
  await server.clock.advance(600_000);
  server.node().publish('shared', 'of another node');
  await settle();
  server.raw().publish('shared', recorded[0] ?? '');
  sender.publish('shared', 'after');
  await settle();
  assert.deepEqual(texts, ['before', 'of another node', 'after']);
});

test('a recorded request is not answered, and neither is a message that is sent as a request', async () => {
  const server = new OpenServer();
  const [sender, receiver] = [server.node(), server.node()];
  let answered = 0;
  const [requests, messages] = [[] as string[], record(server, 'node.b')];
  const end = server.raw().respond('node.b', async (text) => {
    requests.push(text);
    return null;
  });
  sender.publish('node.b', 'a message');
  await assertUnanswered(server, sender.request('node.b', 'of a', 1000));
  end();
  receiver.respond('node.b', async () => {
    answered += 1;
    return '';
  });
  const raw = server.raw();
  const [request = '', message = ''] = [requests[0], messages[0]];
  await assertUnanswered(server, raw.request('node.b', message, 1000));
  assert.equal(answered, 0);
  // The first time it is the request itself, which somebody has held back.
  await raw.request('node.b', request, 1000);
  await assertUnanswered(server, raw.request('node.b', request, 1000));
  assert.deepEqual([answered, receiver.refused], [1, 2]);
});

test('a reply counts for one request, and a forged one is as none', async () => {
  const server = new OpenServer();
  const [sender, receiver] = [server.node(), server.node()];
  receiver.respond('node.b', async (text) => `reply to ${text}`);
  assert.equal(await sender.request('node.b', 'first', 1000), 'reply to first');
  const [answer] = server.hub.responders.get('node.b') ?? [];
  assert.ok(answer);
  const replies: (string | null)[] = [];
  server.hub.responders.set(
    'node.b',
    new Set([
      async (text: string) => {
        replies.push(await answer(text));
        return replies[0] ?? null;
      },
    ]),
  );
  assert.equal(await sender.request('node.b', 'second', 1000), 'reply to second');
  await assert.rejects(sender.request('node.b', 'third', 1000), new BusError('no-reply'));
  server.hub.responders.set('node.b', new Set([async () => 'forged']));
  await assert.rejects(sender.request('node.b', 'fourth', 1000), new BusError('no-reply'));
  assert.equal(sender.refused, 2);
});

test('dropped messages are logged once a minute, with their number', async () => {
  const server = new OpenServer();
  const node = server.node();
  received(node, 'shared');
  const forge = async (count: number) => {
    for (let index = 0; index < count; index += 1) server.raw().publish('shared', 'forged');
    await settle();
  };
  await forge(3);
  await server.clock.advance(59_000);
  await forge(3);
  await server.clock.advance(1_000);
  await forge(1);
  assert.deepEqual(
    server.lines.map((line) => Object(JSON.parse(line)).refused),
    [1, 7],
  );
});
