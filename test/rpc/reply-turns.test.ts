import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { ServiceError } from '#guildhall/client/service-error.js';
import { FrameBudgets } from '#guildhall/net/frames/frame-budget.js';
import { TimedTurns } from '#guildhall/net/timed-turns.js';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { createLogger, silentLogger } from '#guildhall/platform/log.js';
import { defaultsOf } from '#guildhall/protocol/declaration/limits.js';
import { jsonEncoding } from '#guildhall/protocol/encoding/json.js';
import type { Application } from '#guildhall/protocol/objects/application.js';
import type { Message } from '#guildhall/protocol/objects/message.js';
import { type RpcFrame, reply } from '#guildhall/protocol/rpc/payload.js';
import type { CommandContext } from '#guildhall/rpc/context.js';
import { Dispatcher } from '#guildhall/rpc/dispatch/dispatcher.js';
import { ReplyTurns } from '#guildhall/rpc/dispatch/reply-turns.js';
import { RPC_LIMITS, workLimits } from '#guildhall/rpc/limits.js';
import { CONNECTED, type RpcSession } from '#guildhall/rpc/sessions/session.js';
import { RpcConnection } from '#guildhall/rpc/transport/connection.js';
import type { FrameChannel, FrameListener } from '#guildhall/rpc/transport/frame-channel.js';
import { createFrameRules } from '#guildhall/rpc/transport/frame-reader.js';
import { UnauthenticatedConnections } from '#guildhall/rpc/transport/unauthenticated-connections.js';
import { ParsedContents } from '#guildhall/rpc/views/content/parsed-contents.js';
import { ManualClock, settle } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { withMockRpc } from '../helpers/mock-rpc.js';
import { guild, message, textChannel } from '../helpers/objects.js';
import { MockChatClient } from '../mocks/mock-client.js';

const PER_SECOND = 100;

const never = new AbortController().signal;

/** Makes replies of a length for applications, and records whose they were. */
class Replies {
  readonly clock = new ManualClock();
  readonly turns = new ReplyTurns(PER_SECOND, this.clock);
  readonly made: string[] = [];

  ask(id: string, bytes = 0, read?: () => Promise<void>, closed = never): Promise<void> {
    const make = () => {
      this.made.push(id);
    };
    const session = { application: { id }, closed } as RpcSession;
    const { turns } = this;
    const made = read === undefined ? turns.run(session, make) : turns.runAfterRead(session, read, make);
    return made.then(() => turns.charge(id, bytes));
  }
}

test('applications take turns, however many replies one of them asks for', async () => {
  const replies = new Replies();
  const all = Array.from({ length: 100 }, () => replies.ask('a'));
  const other = replies.ask('b');
  await other;
  assert.ok(replies.made.length <= 3, replies.made.join(' '));
  await Promise.all(all);
});

test('one reply is made in a turn of the event loop', async () => {
  const replies = new Replies();
  const all = ['a', 'b', 'c', 'd'].map((application) => replies.ask(application));
  let most = 0;
  for (let before = 0; replies.made.length < 4; before = replies.made.length) {
    await settle();
    most = Math.max(most, replies.made.length - before);
  }
  assert.equal(most, 1);
  await Promise.all(all);
});

test('an application waits until the debt for its replies is repaid, and no other does', async () => {
  const replies = new Replies();
  const all = [replies.ask('a', 10 * PER_SECOND), replies.ask('a', 0)];
  await all[0];
  await settle();
  await replies.ask('b', 0);
  assert.deepEqual(replies.made, ['a', 'b']);
  // Five seconds' worth are free.
  await replies.clock.advance(4_999);
  assert.deepEqual(replies.made, ['a', 'b']);
  await replies.clock.advance(1);
  await all[1];
  assert.deepEqual(replies.made, ['a', 'b', 'a']);
});

