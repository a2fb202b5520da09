import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GATEWAY_LIMITS } from '#guildhall/api/gateway/limits.js';
import { withDatabaseOfTest } from '../../helpers/postgres/database-of-test.js';
import { isPostgres } from '../../helpers/postgres/store-of-test.js';
import type { GatewayClient } from '../support/gateway-client.js';
import { useWorld } from '../support/world.js';
import { settled } from './helpers.js';

const used = useWorld();
/** PostgreSQL checks what it stores as JSON. */
const skip = isPostgres() ? 'no such value can be stored' : false;

/** Changes what the store says, as a fault of the disk might. */
async function damage(statement: string, ...values: string[]): Promise<void> {
  await withDatabaseOfTest(used.service.databasePath, (database) => database.all(statement, ...values));
}

/** Writes what no guild has as its features, or puts back what it had. */
const setFeatures = (features: string) =>
  damage('UPDATE guilds SET features = ? WHERE id = ?', features, used.world.guild);

/** The same with the overwrites of the world's text channel. */
const setOverwrites = (value: string) =>
  damage('UPDATE channels SET permission_overwrites = ? WHERE id = ?', value, used.world.text);

/** A session of the member after the guild was damaged and the service restarted. */
async function identifyWithDamagedGuild(): Promise<GatewayClient> {
  const { service, world } = used;
  await setFeatures('damaged');
  await service.restart();
  const gateway = await service.identify(world.member.token);
  assert.deepEqual(await gateway.heard('GUILD_DELETE'), { id: world.guild, unavailable: true });
  return gateway;
}

test('a guild that fails to load is sent as unavailable once per attempt, and sent when it is available', {
  skip,
}, async () => {
  const { service, world } = used;
  const gateway = await identifyWithDamagedGuild();
  await service.clock.advance(GATEWAY_LIMITS.DELIVER_AGAIN_MS);
  assert.deepEqual(await gateway.heard('GUILD_DELETE'), { id: world.guild, unavailable: true });
  await setFeatures('[]');
  await settled(gateway);
  assert.equal(gateway.dispatches.includes('GUILD_CREATE'), false, 'not before it is tried again');
  await service.clock.advance(GATEWAY_LIMITS.DELIVER_AGAIN_MS);
  const guild = await gateway.heard('GUILD_CREATE');
  assert.deepEqual([guild.id, guild.unavailable, guild.member_count], [world.guild, false, 2]);
  await service.ok('POST', `/channels/${world.text}/messages`, { as: world.bot, json: { content: 'back' } });
  assert.equal((await gateway.heard('MESSAGE_CREATE')).content, 'back');
  assert.equal(gateway.dispatches.filter((name) => name === 'GUILD_DELETE').length, 2);
});

test('a guild with a channel that fails to load is sent as unavailable, and sent when it is available', {
  skip,
}, async () => {
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

test('a guild that was sent as unavailable is sent as left if its user is no longer a member', {
  skip,
}, async () => {
  const { service, world } = used;
  const gateway = await identifyWithDamagedGuild();
  await damage('DELETE FROM members WHERE guild_id = ? AND user_id = ?', world.guild, world.member.id);
  await setFeatures('[]');
  await service.clock.advance(GATEWAY_LIMITS.DELIVER_AGAIN_MS);
  assert.deepEqual(await gateway.heard('GUILD_DELETE'), { id: world.guild });
});
