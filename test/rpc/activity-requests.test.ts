import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '#guildhall/client/service-error.js';
import { Deferred } from '#guildhall/platform/async/promises.js';
import type { ActivityRequestBody } from '#guildhall/protocol/objects/activity-request.js';
import type { Activity } from '#guildhall/protocol/objects/presence.js';
import type { ActivityRules } from '#guildhall/rpc/activities/activities.js';
import { type ActivityRequests, REQUEST_LIFETIME_MS } from '#guildhall/rpc/activities/activity-requests.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { inFolder, RawIpcClient, withIpc } from '../helpers/ipc-client.js';
import { MockRpc } from '../helpers/mock-rpc.js';
import { guild } from '../helpers/objects.js';
import { passUntil } from '../helpers/with-clock.js';

const GAME_EVENTS = ['ACTIVITY_JOIN', 'ACTIVITY_SPECTATE', 'ACTIVITY_JOIN_REQUEST', 'ACTIVITY_INVITE'];
const SECRETS = { join: 'join-secret', spectate: 'watch-secret', match: 'match-secret' };
const PARTY = { state: 'Lobby', party: { id: 'party', size: [1, 4] }, secrets: SECRETS };

/** A person with a daemon of their own. */
interface Player {
  readonly id: string;
  readonly mock: MockRpc;
  readonly requests: ActivityRequests;
  /** what they sent to the other */
  readonly sent: ActivityRequestBody[];
  /** A game of theirs that waits for all events of joining. */
  play(clientId?: string, activity?: object): Promise<RawIpcClient>;
}

interface Pair {
  readonly host: Player;
  readonly guest: Player;
  readonly clock: ManualClock;
  /** Delivers a message of a player, as the service does, whatever the daemon of the player would send. */
  deliver(from: Player, to: Player, message: object): void;
}

/** Two people in one guild, whose daemons have a service that passes on presences and messages. */
function withPair(run: (pair: Pair) => Promise<void>): () => Promise<void> {
  return inFolder(async (folder) => {
    const clock = new ManualClock();
    const user = (id: string) => ({ id, username: `user${id}`, discriminator: '0001', avatar: null });
    const facts = { joined_at: '2018-01-01T00:00:00.000000+00:00', deaf: false, mute: false, flags: 0 };
    const members = ['1', '2'].map((id) => ({ user: user(id), roles: [], ...facts }));
    const players = new Map<string, Player>();
    const deliver = ({ id }: Player, to: Player, message: object) =>
      to.mock.client.dispatch('ACTIVITY_REQUEST', { ...message, user: user(id) });
    const mocks: MockRpc[] = [];
    const start = async (id: string, otherId: string): Promise<Player> => {
      const mock = await MockRpc.start({ clock, ipcFolder: `${folder}/${id}` });
      mocks.push(mock);
      const sent: ActivityRequestBody[] = [];
      mock.client.user = user(id);
      mock.client.addGuild(guild('200', { members, member_count: 2 }));
      mock.client.showActivity = (game: Activity | null) => {
        mock.client.shown.push(game);
        const presence = { user: { id }, status: 'online', game, activities: [], guild_id: '200' };
        players.get(otherId)?.mock.client.dispatch('PRESENCE_UPDATE', presence);
      };
      mock.client.answer = (_method, path, body) => {
        assert.equal(path, `/users/${otherId}/activity-requests`);
        sent.push(body as ActivityRequestBody);
        const [from, to] = [players.get(id), players.get(otherId)];
        if (from && to) deliver(from, to, body as object);
        return null;
      };
      const play = async (clientId = '100', activity?: object) => {
        const game = await RawIpcClient.connect(mock.server.ipc?.path ?? '', clientId);
        for (const event of GAME_EVENTS) await game.request('SUBSCRIBE', undefined, event);
        if (activity !== undefined) await game.request('SET_ACTIVITY', { pid: 1, activity });
        return game;
      };
      return { id, mock, requests: mock.server.activityRequests, sent, play };
    };
    try {
      const host = await start('1', '2');
      const guest = await start('2', '1');
      players.set('1', host).set('2', guest);
      await run({ host, guest, clock, deliver });
    } finally {
      for (const mock of mocks) await passUntil(clock, mock.stop());
    }
  });
}

