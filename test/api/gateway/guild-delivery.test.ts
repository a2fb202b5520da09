import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Caller } from '#guildhall/api/core/caller.js';
import type { EncodedEvent } from '#guildhall/api/gateway/frames/encoded-event.js';
import { type FrameFormat, FrameFormats } from '#guildhall/api/gateway/frames/frame-format.js';
import { GuildDelivery } from '#guildhall/api/gateway/guild-delivery.js';
import { GATEWAY_LIMITS } from '#guildhall/api/gateway/limits.js';
import { Presences } from '#guildhall/api/gateway/presences.js';
import { DEFAULT_REPLAY_LIMITS } from '#guildhall/api/gateway/replay-limits.js';
import { SendingTurns } from '#guildhall/api/gateway/sending-turns.js';
import { Session } from '#guildhall/api/gateway/session.js';
import { SessionIndex } from '#guildhall/api/gateway/session-index.js';
import { API_VERSIONS } from '#guildhall/api/versions/index.js';
import { applyChanges } from '#guildhall/guilds/changes.js';
import type { GuildChannel, GuildState } from '#guildhall/guilds/state.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import type { CommitListener } from '#guildhall/store/commit.js';
import { actor, channel, GUILD, guild, member, OWNER, role } from '../../guilds/worlds.js';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';
import { eventually } from '../../helpers/eventually.js';
import { account, token } from '../../store/contract/fixtures.js';

const USER = '2';
const GUILDS = Array.from({ length: 20 }, (_, index) => String(Number(GUILD) + index));
const formats = new FrameFormats(API_VERSIONS);

/** A session, and what its client has received. */
interface Client {
  readonly session: Session;
  readonly received: EncodedEvent[];
  stopReading(): void;
  readAgain(): void;
}

/** A guild whose members may view all channels. */
function guildOf(id: string, channels: readonly GuildChannel[] = [], users = [USER]): GuildState {
  const members = [OWNER, ...users].map((user) => member(user));
  const roles = [role(id, { permissions: PERMISSIONS.VIEW_CHANNEL })];
  return { ...guild({ channels, members, roles }), id };
}

/** Each about a kilobyte. */
function manyChannels(count: number): GuildChannel[] {
  const topic = 't'.repeat(1024);
  return Array.from({ length: count }, (_, index) => channel(String(1000 + index), { topic }));
}

