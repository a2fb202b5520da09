import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { FrameFormats } from '#guildhall/api/gateway/frames/frame-format.js';
import { MemberRequests, type MemberRequestsOptions } from '#guildhall/api/gateway/member-requests.js';
import { Presences } from '#guildhall/api/gateway/presences.js';
import type { Session } from '#guildhall/api/gateway/session.js';
import { API_VERSIONS } from '#guildhall/api/versions/index.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { guild, member } from '../../guilds/worlds.js';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';
import { eventually } from '../../helpers/eventually.js';

const GUILD = '100';
const MEMBERS = 3000;

describe('Requests for members', () => {
  let clock: ManualClock;
  let requests: MemberRequests;
  /** the sessions in the order of their chunks */
  let sent: string[];
  /** turns of the event loop at the time of each chunk */
  let turns: number[];
  let turn: number;
  beforeEach(() => {
    clock = new ManualClock();
    sent = [];
    turns = [];
    turn = 0;
    const members = Array.from({ length: MEMBERS }, (_, index) => member(String(1000 + index)));
    const large = guild({ members });
    const guilds: MemberRequestsOptions['guilds'] = {
      get: () => large,
      read: (_id, make) => make(large),
      isStored: () => true,
    };
    const options = {
      ...{ guilds, presences: new Presences(), store: { settled: async () => {} } },
      ...{ clock, log: silentLogger, deliverNow: async () => {} },
    };
    requests = new MemberRequests(options, { perSecond: 1_000, burst: 30_000, leastOfChunk: 50 });
  });

  const format = new FrameFormats(API_VERSIONS).get('json', '6') ?? assert.fail('no JSON');
  const session = (id: string, userId: string) =>
    ({
      ...{ id, userId, guilds: new Map([[GUILD, new Set()]]), version: format.version },
      ...{ isBehind: false, isOver: false, memberRequests: 0 },
      dispatch() {
        sent.push(id);
        turns.push(turn);
      },
    }) as unknown as Session;
  const all = { guild_id: GUILD, query: '', limit: 0 };
  const countTurns = () => {
    turn += 1;
    if (turn < 100) setImmediate(countTurns);
  };

  test('make one chunk in a turn of the event loop, for all users', async () => {
    setImmediate(countTurns);
    requests.take(session('a', '1'), all);
    requests.take(session('b', '2'), all);
    await eventually(() => sent.length === 6);
    assert.equal(new Set(turns).size, 6);
  });

  test('of a user with many sessions delay another user by one chunk', async () => {
    for (const id of ['a', 'b', 'c', 'd']) requests.take(session(id, '1'), all);
    requests.take(session('other', '2'), all);
    await eventually(() => sent.length === 15);
    assert.ok(sent.lastIndexOf('other') <= 6, sent.join());
  });

  test('name each guild once', async () => {
    requests.take(session('a', '1'), { ...all, guild_id: Array.from({ length: 50 }, () => GUILD) });
    await eventually(() => sent.length === 3);
    await settle();
    assert.equal(sent.length, 3);
  });

  test('are answered slowly beyond the members that a user gets at once', async () => {
    const asking = session('a', '1');
    for (let count = 0; count < 11; count += 1) requests.take(asking, all);
    await eventually(() => sent.length === 30);
    await settle();
    assert.equal(sent.length, 30);
    requests.take(session('other', '2'), all);
    await eventually(() => sent.length === 33);
    await clock.advance(1_000);
    await eventually(() => sent.length > 33);
  });

  test('of sessions that have ended take nothing of what their user may be sent', async () => {
    const ended = Object.assign(session('ended', '1'), { isOver: true });
    for (let count = 0; count < 50; count += 1) requests.take(ended, all);
    for (let count = 0; count < 10; count += 1) requests.take(session('a', '1'), all);
    await eventually(() => sent.length === 30);
    assert.deepEqual(new Set(sent), new Set(['a']));
  });
});