/** What games of a player received of joining, secrets of the other included. */
function heard(game: RawIpcClient): string[] {
  return game.received.flatMap(({ json }) => {
    const { evt, cmd } = JSON.parse(json) as { evt: string | null; cmd: string };
    return cmd === 'DISPATCH' && evt !== null && evt !== 'READY' ? [evt] : [];
  });
}

function states({ requests }: Player): string[] {
  return requests.list().map(({ kind, direction, state }) => `${direction} ${kind} ${state}`);
}

const theOnly = ({ requests }: Player) => requests.list()[0]?.id ?? '';

test(
  'a game gets the request of another to join, accepts it, and the game of the other gets the join secret',
  withPair(async ({ host, guest }) => {
    const hosting = await host.play('100', PARTY);
    const joining = await guest.play();
    await guest.requests.ask('1', 'join');
    const { data, nonce } = await hosting.next(({ evt }) => evt === 'ACTIVITY_JOIN_REQUEST');
    const { user, activity, type } = data as { user: object; activity: Activity; type: number };
    assert.deepEqual([Reflect.get(user, 'id'), Reflect.get(user, 'username'), type], ['2', 'user2', 5]);
    assert.deepEqual([activity.state, activity.party], ['Lobby', PARTY.party]);
    assert.equal(nonce, null);
    assert.doesNotMatch(JSON.stringify(data), /-secret/);
    assert.deepEqual(states(host), ['received ask waiting']);

    assert.equal((await hosting.request('SEND_ACTIVITY_JOIN_INVITE', { user_id: '2', pid: 1 })).data, null);
    const joined = await joining.next(({ evt }) => evt === 'ACTIVITY_JOIN');
    assert.deepEqual([joined.data, joined.nonce], [{ secret: 'join-secret' }, null]);
    assert.deepEqual([states(host), states(guest)], [['received ask accepted'], ['sent ask accepted']]);
    // It is answered: another invite needs another request.
    assert.equal((await hosting.request('SEND_ACTIVITY_JOIN_INVITE', { user_id: '2' })).data?.code, 4010);
  }),
);

test(
  'a game answers the request of somebody whom the person has invited before',
  withPair(async ({ host, guest }) => {
    const hosting = await host.play('100', PARTY);
    const joining = await guest.play();
    await host.requests.invite('2');
    await guest.requests.ask('1', 'join');
    await hosting.next(({ evt }) => evt === 'ACTIVITY_JOIN_REQUEST');
    assert.equal((await hosting.request('SEND_ACTIVITY_JOIN_INVITE', { user_id: '2' })).data, null);
    await joining.next(({ evt }) => evt === 'ACTIVITY_JOIN');
    assert.deepEqual(states(host), ['received ask accepted', 'sent invite waiting']);
  }),
);

test(
  'what the service passes on contains no secret, and is of use to nobody else',
  withPair(async ({ host, guest, deliver }) => {
    const hosting = await host.play('100', PARTY);
    const joining = await guest.play();
    await guest.requests.ask('1', 'join');
    await host.requests.accept(theOnly(host));
    await joining.next(({ evt }) => evt === 'ACTIVITY_JOIN');
    assert.doesNotMatch(JSON.stringify([host.sent, guest.sent]), /-secret/);
    assert.doesNotMatch(JSON.stringify([host.requests.list(), guest.requests.list()]), /-secret/);
    const [accepted] = host.sent;
    // Again, for another request, and to the one who sent it.
    deliver(host, guest, accepted ?? {});
    await guest.requests.ask('1', 'join');
    deliver(host, guest, { ...accepted, id: theOnly(guest) });
    deliver(guest, host, accepted ?? {});
    for (const game of [joining, hosting]) await game.request('GET_USER');
    assert.deepEqual(heard(joining), ['ACTIVITY_JOIN']);
    assert.deepEqual(heard(hosting), ['ACTIVITY_JOIN_REQUEST', 'ACTIVITY_JOIN_REQUEST']);
    assert.deepEqual(states(guest), ['sent ask waiting', 'sent ask accepted']);
  }),
);