describe('Whole guilds', () => {
  let guilds: Map<string, GuildState>;
  let sessions: SessionIndex;
  let delivery: GuildDelivery;
  let time: number;
  /** the turn of the event loop in which each guild was encoded */
  let encodedIn: number[];
  let turn: number;
  /** what happens when something is stored; null: it is stored at once */
  let storing: (() => void)[] | null;
  let json: FrameFormat;
  let etf: FrameFormat;

  /** A format that counts what it encodes, which takes 10 ms. */
  const counted = (format: FrameFormat | undefined): FrameFormat => {
    assert.ok(format);
    return {
      ...format,
      shared: (name, data) => {
        if (name === 'GUILD_CREATE') {
          encodedIn.push(turn);
          time += 10;
        }
        return format.shared(name, data);
      },
    };
  };

  beforeEach(() => {
    guilds = new Map(GUILDS.map((id) => [id, guildOf(id)]));
    sessions = new SessionIndex();
    [time, turn, encodedIn, storing] = [0, 0, [], null];
    json = counted(formats.get('json', '6'));
    etf = counted(formats.get('etf', '6'));
    const store = {
      settled: (listener?: CommitListener) =>
        new Promise<void>((resolve) => {
          const stored = () => {
            listener?.committed?.();
            resolve();
          };
          if (storing === null) stored();
          else storing.push(stored);
        }),
    };
    delivery = new GuildDelivery(
      {
        ...{ guilds: { get: (id) => guilds.get(id) ?? null }, sessions, store },
        ...{ presences: new Presences(), clock: new ManualClock(), log: silentLogger },
      },
      () => time,
    );
  });

  const connect = (userId = USER, format = json, largeThreshold = 250): Client => {
    const user = account(userId);
    const caller: Caller = {
      ...{ kind: 'person', user, applicationId: null, scopes: new Set() },
      ...{ token: token(userId, userId), actor: actor(userId) },
    };
    const received: EncodedEvent[] = [];
    const transport = {
      ...{ format, isClosed: false, hasRoom: true, dropSlowReader() {}, close() {} },
      dispatch: (event: EncodedEvent) => void received.push(event),
    };
    const id = String(sessions.size);
    const options = {
      ...{ id, resumeId: id, caller, largeThreshold, shard: null, receivesApplicationUpdates: false },
      status: { status: 'online', game: null } as const,
    };
    const shared = { replayLimits: DEFAULT_REPLAY_LIMITS, turns: new SendingTurns() };
    const session = new Session(options, transport, shared);
    session.joinedEarly = null;
    sessions.add(session);
    return {
      ...{ session, received },
      stopReading() {
        transport.hasRoom = false;
      },
      readAgain() {
        transport.hasRoom = true;
        session.send();
      },
    };
  };

  const countTurns = () => {
    turn += 1;
    if (turn < 1000) setImmediate(countTurns);
  };

  test('are encoded once for all sessions of a user that join', async () => {
    const clients = Array.from({ length: 50 }, () => connect());
    await Promise.all(clients.map(({ session }) => delivery.deliver(session, GUILD)));
    assert.equal(encodedIn.length, 1);
    assert.equal(new Set(clients.flatMap(({ received }) => received)).size, 1);
    assert.ok(clients.every(({ session }) => session.guilds.has(GUILD)));
  });

  test('are encoded once for each encoding and for each view of a large guild', async () => {
    const clients = [connect(), connect(USER, etf), connect(USER, json, 1), connect(OWNER)];
    const all = [...clients, connect(), connect(USER, etf), connect(USER, json, 1), connect(OWNER)];
    await Promise.all(all.map(({ session }) => delivery.deliver(session, GUILD)));
    assert.equal(encodedIn.length, 4);
    const members = all.map(({ received: [event] }) => {
      const { data } = event?.writtenFor(json.version) ?? assert.fail('nothing was received');
      return (data as { members: unknown[] }).members.length;
    });
    assert.deepEqual(members, [2, 2, 1, 2, 2, 2, 1, 2]);
  });

  test('are made one in a turn of the event loop, for all users and for a guild that is loaded again', async () => {
    const clients = [connect(), connect(OWNER)];
    setImmediate(countTurns);
    await Promise.all(clients.map(({ session }) => delivery.deliverAll(session, GUILDS)));
    assert.equal(encodedIn.length, 2 * GUILDS.length);
    assert.equal(new Set(encodedIn).size, encodedIn.length);
    encodedIn = [];
    delivery.deliverAgain(GUILD);
    await eventually(() => encodedIn.length === 2);
    assert.equal(new Set(encodedIn).size, 2);
  });

  test('are made for a client that has read the one before', async () => {
    const client = connect();
    client.stopReading();
    const delivered = delivery.deliverAll(client.session, GUILDS);
    await settle();
    assert.deepEqual([client.session.guilds.size, encodedIn.length], [1, 1]);
    client.readAgain();
    await delivered;
    assert.equal(client.received.length, GUILDS.length);
  });

  test('do not wait in memory without bound until they are stored', async () => {
    const users = Array.from({ length: 5 }, (_, index) => String(Number(USER) + index));
    guilds.set(GUILD, guildOf(GUILD, manyChannels(2000), users));
    storing = [];
    const delivered = Promise.all(users.map((user) => delivery.deliver(connect(user).session, GUILD)));
    for (let turns = 0; turns < 50; turns += 1) await settle();
    assert.deepEqual([storing.length, encodedIn.length], [2, 2]);
    const stored = storing;
    storing = null;
    for (const store of stored) store();
    await delivered;
    assert.equal(encodedIn.length, users.length);
  });

  for (const [size, channels, made] of [
    ['large', 300, 1],
    ['small', 0, GATEWAY_LIMITS.DELIVERIES],
  ] as const) {
    test(`that are ${size} wait for the store ${made} at a time for one session`, async () => {
      for (const id of GUILDS) guilds.set(id, guildOf(id, manyChannels(channels)));
      storing = [];
      const { received, session } = connect();
      const delivered = delivery.deliverAll(session, GUILDS);
      for (let turns = 0; turns < 50; turns += 1) await settle();
      assert.deepEqual([storing.length, received.length], [made, 0]);
      for (const store of storing.splice(0)) store();
      for (let turns = 0; turns < 50; turns += 1) await settle();
      assert.deepEqual([storing.length, received.length], [Math.min(made, GUILDS.length - made), made]);
      const stored = storing;
      storing = null;
      for (const store of stored) store();
      await delivered;
      assert.equal(received.length, GUILDS.length);
    });
  }

  test('that a client could not read yet are sent once, as they are then', async () => {
    const client = connect();
    client.stopReading();
    void delivery.deliver(client.session, GUILD);
    await settle();
    const [, second = ''] = GUILDS;
    for (let count = 0; count < 9; count += 1) void delivery.deliver(client.session, second);
    await settle();
    const state = guilds.get(second) ?? assert.fail('no guild');
    applyChanges(state, [{ kind: 'channel', channel: channel('300') }]);
    client.readAgain();
    await settle();
    assert.equal(client.received.length, 2);
    const { data } = client.received[1]?.writtenFor(json.version) ?? assert.fail('no guild');
    assert.deepEqual(
      (data as { channels: { id: string }[] }).channels.map(({ id }) => id),
      ['300'],
    );
  });

  test('that a user leaves before their client could read them are not sent', async () => {
    const client = connect();
    client.stopReading();
    const [, joined = '', known = ''] = GUILDS;
    await delivery.deliver(client.session, GUILD);
    const done = [delivery.deliver(client.session, joined), delivery.deliver(client.session, known, true)];
    for (const id of [joined, known]) guilds.delete(id);
    client.readAgain();
    await Promise.all(done);
    const written = client.received.map((event) => event.writtenFor(json.version));
    assert.deepEqual(
      written.map(({ name }) => name),
      ['GUILD_CREATE', 'GUILD_DELETE'],
    );
    assert.deepEqual(written[1]?.data, { id: known });
    assert.equal(client.session.deliveries.size, 0);
  });

  test('are sent again after leaving and joining in the change that stored them', async () => {
    storing = [];
    const { session } = connect();
    void delivery.deliver(session, GUILD);
    await settle();
    const [first] = storing;
    storing = null;
    // All three are stored together.
    first?.();
    sessions.unsubscribe(USER, GUILD);
    await delivery.deliver(session, GUILD);
    assert.equal(session.guilds.has(GUILD), true);
  });
});
