import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SqlMessageStore } from '#guildhall/store/sql/message-store.js';
import { holdNext } from '../support/hold-next.js';
import { dataUri, png } from '../support/jpeg.js';
import { NOBODY } from '../support/rows.js';
import type { Person } from '../support/test-service.js';
import { bearer, botHeader, grant, join } from '../support/world.js';
import { received, usePrivateWorld } from './private-world.js';

const used = usePrivateWorld();

/** People who are in the guild of the world. */
async function members(...names: string[]): Promise<Person[]> {
  const { service, world } = used;
  const people: Person[] = [];
  for (const name of names) {
    const person = await service.person(name);
    await join(service, world.game, person, world.guild);
    people.push(person);
  }
  return people;
}

/** A group of three, which the first of them created. */
async function threeOf() {
  const { service, world, friend } = used;
  const [third] = await members('Alan');
  assert.ok(third);
  const ada = world.member;
  const json = { recipients: [friend.id, third.id], nicks: { [third.id]: 'al' } };
  const group = await service.ok('POST', '/users/@me/channels', { as: ada.token, json });
  return { service, group, path: `/channels/${group.id}`, ada, grace: friend, alan: third };
}

const idsOf = (users: readonly { id: string }[]) => new Set(users.map(({ id }) => id));

describe('A group', () => {
  test('is created by a person with others, who are all sent it; the creator owns it', async () => {
    const { service, group, path, ada, grace, alan } = await threeOf();
    assert.deepEqual([group.type, group.owner_id, group.name, group.icon], [3, ada.id, null, null]);
    assert.deepEqual(idsOf(group.recipients), new Set([grace.id, alan.id]));
    assert.deepEqual(group.nicks, [{ id: alan.id, nick: 'al' }]);
    await service.restart();
    const seen = await service.ok('GET', path, { as: grace.token });
    assert.deepEqual(idsOf(seen.recipients), new Set([ada.id, alan.id]));
    assert.deepEqual(seen.nicks, group.nicks);
  });

  test('shows nothing to somebody who was removed while its messages were read', async () => {
    const { service, path, ada, alan } = await threeOf();
    const held = holdNext(SqlMessageStore.prototype, 'page');
    const reading = service.request('GET', `${path}/messages`, { as: alan.token });
    await held.reached;
    await service.ok('DELETE', `${path}/recipients/${alan.id}`, { as: ada.token });
    held.release();
    const { status, body } = await reading;
    assert.deepEqual([status, body.code], [404, 10003]);
  });

  test('is a new one each time, unlike a DM', async () => {
    const { service, world, friend } = used;
    const [third] = await members('Edsger');
    const create = () =>
      service.ok('POST', '/users/@me/channels', {
        as: world.member.token,
        json: { recipients: [friend.id, third?.id] },
      });
    assert.notEqual((await create()).id, (await create()).id);
  });

  test('has no bots, no users without a shared guild, and at most ten users', async () => {
    const { service, world, friend } = used;
    const create = (as: string, ids: readonly string[]) =>
      service.request('POST', '/users/@me/channels', { as, json: { recipients: ids } });
    const others = await members(...Array.from({ length: 10 }, (_, index) => `member-${index}`));
    const ids = others.map(({ id }) => id);
    const refusals: [string, readonly string[], number][] = [
      [world.bot, [friend.id, world.member.id], 50007],
      [world.member.token, [friend.id, world.game.bot.id], 50007],
      [world.member.token, [friend.id, world.stranger.id], 50007],
      [world.member.token, [friend.id, NOBODY], 10013],
      [world.member.token, ids, 30004],
      [world.member.token, [], 50033],
    ];
    for (const [as, recipients, code] of refusals) {
      assert.equal((await create(as, recipients)).body.code, code, JSON.stringify(recipients));
    }
    const full = await create(world.member.token, ids.slice(0, 9));
    assert.equal(full.status, 200);
    const one = `/channels/${full.body.id}/recipients/${friend.id}`;
    assert.equal((await service.request('PUT', one, { as: world.member.token, json: {} })).body.code, 30004);
  });

  test('cannot be joined by people who are in a hundred groups, but created', async () => {
    const { service } = used;
    const [ada, grace, alan, joan] = await members('Full', 'Friend', 'Third', 'Fourth');
    assert.ok(ada && grace && alan && joan);
    const create = (by: Person, user: Person) =>
      service.request('POST', '/users/@me/channels', {
        as: by.token,
        json: { recipients: [by.id, user.id] },
      });
    const first = `/channels/${(await create(grace, ada)).body.id}`;
    for (let count = 1; count < 100; count += 1) assert.equal((await create(grace, ada)).status, 200);
    await service.ok('DELETE', first, { as: grace.token });
    const refused = await create(alan, ada);
    assert.deepEqual([refused.status, refused.body.code], [400, 30013]);
    const own = await create(ada, alan);
    assert.equal(own.status, 200, 'others cannot use up the groups that somebody may create');
    await service.ok('DELETE', `/channels/${own.body.id}`, { as: ada.token });
    const third = `/channels/${(await create(grace, alan)).body.id}/recipients`;
    const add = (user: Person) =>
      service.request('PUT', `${third}/${user.id}`, { as: grace.token, json: {} });
    assert.equal((await add(ada)).body.code, 30013);
    assert.equal((await add(grace)).status, 204, 'somebody who is in it already');
    await service.ok('DELETE', first, { as: ada.token });
    assert.equal((await add(ada)).status, 204);
    for (let count = 100; count < 200; count += 1) {
      assert.equal((await create(ada, count % 2 === 0 ? alan : joan)).status, 200);
    }
    assert.equal((await create(ada, joan)).body.code, 30013);
  });

  test('sends messages to its recipients, not to former ones', async () => {
    const { service, path, ada, grace, alan } = await threeOf();
    await service.ok('DELETE', path, { as: alan.token });
    const heard = await received(service, [ada.token, grace.token, alan.token], () =>
      service.ok('POST', `${path}/messages`, { as: grace.token, json: { content: 'hi' } }),
    );
    assert.deepEqual(
      heard.map((events) => events.map(({ t }) => t)),
      [['MESSAGE_CREATE'], ['MESSAGE_CREATE'], []],
    );
    const reply = await service.request('GET', `${path}/messages`, { as: alan.token });
    assert.deepEqual([reply.status, reply.body.code], [404, 10003]);
  });

  test('adds users on request of a recipient, and notifies all recipients', async () => {
    const { service, path, ada, grace, alan } = await threeOf();
    const [dennis] = await members('Dennis');
    assert.ok(dennis);
    const [own, theirs, added] = await received(service, [ada.token, alan.token, dennis.token], () =>
      service.ok('PUT', `${path}/recipients/${dennis.id}`, { as: grace.token, json: { nick: 'den' } }),
    );
    for (const events of [own, theirs]) {
      assert.deepEqual(
        events?.map(({ t }) => t),
        ['CHANNEL_RECIPIENT_ADD', 'MESSAGE_CREATE'],
      );
      assert.deepEqual([events?.[0]?.d.user.id, events?.[0]?.d.nick], [dennis.id, 'den']);
      assert.deepEqual([events?.[1]?.d.type, events?.[1]?.d.mentions[0].id], [1, dennis.id]);
    }
    assert.deepEqual(
      added?.map(({ t }) => t),
      ['CHANNEL_CREATE', 'MESSAGE_CREATE'],
    );
    const again = await received(service, [ada.token], () =>
      service.ok('PUT', `${path}/recipients/${dennis.id}`, { as: grace.token, json: {} }),
    );
    assert.deepEqual(again, [[]]);
    for (const [id, code] of [
      [used.world.stranger.id, 50007],
      [used.world.game.bot.id, 50007],
      [NOBODY, 10013],
    ] as const) {
      const reply = await service.request('PUT', `${path}/recipients/${id}`, { as: ada.token, json: {} });
      assert.equal(reply.body.code, code);
    }
  });

  test('allows its owner to remove others, who get CHANNEL_DELETE and nothing more', async () => {
    const { service, path, ada, grace, alan } = await threeOf();
    const remove = (as: string, id: string) => service.request('DELETE', `${path}/recipients/${id}`, { as });
    assert.equal((await remove(grace.token, alan.id)).body.code, 50013);
    assert.equal((await remove(ada.token, NOBODY)).body.code, 10013);
    assert.equal((await remove(ada.token, used.world.stranger.id)).body.code, 10013);
    const [stays, goes] = await received(service, [grace.token, alan.token], () =>
      remove(ada.token, alan.id),
    );
    assert.deepEqual(
      stays?.map(({ t, d }) => [t, d.user?.id ?? d.type]),
      [
        ['CHANNEL_RECIPIENT_REMOVE', alan.id],
        ['MESSAGE_CREATE', 2],
      ],
    );
    assert.deepEqual(
      goes?.map(({ t }) => t),
      ['CHANNEL_DELETE'],
    );
    await service.restart();
    assert.equal((await service.request('GET', path, { as: alan.token })).status, 404);
  });

  test('gets another owner when its owner leaves, and is deleted with its last recipient', async () => {
    const { service, path, ada, grace, alan } = await threeOf();
    const [events] = await received(service, [grace.token], () =>
      service.ok('DELETE', path, { as: ada.token }),
    );
    const update = events?.find(({ t }) => t === 'CHANNEL_UPDATE');
    const owner = update?.d.owner_id;
    assert.ok([grace.id, alan.id].includes(owner));
    const { id } = await service.ok('POST', `${path}/messages`, {
      as: grace.token,
      json: { content: 'last' },
    });
    await service.ok('DELETE', path, { as: grace.token });
    const left = await service.ok('GET', path, { as: alan.token });
    assert.deepEqual([left.owner_id, left.recipients], [alan.id, []]);
    assert.equal((await service.ok('GET', `${path}/messages/${id}`, { as: alan.token })).content, 'last');
    await service.ok('DELETE', path, { as: alan.token });
    for (const restarts of [false, true]) {
      if (restarts) await service.restart();
      assert.equal((await service.request('GET', path, { as: alan.token })).body.code, 10003);
    }
  });

  test('has a name and an image that everybody in it may change; a DM has neither', async () => {
    const { service, path, ada, grace } = await threeOf();
    const icon = dataUri(png(64, 64), 'image/png');
    const [events] = await received(service, [ada.token], () =>
      service.ok('PATCH', path, { as: grace.token, json: { name: ' Pioneers ', icon } }),
    );
    assert.deepEqual(
      events?.map(({ t, d }) => [t, d.content ?? d.name]),
      [
        ['CHANNEL_UPDATE', 'Pioneers'],
        ['MESSAGE_CREATE', 'Pioneers'],
        ['MESSAGE_CREATE', ''],
      ],
    );
    await service.restart();
    const group = await service.ok('GET', path, { as: ada.token });
    assert.equal(group.name, 'Pioneers');
    const image = await fetch(
      `${service.url.replace(/\/api$/, '')}/cdn/channel-icons/${group.id}/${group.icon}.png`,
    );
    assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/png']);
    const same = await service.ok('PATCH', path, { as: ada.token, json: { icon: group.icon } });
    assert.equal(same.icon, group.icon);
    const bare = await service.ok('PATCH', path, { as: ada.token, json: { name: null, icon: null } });
    assert.deepEqual([bare.name, bare.icon], [null, null]);
    const dm = await service.ok('POST', '/users/@me/channels', {
      as: ada.token,
      json: { recipient_id: grace.id },
    });
    for (const [method, target] of [
      ['PATCH', ''],
      ['PUT', `/recipients/${grace.id}`],
      ['DELETE', `/recipients/${grace.id}`],
    ]) {
      const json = method === 'DELETE' ? undefined : { name: 'Two' };
      const reply = await service.request(method ?? '', `/channels/${dm.id}${target}`, {
        as: ada.token,
        json,
      });
      assert.equal(reply.body.code, 50003, method);
    }
  });
});