test(
  'a declined request tells the one who asked, and further ones of the same user are ignored until it expires',
  withPair(async ({ host, guest, clock }) => {
    const hosting = await host.play('100', PARTY);
    await guest.play();
    await guest.requests.ask('1', 'join');
    const { data } = await hosting.request('CLOSE_ACTIVITY_JOIN_REQUEST', { user_id: '2' });
    assert.equal(data, null);
    assert.deepEqual([states(host), states(guest)], [['received ask declined'], ['sent ask declined']]);
    await guest.requests.ask('1', 'join');
    assert.deepEqual(states(host), ['received ask declined']);
    await clock.advance(REQUEST_LIFETIME_MS);
    assert.deepEqual([states(host), states(guest)], [[], []]);
    await guest.requests.ask('1', 'join');
    assert.deepEqual(states(host), ['received ask waiting']);
    assert.equal((await hosting.request('CLOSE_ACTIVITY_REQUEST', { user_id: '2' })).evt, null);
    assert.deepEqual(states(host), ['received ask declined']);
  }),
);

test(
  'requests expire after ten minutes: then nobody can accept them, and a late secret is dropped',
  withPair(async ({ host, guest, clock, deliver }) => {
    const hosting = await host.play('100', PARTY);
    const joining = await guest.play();
    await guest.requests.ask('1', 'join');
    const id = theOnly(host);
    host.mock.client.answer = () => null;
    await clock.advance(REQUEST_LIFETIME_MS - 1);
    assert.deepEqual(states(host), ['received ask waiting']);
    await host.requests.accept(id);
    const late = host.mock.client.requests.at(-1)?.body;
    await clock.advance(1);
    deliver(host, guest, late as object);
    await assert.rejects(host.requests.accept(id), /no such request waits/);
    assert.equal((await hosting.request('SEND_ACTIVITY_JOIN_INVITE', { user_id: '2' })).data?.code, 4010);
    await joining.request('GET_USER');
    assert.deepEqual(heard(joining), []);
  }),
);

for (const [title, shown, next, isTaken] of [
  ['another party', PARTY, { ...PARTY, party: { id: 'private' } }, false],
  ['another secret without a party', { secrets: SECRETS }, { secrets: { join: 'private-secret' } }, false],
  ['another secret of the same party', PARTY, { ...PARTY, secrets: { join: 'new-secret' } }, true],
] as const) {
  test(
    `an invite ${isTaken ? 'counts' : 'ends'} when the program shows ${title}`,
    withPair(async ({ host, guest }) => {
      const hosting = await host.play('100', { state: 'Lobby', ...shown });
      const joining = await guest.play();
      await host.requests.invite('2');
      const invite = theOnly(guest);
      await hosting.request('SET_ACTIVITY', { pid: 1, activity: { state: 'Lobby', ...next } });
      if (isTaken) {
        await guest.requests.accept(invite);
        const { data } = await joining.next(({ evt }) => evt === 'ACTIVITY_JOIN');
        assert.deepEqual(data, { secret: 'new-secret' });
        return;
      }
      assert.deepEqual(states(host), []);
      // Taken all the same, it is a request that the host has to answer.
      await guest.requests.accept(invite);
      assert.deepEqual(states(host), ['received ask waiting']);
      assert.deepEqual(
        host.sent.map(({ type }) => type),
        ['invite'],
      );
    }),
  );
}

test(
  'an invite asks the person first; who takes it joins, once',
  withPair(async ({ host, guest, deliver }) => {
    await host.play('100', PARTY);
    const joining = await guest.play();
    // Which sorts them all.
    guest.mock.client.state.guilds = () => assert.fail('all guilds were searched');
    await host.requests.invite('2');
    const { data } = await joining.next(({ evt }) => evt === 'ACTIVITY_INVITE');
    const { user, activity, type } = data as { user: object; activity: Activity; type: number };
    assert.deepEqual([Reflect.get(user, 'id'), activity.state, type], ['1', 'Lobby', 1]);
    await joining.request('GET_USER');
    assert.deepEqual(heard(joining), ['ACTIVITY_INVITE']);
    await guest.requests.accept(theOnly(guest));
    assert.deepEqual((await joining.next(({ evt }) => evt === 'ACTIVITY_JOIN')).data, {
      secret: 'join-secret',
    });
    assert.deepEqual([states(host), states(guest)], [['sent invite accepted'], ['received invite accepted']]);
    const before = host.sent.length;
    deliver(guest, host, guest.sent[0] ?? {});
    assert.equal(host.sent.length, before);
  }),
);

