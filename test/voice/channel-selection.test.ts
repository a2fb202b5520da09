import assert from 'node:assert/strict';
import { Session } from 'node:inspector';
import { test } from 'node:test';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { Channel } from '#guildhall/protocol/objects/channel.js';
import { ChannelSelection } from '#guildhall/voice/channel-selection.js';
import {
  AlreadyInVoiceError,
  JoinTimedOutError,
  TooManySelectionsError,
  VoiceEntryError,
} from '#guildhall/voice/errors.js';
import { ManualClock, settle } from '../hardware/support/manual-clock.js';
import { guild, textChannel } from '../helpers/objects.js';
import { MockChatClient } from '../mocks/mock-client.js';

const CONNECT = 0x100000;
const VIEW_CHANNEL = 0x400;
const MOVE_MEMBERS = 0x1000000;

/** A client whose service does nothing until the test says so, and what selects channels for it. */
class Voice {
  readonly client = new MockChatClient();
  readonly clock = new ManualClock();
  readonly selection = new ChannelSelection(this.client, this.clock, silentLogger);

  userLimit = 0;

  constructor() {
    this.client.answersMoves = false;
    const channels = ['12', '13', '14'].map((id) => textChannel(id, { type: 2 }));
    this.client.addGuild(guild('200', { channels }));
  }

  channel(id: string): Channel {
    return textChannel(id, { type: 2, guild_id: '200', user_limit: this.userLimit });
  }

  /** By an application; it may have 4 requests pending. */
  select(
    id: string | null,
    { force = false, ms = 10_000, session = 'application' } = {},
  ): Promise<Channel | null> {
    const signal = new AbortController().signal;
    const options = { force, ms, signal, session: { id: session, most: 4 } };
    return this.selection.select(id === null ? null : this.channel(id), options);
  }

  /** By the person. */
  selectOwn(id: string | null, { force = false } = {}): Promise<Channel | null> {
    const options = { force, ms: 10_000, signal: new AbortController().signal };
    return this.selection.select(id === null ? null : this.channel(id), options);
  }

  /** The service moves somebody; by default the person. */
  arrive(channelId: string | null, userId = '1'): void {
    this.client.dispatch('VOICE_STATE_UPDATE', {
      ...{ guild_id: '200', channel_id: channelId, user_id: userId, session_id: 's', suppress: false },
      ...{ deaf: false, mute: false, self_deaf: false, self_mute: false },
    });
  }

  /** Somebody else owns the guild; the person has what @everyone and these overwrites say. */
  loseOwnership(permissions: number): void {
    this.userLimit = 1;
    const everyone = {
      ...{ id: '200', name: '@everyone', color: 0, hoist: false, position: 0, managed: false },
      ...{ mentionable: false, permissions },
    };
    const channels = ['12', '13', '14'].map((id) => textChannel(id, { type: 2, user_limit: this.userLimit }));
    this.client.dispatch(
      'GUILD_CREATE',
      guild('200', { channels, owner_id: '9', roles: [everyone as never] }),
    );
  }
}

const refusedAs = (reason: string) => (error: unknown) =>
  error instanceof VoiceEntryError && error.reason === reason;

test('a join waits for the pending one and then needs force', async () => {
  const voice = new Voice();
  const first = voice.select('12');
  const second = assert.rejects(voice.select('13'), AlreadyInVoiceError);
  voice.arrive('12');
  await first;
  await second;
  await assert.rejects(voice.select('13'), AlreadyInVoiceError);
  assert.deepEqual(voice.client.moves, ['12']);
});

test('two joins of the same channel are one request to the service', async () => {
  const voice = new Voice();
  const both = Promise.all([voice.select('12'), voice.select('12')]);
  voice.arrive('12');
  await both;
  assert.deepEqual(voice.client.moves, ['12']);
});

test('a join with force follows a pending one', async () => {
  const voice = new Voice();
  const both = Promise.all([voice.select('12'), voice.select('13', { force: true })]);
  assert.deepEqual(voice.client.moves, ['12']);
  voice.arrive('12');
  await settle();
  assert.equal(voice.client.moves.length, 2);
  voice.arrive('13');
  await both;
  assert.deepEqual(voice.client.moves, ['12', '13']);
});

