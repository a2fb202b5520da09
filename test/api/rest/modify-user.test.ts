import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordEvents } from '../support/event-recorder.js';
import { dataUri, gif, jpeg, png } from '../support/jpeg.js';
import { longText, testRows } from '../support/rows.js';
import { bearer, useWorld } from '../support/world.js';

const used = useWorld();

testRows(used, {
  'Modify current user': [
    {
      title: 'checks each field',
      call: ({ member }) => [
        'PATCH',
        '/users/@me',
        { as: member.token, json: { username: longText(33), avatar: 1 } },
      ],
      status: 400,
      code: 50035,
      fields: { username: 'BASE_TYPE_BAD_LENGTH', avatar: 'STRING_TYPE_CONVERT' },
    },
    {
      title: 'refuses signs that mean something in texts',
      call: ({ member }) => ['PATCH', '/users/@me', { as: member.token, json: { username: 'a@b' } }],
      status: 400,
      code: 50035,
      fields: { username: 'USERNAME_INVALID' },
    },
    {
      title: 'refuses a picture of another size',
      call: ({ member }) => [
        'PATCH',
        '/users/@me',
        { as: member.token, json: { avatar: dataUri(jpeg(1025, 64)) } },
      ],
      status: 400,
      code: 50035,
      fields: { avatar: 'IMAGE_BAD_SIZE' },
    },
    { title: 'needs a token', call: () => ['PATCH', '/users/@me', { json: {} }], status: 401, code: 0 },
  ],
});

test('a user changes name and avatar, which everybody sees, even after a restart', async () => {
  const { service, world } = used;
  const { bot, guild, member } = world;
  const path = `/guilds/${guild}/members/${member.id}`;
  await service.ok('GET', path, { as: bot });
  const avatar = dataUri(jpeg(128, 128));
  const change = (username: string) => () =>
    service.ok('PATCH', '/users/@me', { as: member.token, json: { username, avatar } });
  const heard = await recordEvents(service, bot, change('Countess'));
  assert.deepEqual(
    heard.map(({ t, d }) => [t, d.guild_id, d.user.username]),
    [['GUILD_MEMBER_UPDATE', guild, 'Countess']],
  );
  const own = await recordEvents(service, member.token, change('Duchess'));
  assert.deepEqual(
    own.map(({ t }) => t),
    ['USER_UPDATE', 'GUILD_MEMBER_UPDATE'],
  );
  assert.deepEqual(await recordEvents(service, member.token, change('Duchess')), []);
  for (const when of ['at once', 'after a restart']) {
    const { user } = await service.ok('GET', path, { as: bot });
    assert.equal(user.username, 'Duchess', when);
    const origin = service.url.replace(/\/api$/, '');
    const image = await fetch(`${origin}/cdn/avatars/${member.id}/${user.avatar}.jpg`);
    assert.equal(image.status, 200, when);
    const me = await service.ok('GET', '/users/@me', { as: member.token });
    assert.deepEqual([me.username, me.discriminator], ['Duchess', member.discriminator], when);
    await service.restart();
  }
});

test('no application changes who a person is', async () => {
  const { service, world } = used;
  const as = await bearer(service, world.game, world.member, 'identify email rpc.api');
  const reply = await service.request('PATCH', '/users/@me', { as, json: { username: 'Other' } });
  assert.deepEqual([reply.status, reply.body.code], [403, 50001]);
});

for (const [type, image, hash] of [
  ['image/jpeg', jpeg(300, 200), /^[0-9a-f]{32}$/],
  ['image/png', png(1024, 1), /^[0-9a-f]{32}$/],
  ['image/gif', gif(1, 1024), /^a_[0-9a-f]{32}$/],
] as const) {
  test(`an avatar of the type ${type} is served with its own type, whatever format is declared or requested`, async () => {
    const { service } = used;
    const { id, token } = await service.person('Ida');
    const change = (named: string) =>
      service.ok('PATCH', '/users/@me', { as: token, json: { avatar: dataUri(image, named) } });
    const { avatar } = await change(type);
    assert.match(avatar, hash);
    for (const named of ['image/jpg', 'image/png', 'image/gif']) {
      assert.equal((await change(named)).avatar, avatar);
    }
    const rename = (sent: string) =>
      service.request('PATCH', '/users/@me', { as: token, json: { username: 'Idabelle', avatar: sent } });
    const other = await rename(`${avatar.slice(0, -1)}${avatar.endsWith('0') ? 1 : 0}`);
    assert.deepEqual([other.status, Object.keys(other.body.errors)], [400, ['avatar']]);
    const { username, avatar: same } = (await rename(avatar)).body;
    assert.deepEqual([username, same], ['Idabelle', avatar], 'clients send the hash back when they rename');
    for (const extension of ['jpg', 'png', 'gif', 'webp']) {
      const url = new URL(`/cdn/avatars/${id}/${avatar}.${extension}`, service.url);
      const reply = await fetch(url);
      assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, type]);
      assert.deepEqual(Buffer.from(await reply.arrayBuffer()), image);
    }
  });
}

test('an avatar is refused whose bytes or name are of no accepted type', async () => {
  const { service, world } = used;
  for (const avatar of [
    dataUri(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'),
    dataUri(jpeg(1, 1), 'image/svg+xml'),
    dataUri(gif(0, 1), 'image/gif'),
  ]) {
    const reply = await service.request('PATCH', '/users/@me', { as: world.member.token, json: { avatar } });
    assert.deepEqual([reply.status, reply.body.code], [400, 50035]);
  }
});

test('the reply to a change of a user carries the token that was sent', async () => {
  const { service, world } = used;
  const { bot, member } = world;
  const tokenOf = async (as: string) => (await service.ok('PATCH', '/users/@me', { as, json: {} })).token;
  assert.equal(await tokenOf(member.token), member.token);
  assert.equal(`Bot ${await tokenOf(bot)}`, bot);
});