test(
  'a request to watch is for the person alone, and gets the secret of watching',
  withPair(async ({ host, guest }) => {
    const hosting = await host.play('100', PARTY);
    const watching = await guest.play();
    await guest.requests.ask('1', 'spectate');
    assert.equal((await hosting.request('SEND_ACTIVITY_JOIN_INVITE', { user_id: '2' })).data?.code, 4010);
    assert.deepEqual(heard(hosting), []);
    await host.requests.accept(theOnly(host));
    const { data } = await watching.next(({ evt }) => evt === 'ACTIVITY_SPECTATE');
    assert.deepEqual(data, { secret: 'watch-secret' });
  }),
);

test(
  'who asks needs the game here, and something to join there; the error says which',
  withPair(async ({ host, guest }) => {
    await assert.rejects(guest.requests.ask('1', 'join'), /plays nothing that can be joined/);
    await host.play('100', { state: 'Alone', secrets: { spectate: 'watch-secret' } });
    await assert.rejects(guest.requests.ask('1', 'join'), /plays nothing that can be joined/);
    await assert.rejects(guest.requests.ask('1', 'spectate'), /no program here can join Game/);
    await assert.rejects(guest.requests.ask('9', 'join'), /9 is not another member/);
    await assert.rejects(guest.requests.ask('2', 'join'), /2 is not another member/);
    await assert.rejects(guest.requests.invite('1'), /no program shows an activity/);
    assert.deepEqual([...host.sent, ...guest.sent], []);
  }),
);

test(
  'only the program whose secret it is answers requests for it, and hands out no secret of another',
  withPair(async ({ host, guest }) => {
    const hosting = await host.play('100', PARTY);
    await guest.play();
    const same = await host.play('100');
    const other = await host.play('999', { state: 'Other', secrets: { join: 'other-secret' } });
    await guest.requests.ask('1', 'join').catch(() => {});
    // The newest is shown, which the guest does not play.
    assert.deepEqual(states(host), []);
    other.socket.destroy();
    await eventually(() => host.mock.server.activities.list().length === 1);
    await guest.requests.ask('1', 'join');
    await hosting.next(({ evt }) => evt === 'ACTIVITY_JOIN_REQUEST');
    for (const cmd of ['SEND_ACTIVITY_JOIN_INVITE', 'CLOSE_ACTIVITY_JOIN_REQUEST']) {
      await same.request(cmd, { user_id: '2' });
    }
    assert.deepEqual(states(host), ['received ask waiting']);
    assert.deepEqual(heard(same), []);
  }),
);

test(
  'a request ends with the activity, and an activity that the person blocks cannot be joined',
  withPair(async ({ host, guest }) => {
    const hosting = await host.play('100', PARTY);
    await guest.play();
    await guest.requests.ask('1', 'join');
    await hosting.request('SET_ACTIVITY', { pid: 1, activity: { state: 'Alone' } });
    assert.deepEqual(states(host), []);
    await hosting.request('SET_ACTIVITY', { pid: 1, activity: PARTY });
    await host.requests.invite('2');
    await hosting.request('SET_ACTIVITY', { pid: 1 });
    assert.deepEqual(states(host), []);
    await guest.requests.accept(theOnly(guest));
    assert.equal(host.sent.length, 1);
  }),
);

test(
  'a request whose activity ended while the service refused the answer is forgotten',
  withPair(async ({ host, guest }) => {
    const hosting = await host.play('100', PARTY);
    await guest.play();
    await guest.requests.ask('1', 'join');
    const refused = new Deferred<null>();
    host.mock.client.answer = () => refused.promise;
    const accepted = host.requests.accept(theOnly(host));
    await hosting.request('SET_ACTIVITY', { pid: 1 });
    assert.deepEqual(states(host), ['received ask accepted']);
    refused.reject(new ServiceError('unreachable', 0));
    await assert.rejects(accepted, /unreachable/);
    assert.deepEqual(states(host), []);
  }),
);