test('a leave follows a pending join, and a join after the leave needs no force', async () => {
  const voice = new Voice();
  const all = Promise.all([voice.select('12'), voice.select(null), voice.select('13')]);
  const other = assert.rejects(voice.select('14'), AlreadyInVoiceError);
  voice.arrive('12');
  await settle();
  assert.equal(voice.client.moves.length, 2);
  voice.arrive(null);
  await settle();
  assert.equal(voice.client.moves.length, 3);
  voice.arrive('13');
  await all;
  await other;
  assert.deepEqual(voice.client.moves, ['12', null, '13']);
});

test('a request for the channel of the pending join does not overtake an earlier one', async () => {
  const voice = new Voice();
  voice.arrive('12');
  const replies: string[] = [];
  const all = [null, '13', null].map((id, index) => voice.select(id).then(() => replies.push(`${index}`)));
  for (const channelId of [null, '13', null]) {
    voice.arrive(channelId);
    await settle();
  }
  await Promise.all(all);
  assert.deepEqual(
    [replies, voice.client.moves],
    [
      ['0', '1', '2'],
      [null, '13', null],
    ],
  );
});

test('a join that timed out is withdrawn, so a service that stalled moves the person back', async () => {
  const voice = new Voice();
  const first = assert.rejects(voice.select('12'), JoinTimedOutError);
  const second = voice.select('13', { ms: 20_000 });
  await voice.clock.advance(9_999);
  assert.deepEqual(voice.client.moves, ['12']);
  await voice.clock.advance(1);
  await first;
  assert.deepEqual(voice.client.moves, ['12', null, '13']);
  for (const channelId of ['12', null, '13']) voice.arrive(channelId);
  await second;
  const moved = assert.rejects(voice.select('14', { force: true }), JoinTimedOutError);
  await voice.clock.advance(10_000);
  await moved;
  assert.deepEqual(voice.client.moves.slice(3), ['14', '13']);
});

test('a join that timed out without a connection is withdrawn when a resumed session shows it', async () => {
  const voice = new Voice();
  const joined = assert.rejects(voice.select('12'), JoinTimedOutError);
  voice.client.setConnected(false);
  await voice.clock.advance(10_000);
  await joined;
  voice.arrive('12');
  voice.client.setConnected(true);
  assert.deepEqual(voice.client.moves, ['12', null]);
});

test('a join that the service may have missed is sent again when the session is resumed', async () => {
  const voice = new Voice();
  const joined = voice.select('12');
  voice.client.setConnected(false);
  voice.client.setConnected(true);
  assert.deepEqual(voice.client.moves, ['12', '12']);
  voice.arrive('12');
  await joined;
});

test('a request whose channel has not arrived ends when a later one is carried out', async () => {
  const voice = new Voice();
  const channel = new Deferred<Channel>();
  const signal = new AbortController().signal;
  const options = { force: false, ms: 10_000, signal, session: { id: 'application', most: 4 } };
  const waiting = assert.rejects(voice.selection.select(channel.promise, options), JoinTimedOutError);
  await voice.select(null);
  await waiting;
  channel.resolve(voice.channel('12'));
  await settle();
  assert.deepEqual(voice.client.moves, []);
});

test('a join in a guild that the person is no longer in is refused, and holds up nothing', async () => {
  const voice = new Voice();
  const joined = voice.select('12');
  const forbidden = assert.rejects(voice.select('13', { force: true }), refusedAs('invisible'));
  const left = voice.select(null);
  voice.arrive('12');
  await joined;
  voice.client.dispatch('GUILD_DELETE', { id: '200' });
  await forbidden;
  await left;
  await assert.rejects(voice.select('12'), refusedAs('invisible'));
});

test('a join waits for a guild that is unavailable, until the person is removed from it', async () => {
  const voice = new Voice();
  voice.client.dispatch('GUILD_DELETE', { id: '200', unavailable: true });
  let isOver = false;
  const joined = assert.rejects(voice.select('12'), refusedAs('invisible')).finally(() => {
    isOver = true;
  });
  await settle();
  assert.ok(!isOver);
  voice.client.dispatch('GUILD_DELETE', { id: '200' });
  await joined;
});

