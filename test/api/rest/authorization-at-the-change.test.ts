import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import { SqlAuditLogStore } from '#guildhall/store/sql/audit-log-store.js';
import { SqlMessageStore } from '#guildhall/store/sql/message-store.js';
import { eventually } from '../../helpers/eventually.js';
import { oneNodeOnly } from '../../helpers/nodes/one-node.js';
import { type HeldCall, holdNext, tryToEnd } from '../support/hold-next.js';
import { addStaff } from '../support/staff.js';
import { partHead, RawUpload, storedFiles } from '../support/upload.js';
import { bearer, client, useWorld } from '../support/world.js';

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

test('what was read is not shown to a caller who lost access meanwhile', async () => {
  const { service, world } = used;
  const { bot, guild, text } = world;
  const staff = await addStaff(service, world, PERMISSIONS.VIEW_AUDIT_LOG);
  const { id } = staff.person;
  /** Holds a read of the store for a request, and ends the caller's access meanwhile. */
  const refusal = async (held: HeldCall, path: string, end: string, json?: object) => {
    const asking = service.request('GET', path, { as: staff.token });
    await held.reached;
    await service.ok(json === undefined ? 'DELETE' : 'PUT', end, { as: bot, ...(json && { json }) });
    held.release();
    const { status, body } = await asking;
    return [status, body.code];
  };
  const messages = holdNext(SqlMessageStore.prototype, 'page');
  const hidden = { type: 'member', deny: PERMISSIONS.VIEW_CHANNEL };
  assert.deepEqual(
    await refusal(messages, `/channels/${text}/messages`, `/channels/${text}/permissions/${id}`, hidden),
    [403, 50001],
  );
  const log = () => holdNext(SqlAuditLogStore.prototype, 'page');
  const path = `/guilds/${guild}/audit-logs`;
  const member = `/guilds/${guild}/members/${id}`;
  assert.deepEqual(await refusal(log(), path, `${member}/roles/${staff.role}`), [403, 50013]);
  await service.ok('PUT', `${member}/roles/${staff.role}`, { as: bot });
  assert.deepEqual(await refusal(log(), path, member), [403, 50001]);
});

describe('An application whose access is revoked', () => {
  const revoke = (as: string) =>
    used.service.ok('POST', '/oauth2/token/revoke', {
      form: { ...client(used.world.game), token: as.slice('Bearer '.length) },
    });

  test('is not shown what it began to read before', async () => {
    const { service, world } = used;
    const as = await bearer(service, world.game, world.member, 'rpc.api messages.read');
    const held = holdNext(SqlMessageStore.prototype, 'page');
    const asking = service.request('GET', `/channels/${world.text}/messages`, { as });
    await held.reached;
    await revoke(as);
    held.release();
    assert.equal((await asking).status, 401);
  });

  const skip = oneNodeOnly('how many changes of a user are made at a time applies per node');
  test('makes no change that waited for others', { skip }, async () => {
    const { service, world } = used;
    const as = await bearer(service, world.game, world.member, 'rpc.api');
    const path = `/channels/${world.text}/messages`;
    const { id } = await service.ok('POST', path, { as, json: { content: 'hello' } });
    const edit = () => service.request('PATCH', `${path}/${id}`, { as, json: { content: 'edited' } });
    const held = holdNext(SqlMessageStore.prototype, 'one');
    const first = edit();
    await held.reached;
    const all = Promise.all([first, ...Array.from({ length: 39 }, edit)]);
    await tryToEnd(service, all);
    await revoke(as);
    held.release();
    const refused = (await all).filter(({ status }) => status === 401);
    assert.equal(refused.length, 8);
  });

  test('sends no message whose form it began to send before', async () => {
    const { service, world } = used;
    const as = await bearer(service, world.game, world.member, 'rpc.api');
    const upload = new RawUpload(service, world.text, as);
    const before = await storedFiles(service);
    await upload.send(`${partHead('file', 'late.txt')}late`);
    await eventually(async () => (await storedFiles(service)).length > before.length);
    await revoke(as);
    upload.end();
    assert.equal(await upload.status, 401);
    assert.deepEqual(await storedFiles(service), before);
  });
});