test('SET_ACTIVITY looks for what can be joined as often with one request as with fifty, and reports those that end at once', async (t) => {
  /** How often rules are read, and requests reported, while one of a few programs changes its activity, and when it ends. */
  const workWith = async (requests: number, processes: readonly string[]) => {
    let rulesRead = 0;
    const activityRules: ActivityRules = {
      isShown() {
        rulesRead += 1;
        return true;
      },
      isUndecided: () => false,
      acceptsUnregistered: true,
      onChange: () => () => {},
    };
    const work: number[] = [];
    const measure = async (run: () => Promise<unknown>) => {
      rulesRead = 0;
      await run();
      work.push(rulesRead);
    };
    await withIpc(
      async (mock, path) => {
        const games: RawIpcClient[] = [];
        const show = (game: RawIpcClient | undefined, activity?: object) =>
          game?.request('SET_ACTIVITY', { pid: 1, activity }) ?? assert.fail();
        for (const process of processes) {
          mock.peerProcesses.process = process;
          const game = await RawIpcClient.connect(path);
          await show(game, PARTY);
          games.push(game);
        }
        for (let number = 0; number < requests; number++) {
          mock.client.dispatch('ACTIVITY_REQUEST', {
            ...{ type: 'ask', application_id: '100', action: 'join', data: 'A'.repeat(43) },
            id: String(number).padStart(22, '0'),
            user: { id: String(500 + number), username: 'user', discriminator: '0001', avatar: null },
          });
        }
        const kept = mock.server.activityRequests;
        assert.equal(kept.list().length, requests);
        let reports = 0;
        kept.on('changed', () => {
          reports += 1;
        });
        const [first, ...others] = games;
        await measure(() => show(first, { ...PARTY, state: 'Round 2' }));
        await measure(() => show(first, { state: 'Alone' }));
        for (const other of others) await measure(() => show(other));
        assert.deepEqual(kept.list(), []);
        work.push(reports);
      },
      { activityRules },
    )();
    return work;
  };
  await t.test('of one program', async () => {
    assert.deepEqual(await workWith(50, ['41']), await workWith(1, ['41']));
  });
  await t.test('of several programs', async () => {
    const several = ['41', '42', '43', '44'];
    assert.deepEqual(await workWith(50, several), await workWith(1, several));
  });
});

test(
  'at most fifty received requests are kept, one of each user and kind, which is replaced once a minute',
  withPair(async ({ host, guest, clock, deliver }) => {
    await host.play('100', PARTY);
    const ask = { type: 'ask', application_id: '100', action: 'join', data: 'A'.repeat(43) };
    const idOf = (number: number) => String(number).padStart(22, '0');
    const ids = () => host.requests.list().map(({ id }) => id);
    for (let number = 0; number < 20; number++) deliver(guest, host, { ...ask, id: idOf(number) });
    assert.deepEqual(ids(), [idOf(0)]);
    await clock.advance(60_000);
    deliver(guest, host, { ...ask, id: idOf(20) });
    assert.deepEqual(ids(), [idOf(20)]);
    for (let number = 100; number < 200; number++) {
      deliver({ ...guest, id: String(number) }, host, { ...ask, id: idOf(number) });
      deliver({ ...guest, id: String(number) }, host, {
        ...ask,
        type: 'invite',
        data: null,
        id: idOf(number + 500),
      });
    }
    assert.equal(host.requests.list().length, 50);
  }),
);

test(
  'hostile messages have no effect: unknown ids, other users, broken keys and secrets',
  withPair(async ({ host, guest, deliver }) => {
    const hosting = await host.play('100', PARTY);
    const joining = await guest.play();
    const id = 'x'.repeat(22);
    const message = { id, application_id: '100', action: 'join', data: null };
    for (const type of ['ask', 'accept', 'decline']) deliver(guest, host, { ...message, type });
    deliver(host, host, { ...message, type: 'ask', data: 'A'.repeat(43) });
    deliver(guest, host, { ...message, type: 'ask', data: 'A'.repeat(43), application_id: '12345' });
    assert.deepEqual(states(host), []);
    // A key with which everybody knows the shared secret, and an invalid one.
    for (const data of ['A'.repeat(43), 'AAAA', '']) {
      deliver(guest, host, { ...message, type: 'ask', data });
      await assert.rejects(host.requests.accept(id), /the request is not valid/);
      assert.deepEqual([states(host), host.sent], [[], []]);
    }
    await hosting.request('GET_USER');
    assert.equal(heard(hosting).length, 3);
    await guest.requests.ask('1', 'join');
    const asked = theOnly(guest);
    for (const data of ['', 'AAAA', 'B'.repeat(120), null]) {
      deliver(host, guest, { ...message, id: asked, type: 'accept', data });
    }
    deliver({ ...host, id: '7' }, guest, { ...message, id: asked, type: 'decline' });
    await joining.request('GET_USER');
    assert.deepEqual([heard(joining), states(guest)], [[], ['sent ask waiting']]);
  }),
);

