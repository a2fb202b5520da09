import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import { SqlMessageStore } from '#guildhall/store/sql/message-store.js';
import { holdNext } from '../support/hold-next.js';
import { addStaff } from '../support/staff.js';
import { useWorld } from '../support/world.js';

const used = useWorld();

test('a change is refused if the caller loses the permission meanwhile', async () => {
  const { service, world } = used;
  const { bot, guild, text } = world;
  const staff = await addStaff(service, world, PERMISSIONS.VIEW_CHANNEL | PERMISSIONS.MANAGE_MESSAGES);
  const grant = `/guilds/${guild}/members/${staff.person.id}/roles/${staff.role}`;
  const { id } = await service.ok('POST', `/channels/${text}/messages`, { as: bot, json: { content: 'hi' } });
  const pin = () => service.request('PUT', `/channels/${text}/pins/${id}`, { as: staff.token });
  const held = holdNext(SqlMessageStore.prototype, 'one');
  const pinning = pin();
  await held.reached;
  await service.ok('DELETE', grant, { as: bot });
  held.release();
  const refused = await pinning;
  assert.deepEqual([refused.status, refused.body.code], [403, 50013]);
  assert.deepEqual(await service.ok('GET', `/channels/${text}/pins`, { as: bot }), []);
  await service.ok('PUT', grant, { as: bot });
  assert.equal((await pin()).status, 204);
});