test('what waited fails with the read that found the service unreachable, and only that', async () => {
  const replies = new Replies();
  const unreachable = new Deferred<void>();
  const all = [
    replies.ask('a', 0, () => unreachable.promise),
    replies.ask('a', 0, () => assert.fail('asked again')),
  ];
  unreachable.reject(new ServiceError('The service cannot be reached', 0));
  for (const each of all) await assert.rejects(each, ServiceError);
  const refused = replies.ask('a', 0, () => Promise.reject(new ServiceError('Missing Access', 403)));
  const next = replies.ask('a');
  await assert.rejects(refused, ServiceError);
  await next;
  assert.deepEqual(replies.made, ['a']);
});

test('a reply that asks nothing of the service is made although the service failed one before it', async () => {
  const replies = new Replies();
  const failed = replies.ask('a', 0, () => Promise.reject(new ServiceError('Bad Gateway', 502)));
  const other = replies.ask('a');
  await assert.rejects(failed, ServiceError);
  await other;
  assert.deepEqual(replies.made, ['a']);
});

test('a reply that waits is dropped when its connection closes, and the service is not asked', async () => {
  const replies = new Replies();
  await replies.ask('a', 10 * PER_SECOND);
  const end = new AbortController();
  const dropped = [
    replies.ask('a', 0, () => assert.fail('asked'), end.signal),
    replies.ask('a', 0, undefined, end.signal),
  ].map((reply) => assert.rejects(reply));
  end.abort();
  await Promise.all(dropped);
  assert.equal(getEventListeners(end.signal, 'abort').length, 0);
  await replies.clock.advance(60_000);
  await replies.ask('a');
  assert.deepEqual(replies.made, ['a', 'a']);
  await assert.rejects(replies.ask('a', 0, () => assert.fail('asked'), end.signal));
});

test('the content of a message is parsed once, until it changes or is not shown for a minute', async () => {
  const clock = new ManualClock();
  const contents = new ParsedContents(clock);
  const first = contents.of(message('1', '11', { content: '**a**' }));
  assert.equal(contents.of(message('1', '11', { content: '**a**' })), first);
  assert.notEqual(contents.of(message('1', '11', { content: '**b**' })), first);
  const second = contents.of(message('1', '11', { content: '**b**' }));
  await clock.advance(59_999);
  assert.equal(contents.of(message('1', '11', { content: '**b**' })), second);
  await clock.advance(60_000);
  assert.notEqual(contents.of(message('1', '11', { content: '**b**' })), second);
  await clock.advance(60_000);
  assert.equal(clock.timers, 0);
});

test('contents of 50 messages of the greatest length are kept, and the ones used longest ago are dropped', () => {
  const contents = new ParsedContents(new ManualClock());
  const list = Array.from({ length: 50 }, (_, id) =>
    message(String(id), '11', { content: '*'.repeat(2000) }),
  );
  const [kept] = list.map((each) => contents.of(each));
  assert.equal(contents.of(list[0] ?? assert.fail()), kept);
  for (let id = 100; id < 160; id += 1) {
    contents.of(message(String(id), '12', { content: '*'.repeat(2000) }));
  }
  assert.notEqual(contents.of(list[0] ?? assert.fail()), kept);
});

test('a list of long contents is parsed in slices between which other work is done', async () => {
  const contents = new ParsedContents(new ManualClock());
  const list = Array.from({ length: 50 }, (_, id) =>
    message(String(id), '11', { content: '*'.repeat(2000) }),
  );
  let isPrepared = false;
  const prepared = contents.prepare(list).then(() => {
    isPrepared = true;
  });
  let turns = 0;
  for (; !isPrepared; turns += 1) await settle();
  await prepared;
  assert.ok(turns >= 10, `${turns} turns`);
});

