import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useCast } from '../support/cast.js';
import { dataUri, png } from '../support/jpeg.js';
import { testRows } from '../support/rows.js';
import { useWorld } from '../support/world.js';
import { guildEmojiRows } from './rows/guild-emojis.js';

const used = useWorld();

testRows(useCast(), guildEmojiRows);

describe('Emojis', () => {
  test('have an image on the CDN until they are deleted, and audit log entries', async () => {
    const { service, world } = used;
    const { bot, guild } = world;
    const bytes = png(32, 32);
    const json = { name: 'smile', image: dataUri(bytes, 'image/png') };
    const { id } = await service.ok('POST', `/guilds/${guild}/emojis`, { as: bot, json });
    await service.restart();
    const image = () => fetch(new URL(`/cdn/emojis/${id}.png`, service.url));
    const reply = await image();
    assert.deepEqual(
      [reply.status, reply.headers.get('content-type'), reply.headers.get('x-content-type-options')],
      [200, 'image/png', 'nosniff'],
    );
    assert.deepEqual(Buffer.from(await reply.arrayBuffer()), bytes);
    await service.ok('PATCH', `/guilds/${guild}/emojis/${id}`, { as: bot, json: { name: 'grin' } });
    await service.ok('DELETE', `/guilds/${guild}/emojis/${id}`, { as: bot });
    const gone = await image();
    await gone.arrayBuffer();
    assert.equal(gone.status, 404);
    const log = await service.ok('GET', `/guilds/${guild}/audit-logs?limit=3`, { as: bot });
    assert.deepEqual(
      log.audit_log_entries.map(({ action_type, target_id, changes }: Record<string, unknown>) => [
        action_type,
        target_id,
        changes,
      ]),
      [
        [62, id, [{ key: 'name', old_value: 'grin' }]],
        [61, id, [{ key: 'name', old_value: 'smile', new_value: 'grin' }]],
        [60, id, [{ key: 'name', new_value: 'smile' }]],
      ],
    );
  });

  test('lose the roles that are deleted', async () => {
    const { service, world } = used;
    const { bot, guild, role } = world;
    const json = { name: 'smile', image: dataUri(png(32, 32), 'image/png'), roles: [role] };
    const { id } = await service.ok('POST', `/guilds/${guild}/emojis`, { as: bot, json });
    await service.ok('DELETE', `/guilds/${guild}/roles/${role}`, { as: bot });
    assert.deepEqual((await service.ok('GET', `/guilds/${guild}/emojis/${id}`, { as: bot })).roles, []);
  });
});
