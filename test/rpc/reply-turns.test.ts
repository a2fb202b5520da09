import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MockChatClient } from '#guildhall/client/mock-client.js';
import { ServiceError } from '#guildhall/client/service-error.js';
import { createLogger } from '#guildhall/platform/log.js';
import { Deferred } from '#guildhall/platform/promises.js';
import type { CommandContext } from '#guildhall/rpc/context.js';
import { Dispatcher } from '#guildhall/rpc/dispatcher.js';
import { ReplyTurns } from '#guildhall/rpc/reply-turns.js';
import type { RpcSession } from '#guildhall/rpc/session.js';
import { ParsedContents } from '#guildhall/rpc/views/content/parsed-contents.js';
import { ManualClock, settle } from '../hardware/support/manual-clock.js';
import { guild, message, textChannel } from '../helpers/objects.js';

const PER_SECOND = 100;

/** Makes replies of a length for applications, and records whose they were. */
class Replies {
  readonly clock = new ManualClock();
  readonly turns = new ReplyTurns(PER_SECOND, this.clock);
  readonly made: string[] = [];

  ask(application: string, bytes = 0, read: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const make = () => {
      this.made.push(application);
    };
    return this.turns.run(application, read, make).then(() => this.turns.charge(application, bytes));
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
    capabilities: { hasPerson: true, hasSubscriptions: true },
    application: { id: '100' },
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