test('a channel that does not arrive after its connection has closed is not an unhandled rejection', async () => {
  const voice = new Voice();
  const channel = new Deferred<Channel>();
  const options = { force: false, ms: 10_000, signal: AbortSignal.abort() };
  await assert.rejects(voice.selection.select(channel.promise, options), JoinTimedOutError);
  // It would end the test as it would end the daemon.
  channel.reject(new JoinTimedOutError());
  await settle();
});

test('leaving without a connection succeeds at once, and is repeated when a session is resumed', async () => {
  const voice = new Voice();
  voice.arrive('12');
  voice.client.setConnected(false);
  await voice.select(null, { ms: 0 });
  assert.deepEqual(voice.client.moves, []);
  voice.client.setConnected(true);
  assert.deepEqual(voice.client.moves, [null]);
  const joined = voice.select('13');
  voice.arrive(null);
  await settle();
  assert.equal(voice.client.moves.length, 2);
  voice.arrive('13');
  await joined;
});

test('a lost connection ends a pending join before the leave that follows it', async () => {
  const voice = new Voice();
  const joined = assert.rejects(voice.select('12'), JoinTimedOutError);
  const left = voice.select(null);
  voice.client.setConnected(false);
  await joined;
  await left;
  // The service did carry the join out, and replays that before the session continues.
  voice.arrive('12');
  voice.client.setConnected(true);
  assert.deepEqual(voice.client.moves, ['12', null]);
  voice.arrive(null);
  assert.equal(voice.client.voiceChannelId, null);
});

test('a join waits for the connection as long as it may', async () => {
  const voice = new Voice();
  voice.client.setConnected(false);
  const atOnce = assert.rejects(voice.select('12', { ms: 0 }), JoinTimedOutError);
  await voice.clock.advance(0);
  await atOnce;
  const joined = voice.select('12');
  voice.client.setConnected(true);
  await settle();
  assert.equal(voice.client.moves.length, 1);
  voice.arrive('12');
  await joined;
});

test('a channel that the person may not join is refused before the service is asked', async () => {
  const voice = new Voice();
  voice.loseOwnership(VIEW_CHANNEL);
  await assert.rejects(voice.select('12'), refusedAs('forbidden'));
  voice.loseOwnership(CONNECT);
  await assert.rejects(voice.select('12'), refusedAs('invisible'));
  voice.loseOwnership(VIEW_CHANNEL | CONNECT);
  voice.arrive('12', '2');
  await assert.rejects(voice.select('12'), refusedAs('full'));
  assert.deepEqual(voice.client.moves, []);
});

test('members with MOVE_MEMBERS can join a full channel', async () => {
  const voice = new Voice();
  voice.loseOwnership(VIEW_CHANNEL | CONNECT | MOVE_MEMBERS);
  voice.arrive('12', '2');
  const joined = voice.select('12');
  voice.arrive('12');
  await joined;
  voice.loseOwnership(VIEW_CHANNEL | CONNECT);
  voice.arrive('13');
  await voice.select('13');
  assert.deepEqual(voice.client.moves, ['12']);
});

test('a request of the person ends those of applications, in their order, and is carried out at once', async () => {
  const voice = new Voice();
  voice.arrive('12');
  const ended: number[] = [];
  const pending = ['13', '14', '13'].map((id, index) =>
    assert
      .rejects(voice.select(id, { force: true, session: `${index % 2}` }), JoinTimedOutError)
      .finally(() => ended.push(index)),
  );
  const left = voice.selectOwn(null);
  await Promise.all(pending);
  assert.deepEqual(ended, [0, 1, 2]);
  // The join that the service was asked for is withdrawn, the others were not sent.
  assert.deepEqual(voice.client.moves, ['13', '12', null]);
  for (const channelId of ['13', '12', null]) voice.arrive(channelId);
  await left;
});

