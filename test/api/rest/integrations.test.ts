import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useCast } from '../support/cast.js';
import { recordEvents } from '../support/event-recorder.js';
import { testRows } from '../support/rows.js';
import { useWorld } from '../support/world.js';
import { integrationRows } from './rows/integrations.js';

const used = useWorld();

testRows(useCast(), integrationRows);

test('an integration is attached, changed, synced and detached, with events except for the sync, and stored', async () => {
  const { service, world } = used;
  const { bot, guild, member, game } = world;
  const path = `/guilds/${guild}/integrations`;
  const as = { as: bot };
  const heard = await recordEvents(service, member.token, async () => {
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
    heard.map(({ t, d }) => [t, d.guild_id]),
    [
      'GUILD_ROLE_CREATE',
      'GUILD_INTEGRATIONS_UPDATE',
      'GUILD_INTEGRATIONS_UPDATE',
      'GUILD_ROLE_CREATE',
      'GUILD_INTEGRATIONS_UPDATE',
      'GUILD_ROLE_DELETE',
      'GUILD_INTEGRATIONS_UPDATE',
    ].map((name) => [name, guild]),
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