test(
  'a service that does not pass on a message loses nothing: the request still waits',
  withPair(async ({ host, guest }) => {
    const hosting = await host.play('100', PARTY);
    const joining = await guest.play();
    guest.mock.client.refusal = new ServiceError('You are being rate limited.', 429);
    await assert.rejects(guest.requests.ask('1', 'join'), /rate limited/);
    assert.deepEqual(states(guest), []);
    guest.mock.client.refusal = null;
    await guest.requests.ask('1', 'join');
    host.mock.client.refusal = new ServiceError('unreachable', 0);
    assert.equal((await hosting.request('SEND_ACTIVITY_JOIN_INVITE', { user_id: '2' })).data?.code, 1000);
    assert.deepEqual(states(host), ['received ask waiting']);
    host.mock.client.refusal = null;
    await hosting.request('SEND_ACTIVITY_JOIN_INVITE', { user_id: '2' });
    await joining.next(({ evt }) => evt === 'ACTIVITY_JOIN');
  }),
);

test(
  'of several connections of a program, the last one that subscribed gets the secret, and the inspector none',
  withPair(async ({ host, guest, clock }) => {
    await host.play('100', PARTY);
    guest.mock.peerProcesses.process = '42';
    const [first, second] = [await guest.play(), await guest.play()];
    const texts: string[] = [];
    for (const { id } of guest.mock.server.sessions.list()) {
      const frames = (seen: readonly { text: string }[]) => texts.push(...seen.map(({ text }) => text));
      guest.mock.server.sessions.inspect(id, { frames, closed: () => {} });
    }
    await guest.requests.ask('1', 'join');
    await host.requests.accept(theOnly(host));
    await second.next(({ evt }) => evt === 'ACTIVITY_JOIN');
    await first.request('GET_USER');
    assert.deepEqual(heard(first), []);
    await clock.advance(1_000);
    await eventually(() => texts.some((text) => text.includes('ACTIVITY_JOIN')));
    assert.doesNotMatch(texts.join('\n'), /-secret/);
  }),
);

test(
  'while several programs name the same application, none of them gets the secret',
  withPair(async ({ host, guest }) => {
    await host.play('100', PARTY);
    guest.mock.peerProcesses.process = '42';
    const game = await guest.play();
    await guest.requests.ask('1', 'join');
    guest.mock.peerProcesses.process = '43';
    const other = await guest.play();
    await host.requests.accept(theOnly(host));
    await assert.rejects(guest.requests.ask('1', 'join'), /several programs here say that they are Game/);
    await host.requests.invite('2');
    await assert.rejects(guest.requests.accept(theOnly(guest)), /several programs here/);
    for (const one of [game, other]) await one.request('GET_USER');
    assert.deepEqual([...heard(game), ...heard(other)], []);
    other.socket.destroy();
    await eventually(() => guest.mock.server.sessions.list().length === 1);
    await guest.requests.accept(theOnly(guest));
    assert.deepEqual((await game.next(({ evt }) => evt === 'ACTIVITY_JOIN')).data, { secret: 'join-secret' });
  }),
);

test(
  'programs that the system does not name are not taken for one',
  withPair(async ({ host, guest }) => {
    await host.play('100', PARTY);
    guest.mock.peerProcesses.process = null;
    await guest.play();
    await guest.play();
    await assert.rejects(guest.requests.ask('1', 'join'), /several programs here say that they are Game/);
  }),
);

