import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOBODY, type Row, testRows } from '../support/rows.js';
import { witness } from '../support/witness.js';
import { useWorld } from '../support/world.js';

const used = useWorld();

/** Every operation on integrations needs MANAGE_GUILD; on one, it must be there. */
function refusals(method: string, more: string, json?: object): Row[] {
  const call = (as: string, guild: string) =>
    [method, `/guilds/${guild}/integrations${more}`, { as, ...(json && { json }) }] as const;
  const rows: Row[] = [
    {
      title: 'needs MANAGE_GUILD',
      call: ({ member, guild }) => call(member.token, guild),
      status: 403,
      code: 50013,
    },
    {
      title: 'is closed to others',
      call: ({ stranger, guild }) => call(stranger.token, guild),
      status: 403,
      code: 50001,
    },
    { title: 'does not know any guild', call: ({ bot }) => call(bot, NOBODY), status: 404, code: 10004 },
  ];
  if (more === '') return rows;
  const unknown: Row = {
    title: 'does not know any integration',
    call: ({ bot, guild }) => call(bot, guild),
    status: 404,
    code: 10005,
  };
  return [...rows, unknown];
}

testRows(used, {
  'Get guild integrations': refusals('GET', ''),
  'Create guild integration': [
    ...refusals('POST', '', { type: 'twitch', id: '7' }),
    {
      title: 'wants type and id',
      call: ({ bot, guild }) => [
        'POST',
        `/guilds/${guild}/integrations`,
        { as: bot, json: { type: '', id: 'x' } },
      ],
      status: 400,
      code: 50035,
      fields: { type: 'BASE_TYPE_BAD_LENGTH', id: 'NUMBER_TYPE_COERCE' },
    },
  ],
  'Modify guild integration': [
    ...refusals('PATCH', `/${NOBODY}`, {}),
    {
      title: 'checks each field',
      call: ({ bot, guild }) => [
        'PATCH',
        `/guilds/${guild}/integrations/${NOBODY}`,
        { as: bot, json: { expire_behavior: 2, expire_grace_period: -1, enable_emoticons: 1 } },
      ],
      status: 400,
      code: 50035,
      fields: {
        expire_behavior: 'BASE_TYPE_CHOICES',
        expire_grace_period: 'NUMBER_TYPE_MIN',
        enable_emoticons: 'BOOLEAN_TYPE_CONVERT',
      },
    },
  ],
  'Delete guild integration': refusals('DELETE', `/${NOBODY}`),
  'Sync guild integration': refusals('POST', `/${NOBODY}/sync`),
});

test('an integration is attached, changed, synced and detached; each but the sync is told, all is kept', async () => {
  const { service, world } = used;
  const { bot, guild, member, game } = world;
  const path = `/guilds/${guild}/integrations`;
  const as = { as: bot };
  const heard = await witness(service, member.token, async () => {
    await service.ok('POST', path, { ...as, json: { type: 'twitch', id: '7' } });
    const again = await service.request('POST', path, { ...as, json: { type: 'twitch', id: '7' } });
    assert.equal(again.body.errors.id._errors[0].code, 'INTEGRATION_ALREADY_ATTACHED');
    const json = { expire_behavior: 1, expire_grace_period: 86400, enable_emoticons: true };
    await service.ok('PATCH', `${path}/7`, { ...as, json });
    await service.clock.advance(1000);
    await service.ok('POST', `${path}/7/sync`, as);
    await service.ok('POST', path, { ...as, json: { type: 'youtube', id: '8' } });
    await service.ok('DELETE', `${path}/8`, as);
  });
  assert.deepEqual(
    heard.map(({ t, d }) => [t, d]),
    Array(4).fill(['GUILD_INTEGRATIONS_UPDATE', { guild_id: guild }]),
  );
  await service.restart();
  const [kept, ...others] = await service.ok('GET', path, as);
  assert.deepEqual(others, []);
  assert.equal(kept.user.id, game.bot.id);
  assert.equal(Date.parse(kept.synced_at), service.clock.now());
  assert.deepEqual(
    [kept.id, kept.type, kept.expire_behavior, kept.expire_grace_period, kept.enable_emoticons],
    ['7', 'twitch', 1, 86400, true],
  );
});
