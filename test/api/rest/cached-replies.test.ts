import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { API_VERSIONS } from '#guildhall/api/versions/index.js';
import { V6 } from '#guildhall/api/versions/v6/version.js';
import type { ApiVersion } from '#guildhall/api/versions/version.js';
import { holdsSoon } from '../../helpers/nodes/soon.js';
import { dataUri, png } from '../support/jpeg.js';
import type { TestService } from '../support/test-service.js';
import { join, makeWorld, useWorld, type World } from '../support/world.js';

/** Versions like 6 that no request has used yet: replies to them are not cached. */
const UNUSED = Array.from({ length: 30 }, (_, index) => String(100 + index));
const copyOfV6 = (): ApiVersion => Object.assign(Object.create(Object.getPrototypeOf(V6)), V6);
const used = useWorld(undefined, {
  versions: new Map([...API_VERSIONS, ...UNUSED.map((number) => [number, copyOfV6()] as const)]),
});

type Change = (service: TestService, world: World & { readonly emoji: string }) => Promise<unknown>;

const send = (method: string, path: (world: World) => string, json?: object): Change => {
  return (service, world) =>
    service.request(method, path(world), { as: world.bot, ...(json !== undefined && { json }) });
};

const CHANGES: Readonly<Record<string, Change>> = {
  'guild settings': send('PATCH', ({ guild }) => `/guilds/${guild}`, { name: 'Renamed' }),
  'a new role': send('POST', ({ guild }) => `/guilds/${guild}/roles`, { name: 'new' }),
  'a changed role': send('PATCH', ({ guild, role }) => `/guilds/${guild}/roles/${role}`, { color: 5 }),
  'a nick': send('PATCH', ({ guild, member }) => `/guilds/${guild}/members/${member.id}`, { nick: 'Nick' }),
  'a role of a member': send(
    'PUT',
    ({ guild, member, role }) => `/guilds/${guild}/members/${member.id}/roles/${role}`,
  ),
  'a new channel': send('POST', ({ guild }) => `/guilds/${guild}/channels`, { name: 'new' }),
  'a channel that is hidden': send(
    'PUT',
    ({ readOnly, guild }) => `/channels/${readOnly}/permissions/${guild}`,
    {
      type: 'role',
      allow: 0,
      deny: 0x400,
    },
  ),
  'a message': send('POST', ({ text }) => `/channels/${text}/messages`, { content: 'hello' }),
  'a new ban': send('PUT', ({ guild, stranger }) => `/guilds/${guild}/bans/${stranger.id}`),
  // Their guilds do not change.
  'the name of a banned user': (service, { stranger }) =>
    service.request('PATCH', '/users/@me', { as: stranger.token, json: { username: 'Banned' } }),
  'a lifted ban': send('DELETE', ({ guild, stranger }) => `/guilds/${guild}/bans/${stranger.id}`),
  'a new member': (service, { game, stranger, guild }) => join(service, game, stranger, guild),
  'a new emoji': send('POST', ({ guild }) => `/guilds/${guild}/emojis`, {
    name: 'second',
    image: dataUri(png(32, 32), 'image/png'),
  }),
  'a new integration': send('POST', ({ guild }) => `/guilds/${guild}/integrations`, {
    type: 'twitch',
    id: '123',
  }),
  'the embed': send('PATCH', ({ guild }) => `/guilds/${guild}/embed`, { enabled: true }),
  'a new invite': send('POST', ({ text }) => `/channels/${text}/invites`, { max_age: 60 }),
  'an invite that expired': (service) => service.clock.advance(61_000),
  'the name of a user': (service, { member }) =>
    service.request('PATCH', '/users/@me', { as: member.token, json: { username: 'Renamed' } }),
  'a member who left': send('DELETE', ({ guild, stranger }) => `/guilds/${guild}/members/${stranger.id}`),
};

/** The reads of a guild, by the owner and by a member who may not see everything. */
function reads({ guild, member, text, stranger }: World, emoji: string): string[] {
  return [
    ...['', '/channels', '/roles', '/bans', '/emojis', '/integrations', '/embed', '/invites', '/regions'],
    ...['/members?limit=10', '/members?limit=1', `/members/${member.id}`, `/members/${stranger.id}`],
    ...[`/bans/${stranger.id}`, `/emojis/${emoji}`],
  ]
    .map((path) => `/guilds/${guild}${path}`)
    .concat(`/channels/${text}`, `/channels/${text}/invites`);
}

test('after every kind of change a cached reply is what one without cache is', async () => {
  const { service } = used;
  const world = await makeWorld(service);
  const { id: emoji } = await service.ok('POST', `/guilds/${world.guild}/emojis`, {
    as: world.bot,
    json: { name: 'first', image: dataUri(png(32, 32), 'image/png') },
  });
  const read = async (version: string): Promise<string[]> => {
    const replies: string[] = [];
    for (const as of [world.bot, world.member.token]) {
      for (const path of reads(world, emoji)) {
        const reply = await fetch(`${service.url}/v${version}${path}`, { headers: { authorization: as } });
        replies.push(`${path} ${reply.status} ${await reply.text()}`);
      }
    }
    return replies;
  };
  let before = await read('6');
  for (const [index, [title, change]] of Object.entries(CHANGES).entries()) {
    await change(service, { ...world, emoji });
    let cached = before;
    // Other nodes learn of a new name of an account a little later.
    await holdsSoon(async () => {
      cached = await read('6');
      return !isDeepStrictEqual(cached, before);
    }, `${title} shows in a reply`);
    assert.deepEqual(cached, await read(UNUSED[index] ?? ''), title);
    before = cached;
  }
});

test('members who may view different channels get different lists of them', async () => {
  const { service, world } = used;
  const list = (as: string) => service.ok('GET', `/guilds/${world.guild}/channels`, { as });
  const names = (channels: { name: string }[]) => channels.map(({ name }) => name);
  for (let count = 0; count < 2; count += 1) {
    assert.ok(names(await list(world.bot)).includes('hidden'));
    assert.ok(!names(await list(world.member.token)).includes('hidden'));
  }
});

test('a cached reply is refused to those who may not read it', async () => {
  const { service, world } = used;
  for (const path of [`/guilds/${world.guild}`, `/guilds/${world.guild}/bans`, `/channels/${world.hidden}`]) {
    await service.ok('GET', path, { as: world.bot });
    await service.ok('GET', path, { as: world.bot });
    const { status } = await service.request('GET', path, { as: world.stranger.token });
    assert.equal(status, 403, path);
  }
  const bans = await service.request('GET', `/guilds/${world.guild}/bans`, { as: world.member.token });
  assert.deepEqual([bans.status, bans.body.code], [403, 50013]);
});
