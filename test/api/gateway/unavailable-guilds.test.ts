import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GATEWAY_LIMITS } from '#guildhall/api/gateway/limits.js';
import { Database } from '#guildhall/store/database.js';
import { useWorld } from '../support/world.js';

const used = useWorld();

/** Changes what the store says of the world's text channel, as a fault of the disk might. */
async function setOverwrites(value: string): Promise<void> {
  const database = await Database.open(used.service.databasePath);
  await database.run('UPDATE channels SET permission_overwrites = ? WHERE id = ?', value, used.world.text);
  await database.close();
}

test('a guild that cannot be loaded is told as unavailable, and comes when it can', async () => {
  await setOverwrites('nonsense');
  await used.service.restart();
  const gateway = await used.service.identify(used.world.member.token);
  assert.deepEqual(await gateway.heard('GUILD_DELETE'), { id: used.world.guild, unavailable: true });
  await setOverwrites('[]');
  await used.service.clock.advance(GATEWAY_LIMITS.DELIVER_AGAIN_MS);
  const guild = await gateway.heard('GUILD_CREATE');
  assert.deepEqual([guild.id, guild.unavailable], [used.world.guild, false]);
  assert.deepEqual(gateway.dispatches, ['READY', 'GUILD_DELETE', 'GUILD_CREATE']);
  await gateway.close();
});