test('a request of the person waits for an earlier one of theirs, and those of applications for it', async () => {
  const voice = new Voice();
  const replies: string[] = [];
  const reply = (name: string, selected: Promise<unknown>) => selected.then(() => replies.push(name));
  const all = [
    reply('first', voice.selectOwn('12')),
    reply('second', voice.selectOwn('13', { force: true })),
    reply('application', voice.select(null)),
  ];
  for (const channelId of ['12', '13', null]) {
    voice.arrive(channelId);
    await settle();
  }
  await Promise.all(all);
  assert.deepEqual(replies, ['first', 'second', 'application']);
});

test('a service that answers within the request does not carry out what the person has ended', async () => {
  const voice = new Voice();
  const pending = ['12', '13'].map((id) =>
    assert.rejects(voice.select(id, { force: true }), JoinTimedOutError),
  );
  voice.client.answersMoves = true;
  await voice.selectOwn('14');
  await Promise.all(pending);
  assert.deepEqual(voice.client.moves, ['12', null, '14']);
  assert.equal(voice.client.voiceChannelId, '14');
});

test('a connection has only so many requests pending; one more is refused in its turn', async () => {
  const voice = new Voice();
  const replies: string[] = [];
  const ids = ['12', null, '12', null, '13', null];
  const all = ids.map((id, index) =>
    voice.select(id).then(
      () => replies.push(`${index}`),
      (error: unknown) => replies.push(`${index} ${(error as Error).name}`),
    ),
  );
  const other = voice.select('14', { session: 'other' });
  assert.deepEqual(replies, []);
  for (const channelId of ['12', null, '12', null, '14']) {
    voice.arrive(channelId);
    await settle();
  }
  await Promise.all([...all, other]);
  const { name } = new TooManySelectionsError(4);
  assert.deepEqual(replies, ['0', '1', '2', '3', `4 ${name}`, `5 ${name}`]);
  assert.deepEqual(voice.client.moves, ['12', null, '12', null, '14']);
});

test('a refused request does not end those that wait for their channel', async () => {
  const voice = new Voice();
  const channel = new Deferred<Channel>();
  const session = { id: 'application', most: 1 };
  const waiting = voice.selection.select(channel.promise, { force: false, ms: 10_000, session });
  const refused = assert.rejects(
    voice.selection.select(null, { force: false, ms: 10_000, session }),
    TooManySelectionsError,
  );
  channel.resolve(voice.channel('12'));
  await settle();
  voice.arrive('12');
  await waiting;
  await refused;
});

/** Counts the calls of functions of the voice room meanwhile. */
async function countCalls(run: () => Promise<void>): Promise<number> {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await run();
  let calls = 0;
  session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    for (const { url, functions } of result) {
      if (!url.includes('/voice/') || url.endsWith('.test.js')) continue;
      for (const { ranges } of functions) calls += ranges[0]?.count ?? 0;
    }
  });
  session.disconnect();
  return calls;
}

/** Selects channels that do not arrive on many connections, which all close. @returns the calls for each request */
async function callsPerRequest(connections: number, isServiceSilent: boolean): Promise<number> {
  const voice = new Voice();
  const ends = Array.from({ length: connections }, () => new AbortController());
  const pending: Promise<unknown>[] = [];
  const calls = await countCalls(async () => {
    if (isServiceSilent) pending.push(voice.selectOwn('12'));
    for (const [index, { signal }] of ends.entries()) {
      const options = { force: false, ms: 10_000, signal, session: { id: `${index}`, most: 4 } };
      for (let count = 0; count < 8; count += 1)
        pending.push(voice.selection.select(new Deferred<Channel>().promise, options));
    }
    const settled = Promise.allSettled(pending);
    for (const end of ends) end.abort();
    voice.arrive('12');
    await settled;
  });
  return calls / pending.length;
}

for (const isServiceSilent of [false, true]) {
  test(`a request costs the same however many wait${isServiceSilent ? ' for the service' : ''}`, async () => {
    const few = await callsPerRequest(10, isServiceSilent);
    const many = await callsPerRequest(200, isServiceSilent);
    assert.ok(many < 1.5 * few, `${few} calls for each of few, ${many} for each of many`);
  });
}
