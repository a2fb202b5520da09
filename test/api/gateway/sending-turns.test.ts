import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { EncodedEvent } from '#guildhall/api/gateway/frames/encoded-event.js';
import { FrameFormats } from '#guildhall/api/gateway/frames/frame-format.js';
import { DEFAULT_REPLAY_LIMITS } from '#guildhall/api/gateway/replay-limits.js';
import { SendingTurns } from '#guildhall/api/gateway/sending-turns.js';
import { Session } from '#guildhall/api/gateway/session.js';
import type { SessionOptions } from '#guildhall/api/gateway/session-options.js';
import { API_VERSIONS } from '#guildhall/api/versions/index.js';
import { botHeader, useWorld } from '../support/world.js';

let time = 0;
const now = () => time;

/** A session that takes a while to be sent what was held. */
function sessionThatTakes(ms: number, steps: string[], name: string) {
  return {
    hold: () => void steps.push(`hold ${name}`),
    release() {
      steps.push(`send ${name}`);
      time += ms;
    },
  };
}

test('sessions are sent what was held one after the other, with turns of the event loop between them', async () => {
  const steps: string[] = [];
  const turns = new SendingTurns(0, now);
  const [a, b, c] = ['a', 'b', 'c'].map((name) => sessionThatTakes(10, steps, name));
  assert.ok(a && b && c);
  assert.deepEqual([turns.take(a, 1), turns.take(b, 1)], [false, false]);
  assert.deepEqual(steps, ['hold a', 'hold b']);
  await setImmediate();
  for (const session of [b, c]) turns.take(session, 1);
  for (let turn = 0; turn < 3; turn += 1) {
    steps.push('turn');
    await setImmediate();
  }
  assert.deepEqual(steps.slice(2), [
    'send a',
    'hold b',
    'hold c',
    'turn',
    'send b',
    'turn',
    'send c',
    'turn',
  ]);
});

test('many sessions that take no time are sent it in one turn', async () => {
  const steps: string[] = [];
  const turns = new SendingTurns(0, now);
  for (let count = 0; count < 20; count += 1) turns.take(sessionThatTakes(0, steps, String(count)), 1);
  await setImmediate();
  assert.equal(steps.length, 40);
});

test('frames of one turn are counted together, whichever change caused them', async () => {
  const steps: string[] = [];
  const turns = new SendingTurns(2, now);
  const [a, b] = ['a', 'b'].map((name) => sessionThatTakes(0, steps, name));
  assert.ok(a && b);
  assert.deepEqual([turns.take(a, 1), turns.take(b, 1), turns.take(a, 1)], [true, true, false]);
  await setImmediate();
  assert.deepEqual([turns.take(a, 1), steps], [true, ['hold a', 'send a']]);
});

test('a large frame counts as many', async () => {
  const steps: string[] = [];
  const turns = new SendingTurns(8, now);
  const [a, b] = ['a', 'b'].map((name) => sessionThatTakes(0, steps, name));
  assert.ok(a && b);
  assert.deepEqual([turns.take(a, 100_000), turns.take(b, 100_000)], [true, false]);
  await setImmediate();
  assert.deepEqual(steps, ['hold b', 'send b']);
});

test('all receivers of a change with many frames are held from its start, and of one with few are not', async () => {
  const steps: string[] = [];
  const turns = new SendingTurns(2, now);
  const sessions = ['a', 'b'].map((name) => sessionThatTakes(0, steps, name));
  turns.prepare(new Set(sessions), 1);
  assert.deepEqual(steps, []);
  turns.prepare(new Set(sessions), 2);
  assert.deepEqual(steps, ['hold a', 'hold b']);
  await setImmediate();
  assert.deepEqual(steps.slice(2), ['send a', 'send b']);
});

/** A session whose client reads when the test says so; writing an event takes 10 ms. */
function slowReader(turns: SendingTurns, steps: string[], name: string) {
  const format = new FrameFormats(API_VERSIONS).get('json', '6');
  assert.ok(format !== undefined);
  const transport = {
    ...{ format, isClosed: false, hasRoom: false, dropSlowReader() {}, close() {} },
    dispatch() {
      steps.push(`send ${name}`);
      time += 10;
    },
  };
  const options = { status: { status: 'online', game: null } } as SessionOptions;
  const session = new Session(options, transport, { replayLimits: DEFAULT_REPLAY_LIMITS, turns });
  session.joinedEarly = null;
  const read = () => {
    transport.hasRoom = true;
    session.drained();
  };
  return { read, session };
}

test('slow readers that read again at once are sent what waited in turns', async () => {
  const steps: string[] = [];
  const turns = new SendingTurns(undefined, now);
  const readers = ['a', 'b', 'c'].map((name) => slowReader(turns, steps, name));
  for (const { session } of readers) session.dispatch(EncodedEvent.of('GUILD_DELETE', { id: '1' }));
  for (const { read } of readers) read();
  for (let turn = 0; turn < 3; turn += 1) {
    steps.push('turn');
    await setImmediate();
  }
  assert.deepEqual(steps, ['turn', 'send a', 'turn', 'send b', 'turn', 'send c']);
});

const used = useWorld();

test('a change of many channels reaches many sessions in order, before what happens later', async () => {
  const { service, world } = used;
  const as = botHeader(world.game.bot);
  const channels = Array.from({ length: 60 }, (_, index) => ({ name: `channel-${index}`, type: 0 }));
  const made = await service.ok('POST', '/guilds', { as, json: { name: 'Many', channels } });
  const listed: { id: string }[] = await service.ok('GET', `/guilds/${made.id}/channels`, { as });
  const sessions = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const gateway = await service.identify(world.game.bot.token);
      while ((await gateway.heard('GUILD_CREATE')).id !== made.id);
      return gateway;
    }),
  );
  const moved = listed.map(({ id }, index) => ({ id, position: listed.length - index }));
  await service.ok('PATCH', `/guilds/${made.id}/channels`, { as, json: moved });
  const path = `/channels/${listed[0]?.id}/messages`;
  await service.ok('POST', path, { as, json: { content: 'later' } });
  for (const gateway of sessions) {
    await gateway.heard('MESSAGE_CREATE');
    const names = gateway.dispatches;
    // One of them keeps its position.
    assert.equal(names.filter((name) => name === 'CHANNEL_UPDATE').length, listed.length - 1);
    assert.equal(names.lastIndexOf('CHANNEL_UPDATE') < names.indexOf('MESSAGE_CREATE'), true);
    assert.deepEqual(
      gateway.frames.flatMap(({ s }) => s ?? []),
      names.map((_, index) => index + 1),
    );
    await gateway.close();
  }
});
