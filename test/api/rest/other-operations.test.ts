import assert from 'node:assert/strict';
import { NOBODY, testRows } from '../support/rows.js';
import { useWorld } from '../support/world.js';

const used = useWorld();

testRows(used, {
  Gateway: [
    { title: 'is told to anyone', call: () => ['GET', '/gateway'], status: 200 },
    {
      title: 'is returned for any token',
      call: () => ['GET', '/gateway', { as: 'nonsense' }],
      status: 200,
    },
    {
      title: 'is told to bots with their session starts',
      call: ({ bot }) => ['GET', '/gateway/bot', { as: bot }],
      status: 200,
    },
    {
      title: 'with session starts is for bots only',
      call: ({ member }) => ['GET', '/gateway/bot', { as: member.token }],
      status: 403,
      code: 20002,
    },
  ],
  Applications: [
    {
      title: 'show their bot themselves',
      call: ({ bot }) => ['GET', '/oauth2/applications/@me', { as: bot }],
      status: 200,
      check: (body: { id: string; owner: { username: string } }, { game }) =>
        assert.deepEqual([body.id, body.owner.username], [game.id, 'Ada']),
    },
    {
      title: 'show everybody their public fields, and whether they are approved',
      call: ({ game }) => ['GET', `/oauth2/applications/${game.id}/rpc`],
      status: 200,
      check: (body: object) =>
        assert.deepEqual(Object.keys(body), ['description', 'icon', 'id', 'rpc_origins', 'name', 'approved']),
    },
    {
      title: 'are not all known',
      call: () => ['GET', `/oauth2/applications/${NOBODY}/rpc`],
      status: 404,
      code: 10002,
    },
  ],
  Elsewhere: [
    {
      title: 'an unknown path is not found',
      call: ({ bot }) => ['GET', '/nothing', { as: bot }],
      status: 404,
      code: 0,
    },
    {
      title: 'a wrong method is not allowed',
      call: ({ bot, guild }) => ['PUT', `/guilds/${guild}`, { as: bot, json: {} }],
      status: 405,
      code: 0,
    },
  ],
});