test(
  'a program that shows the same activity later neither answers a request nor has its secret sent',
  withPair(async ({ host, guest }) => {
    host.mock.peerProcesses.process = '41';
    const hosting = await host.play('100', PARTY);
    const joining = await guest.play();
    await guest.requests.ask('1', 'join');
    await host.requests.invite('2');
    host.mock.peerProcesses.process = '42';
    const other = await host.play('100', { ...PARTY, secrets: { join: 'other-secret' } });
    assert.equal((await other.request('SEND_ACTIVITY_JOIN_INVITE', { user_id: '2' })).data?.code, 4010);
    await other.request('CLOSE_ACTIVITY_JOIN_REQUEST', { user_id: '2' });
    const [, asked] = host.requests.list();
    await assert.rejects(host.requests.accept(asked?.id ?? ''), /several programs here/);
    assert.deepEqual(states(host), ['sent invite waiting', 'received ask waiting']);
    await guest.requests.accept(theOnly(guest));
    await hosting.request('SEND_ACTIVITY_JOIN_INVITE', { user_id: '2' });
    for (const _ of ['invite', 'ask']) {
      const { data } = await joining.next(({ evt }) => evt === 'ACTIVITY_JOIN');
      assert.deepEqual(data, { secret: 'join-secret' });
    }
  }),
);

test(
  'of several connections of a program, the one that got the request is joined',
  withPair(async ({ host, guest }) => {
    host.mock.peerProcesses.process = '41';
    await host.play('100', PARTY);
    const joining = await guest.play();
    await guest.requests.ask('1', 'join');
    const newer = await host.play('100', { ...PARTY, secrets: { join: 'newer-secret' } });
    assert.equal((await newer.request('SEND_ACTIVITY_JOIN_INVITE', { user_id: '2' })).data?.code, 4010);
    await host.requests.accept(theOnly(host));
    const { data } = await joining.next(({ evt }) => evt === 'ACTIVITY_JOIN');
    assert.deepEqual(data, { secret: 'join-secret' });
  }),
);

test(
  'while several programs show the same activity, none gets a request, and the person can neither accept nor invite',
  withPair(async ({ host, guest }) => {
    const hosting = await host.play('100', PARTY);
    const other = await host.play('100', { ...PARTY, secrets: { join: 'other-secret' } });
    const joining = await guest.play();
    await guest.requests.ask('1', 'join');
    for (const game of [hosting, other]) {
      assert.equal((await game.request('SEND_ACTIVITY_JOIN_INVITE', { user_id: '2' })).data?.code, 4010);
      assert.deepEqual(heard(game), []);
    }
    await assert.rejects(host.requests.accept(theOnly(host)), /several programs here say that they are/);
    await assert.rejects(host.requests.invite('2'), /several programs here say that they are Game/);
    assert.deepEqual(states(host), ['received ask waiting']);
    other.socket.destroy();
    await eventually(() => host.mock.server.activities.list().length === 1);
    await host.requests.accept(theOnly(host));
    const { data } = await joining.next(({ evt }) => evt === 'ACTIVITY_JOIN');
    assert.deepEqual(data, { secret: 'join-secret' });
  }),
);

test(
  'answered requests make room for others, accepted ones before declined ones',
  withPair(async ({ host, guest, deliver }) => {
    await host.play('100', PARTY);
    await guest.play();
    await guest.requests.ask('1', 'join');
    host.mock.client.answer = () => null;
    const data = guest.sent[0]?.data ?? null;
    const idOf = (number: number) => String(number).padStart(22, '0');
    const ask = (number: number) => {
      const message = { type: 'ask', application_id: '100', action: 'join', data, id: idOf(number) };
      deliver({ ...guest, id: String(number) }, host, message);
    };
    for (let number = 101; number < 150; number++) ask(number);
    await host.requests.decline(idOf(101));
    await host.requests.accept(idOf(102));
    for (const number of [201, 202, 203]) ask(number);
    const ids = host.requests.list().map(({ id }) => id);
    assert.deepEqual(ids.slice(0, 3), [idOf(202), idOf(201), idOf(149)]);
    assert.deepEqual([ids.length, ids.includes(idOf(101)), ids.includes(idOf(102))], [50, false, false]);
  }),
);

test(
  'another person who signs in finds no requests',
  withPair(async ({ host, guest }) => {
    await host.play('100', PARTY);
    await guest.play();
    await guest.requests.ask('1', 'join');
    await host.mock.client.signIn('other');
    assert.deepEqual(states(host), []);
  }),
);
