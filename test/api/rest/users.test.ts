import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NOBODY, testRows } from '../support/rows.js';
import { bearer, useWorld } from '../support/world.js';

const used = useWorld();

testRows(used, {
  'Get current user': [
    {
      title: 'shows a person themselves',
      call: ({ member }) => ['GET', '/users/@me', { as: member.token }],
      status: 200,
      check: (body: { id: string }, { member }) => assert.equal(body.id, member.id),
    },
    {
      title: 'takes %40me for @me',
      call: ({ bot }) => ['GET', '/users/%40me', { as: bot }],
      status: 200,
      check: (body: { bot: boolean }) => assert.equal(body.bot, true),
    },
  ],
  'Get user': [
    {
      title: 'shows anybody',
      call: ({ stranger, member }) => ['GET', `/users/${member.id}`, { as: stranger.token }],
      status: 200,
    },
    {
      title: 'does not know everybody',
      call: ({ member }) => ['GET', `/users/${NOBODY}`, { as: member.token }],
      status: 404,
      code: 10013,
    },
  ],
  'Get current user guilds': [
    {
      title: 'lists guilds with what the caller is in them',
      call: ({ member }) => ['GET', '/users/@me/guilds', { as: member.token }],
      status: 200,
      check: (body: object[], { guild }) =>
        assert.deepEqual(body, [
          { id: guild, name: 'World', icon: null, owner: false, permissions: 104324161 },
        ]),
    },
    {
      title: 'pages',
      call: ({ member, guild }) => ['GET', `/users/@me/guilds?after=${guild}&limit=1`, { as: member.token }],
      status: 200,
      check: (body: []) => assert.deepEqual(body, []),
    },
  ],
});

describe('A bearer token', () => {
  test('allows only what its scopes include', async () => {
    const { game, member, guild, text } = used.world;
    const statuses = async (scope: string, paths: string[]) => {
      const as = await bearer(used.service, game, member, scope);
      return Promise.all(paths.map(async (path) => (await used.service.request('GET', path, { as })).status));
    };
    const paths = [
      '/users/@me',
      '/users/@me/guilds',
      `/guilds/${guild}`,
      `/channels/${text}/messages`,
      '/oauth2/@me',
      '/oauth2/tokens',
    ];
    assert.deepEqual(await statuses('identify', paths), [200, 403, 403, 403, 200, 403]);
    assert.deepEqual(await statuses('guilds', paths), [403, 200, 403, 403, 200, 403]);
    assert.deepEqual(await statuses('rpc.api', paths), [200, 200, 200, 403, 200, 403]);
    assert.deepEqual(await statuses('messages.read', paths), [403, 403, 403, 200, 200, 403]);
  });

  test('shows the e-mail address only with the scope email', async () => {
    const { game, member } = used.world;
    const plain = await used.service.ok('GET', '/users/@me', {
      as: await bearer(used.service, game, member, 'identify'),
    });
    assert.equal('email' in plain, false);
    const full = await used.service.ok('GET', '/users/@me', {
      as: await bearer(used.service, game, member, 'identify email'),
    });
    assert.equal('email' in full, true);
  });
});