test('commands that the service fails are one line a minute in the log', async () => {
  const clock = new ManualClock();
  const client = new MockChatClient();
  client.addGuild(guild('200', { channels: [textChannel('11')] }));
  client.messages = () => Promise.reject(new ServiceError('The service cannot be reached', 0));
  const lines: Record<string, unknown>[] = [];
  const log = createLogger('info', { write: (line) => lines.push(JSON.parse(line)) });
  const context = { client, clock, replyTurns: new ReplyTurns(PER_SECOND, clock) };
  const session = {
    capabilities: CONNECTED,
    application: { id: '100' },
    closed: never,
    authorization: { scopes: new Set(['rpc', 'messages.read']), expiresAt: clock.now() + 3_600_000 },
  } as unknown as RpcSession;
  const dispatcher = new Dispatcher(context as unknown as CommandContext, log);
  const ask = async (times: number) => {
    const payload = { cmd: 'GET_CHANNEL', args: { channel_id: '11' }, nonce: 'a' };
    for (let time = 0; time < times; time += 1) {
      const reply = (await dispatcher.dispatch(session, payload)) as { data: { code: number } };
      assert.equal(reply.data.code, 1000);
    }
  };
  await ask(10);
  await clock.advance(60_000);
  await ask(10);
  assert.deepEqual(
    lines.map(({ level, msg, others, err }) => [level, msg, others, err]),
    [
      [40, 'the service failed a command', 0, undefined],
      [40, 'the service failed a command', 9, undefined],
    ],
  );
});

test('a reply is charged to its application also if its connection closes before it is made', async () => {
  const clock = new ManualClock();
  const limits = defaultsOf(RPC_LIMITS);
  const answer = new Deferred<RpcFrame>();
  const charged: number[] = [];
  let listener: FrameListener | null = null;
  let isOpen = true;
  const channel = {
    get isOpen() {
      return isOpen;
    },
    bufferedBytes: 0,
    longestEarlyFrame: null,
    framing: (text: string) => Buffer.from(text),
    listen: (given: FrameListener) => {
      listener = given;
    },
    send: () => assert.fail('sent'),
  };
  const connection = new RpcConnection({
    id: '1',
    channel: channel as unknown as FrameChannel,
    admitted: {
      application: { id: '100' } as Application,
      origin: null,
      encoding: jsonEncoding,
      isRegistered: true,
      capabilities: CONNECTED,
      local: null,
      findPeer: async () => null,
    },
    dispatcher: {
      dispatch: () => answer.promise,
      replied: (_session: unknown, bytes: number) => charged.push(bytes),
    } as unknown as Dispatcher,
    limits,
    rules: createFrameRules(limits, clock),
    turns: new TimedTurns(),
    budget: new FrameBudgets(workLimits(limits), clock).create(),
    clock,
    log: silentLogger,
    unauthenticated: new UnauthenticatedConnections(limits, clock),
    listener: { count: () => undefined, remove: () => undefined },
  });
  const { frame, closed } = listener as unknown as FrameListener;
  frame(Buffer.from('{"cmd":"GET_CHANNEL","nonce":"a"}'));
  isOpen = false;
  closed();
  assert.ok(connection.isClosed);
  answer.resolve(reply('GET_CHANNEL', 'a', { name: 'x'.repeat(1000) }));
  await settle();
  assert.equal(charged.length, 1);
  assert.ok(Number(charged[0]) > 1000);
});

test(
  'what is gone when the turn of its reply has come is refused, and the service is not asked for it',
  withMockRpc(async (mock) => {
    const [member] = guild('200').members;
    assert.ok(member);
    const members = Array.from({ length: 101 }, (_, id) => ({
      ...member,
      user: { ...member.user, id: `${id + 1}` },
    }));
    mock.client.addGuild(guild('200', { channels: [textChannel('11')], members }));
    const reading = new Deferred<Message[]>();
    const asked: string[] = [];
    mock.client.messages = (id) => {
      asked.push(id);
      return reading.promise;
    };
    const client = await mock.authenticated(['rpc', 'messages.read']);
    const replies = [
      ['GET_CHANNEL', { channel_id: '11' }] as const,
      ['GET_CHANNEL', { channel_id: '11' }] as const,
      ['GET_GUILD', { guild_id: '200' }] as const,
    ].map(([cmd, args]) => client.request(cmd, args));
    await eventually(() => asked.length === 1);
    await client.request('GET_GUILDS');
    mock.client.dispatch('GUILD_DELETE', { id: '200' });
    reading.resolve([]);
    const codes = (await Promise.all(replies)).map(({ data }) => (data as { code: number }).code);
    assert.deepEqual(codes, [4005, 4005, 4003]);
    assert.equal(asked.length, 1);
    await client.close();
  }),
);