describe("An application's group", () => {
  /** An access token of a person with the scope gdm.join. */
  const tokenOf = async (person: Person, scope = 'gdm.join') =>
    (await grant(used.service, used.world.game, person, scope)).access_token;

  test('is of people who agreed; its bot manages it without being in it, and reads nothing', async () => {
    const { service, world, friend } = used;
    const tokens = [await tokenOf(world.member), await tokenOf(friend)];
    const json = { access_tokens: tokens, nicks: { [friend.id]: 'g' } };
    const group = await service.ok('POST', '/users/@me/channels', { as: world.bot, json });
    assert.deepEqual(
      [group.type, group.application_id, group.owner_id],
      [3, world.game.id, world.game.bot.id],
    );
    assert.deepEqual(idsOf(group.recipients), new Set([world.member.id, friend.id]));
    const path = `/channels/${group.id}`;
    const stranger = `${path}/recipients/${world.stranger.id}`;
    const put = async (access_token: string) =>
      service.request('PUT', stranger, { as: world.bot, json: { access_token } });
    assert.equal((await put(await tokenOf(friend))).body.code, 50025, 'of another user');
    assert.equal((await put(await tokenOf(world.stranger, 'identify'))).body.code, 50025, 'of another scope');
    assert.equal((await put(await tokenOf(world.stranger))).status, 204);
    assert.equal((await service.request('DELETE', stranger, { as: world.bot })).status, 204);
    for (const target of [path, `${path}/messages`]) {
      assert.equal((await service.request('GET', target, { as: world.bot })).body.code, 10003);
    }
    const message = { as: world.bot, json: { content: 'hi' } };
    assert.equal((await service.request('POST', `${path}/messages`, message)).body.code, 10003);
    const other = await service.game({ name: 'Other' });
    const foreign = await service.request('DELETE', `${path}/recipients/${friend.id}`, {
      as: botHeader(other.bot),
    });
    assert.equal(foreign.body.code, 10003);
    const asPerson = await bearer(service, world.game, world.member, 'rpc.api');
    const reply = await service.request('PUT', stranger, { as: asPerson, json: {} });
    assert.deepEqual([reply.status, reply.body.code], [403, 50001]);
  });

  test('needs right tokens of the same application, a bot, and fewer than ten groups', async () => {
    const { service, world, friend } = used;
    const create = (as: string, access_tokens: readonly string[]) =>
      service.request('POST', '/users/@me/channels', { as, json: { access_tokens } });
    const token = await tokenOf(friend);
    assert.equal((await create(world.bot, [])).body.code, 50033);
    assert.equal((await create(world.bot, [token, 'wrong'])).body.code, 50025);
    assert.equal((await create(world.member.token, [token])).body.code, 20002);
    const other = await service.game({ name: 'Many' });
    assert.equal((await create(botHeader(other.bot), [token])).body.code, 50025);
    const own = (await grant(service, other, friend, 'gdm.join')).access_token;
    for (let index = 0; index < 10; index++) {
      assert.equal((await create(botHeader(other.bot), [own])).status, 200);
    }
    assert.equal((await create(botHeader(other.bot), [own])).body.code, 30013);
  });
});
