import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { eventually } from '../../helpers/eventually.js';
import { oneNodeOnly } from '../../helpers/nodes/one-node.js';
import { messageForm, storedFiles } from '../support/upload.js';
import { useWorld } from '../support/world.js';

const used = useWorld();

/** Sends a message with two files. */
async function send(channel: string, as = used.world.bot): Promise<{ id: string; url: string }> {
  const { service } = used;
  const multipart = messageForm({ 'a.txt': 'a', 'b.txt': 'b' });
  const made = await service.ok('POST', `/channels/${channel}/messages`, { as, multipart });
  return { id: made.id, url: made.attachments[0].url };
}

/** Asserts that something removes exactly the files of these messages. */
async function assertRemoves(
  sent: readonly { readonly url: string }[],
  run: () => Promise<unknown>,
): Promise<void> {
  const { service } = used;
  const before = (await storedFiles(service)).length;
  await run();
  await eventually(async () => (await storedFiles(service)).length === before - 2 * sent.length);
  for (const { url } of sent) assert.equal((await fetch(url)).status, 404);
}

describe('Files are removed', () => {
  test('with their message, and no other message’s', async () => {
    const { service, world } = used;
    const [kept, deleted] = [await send(world.text), await send(world.text)];
    const path = `/channels/${world.text}/messages/${deleted.id}`;
    await assertRemoves([deleted], () => service.ok('DELETE', path, { as: world.bot }));
    assert.equal((await fetch(kept.url)).status, 200);
  });

  test('with messages that are deleted together', async () => {
    const { service, world } = used;
    const sent = [await send(world.text), await send(world.text)];
    const json = { messages: sent.map(({ id }) => id) };
    const path = `/channels/${world.text}/messages/bulk-delete`;
    await assertRemoves(sent, () => service.ok('POST', path, { as: world.bot, json }));
  });

  test('with the messages of a banned member', async () => {
    const { service, world } = used;
    const sent = [await send(world.text, world.member.token)];
    const path = `/guilds/${world.guild}/bans/${world.member.id}?delete-message-days=1`;
    await assertRemoves(sent, () => service.ok('PUT', path, { as: world.bot }));
  });

  test('with their channel', async () => {
    const { service, world } = used;
    const sent = [await send(world.readOnly), await send(world.readOnly)];
    await assertRemoves(sent, () => service.ok('DELETE', `/channels/${world.readOnly}`, { as: world.bot }));
  });

  const skip = oneNodeOnly('a node that starts keeps files of the last hour, which others may be uploading');

  test('at the next start, if the service ended before it removed them', { skip }, async () => {
    const { service, world } = used;
    const { id } = await send(world.text);
    const before = await storedFiles(service);
    await service.ok('DELETE', `/channels/${world.text}/messages/${id}`, { as: world.bot });
    await service.api.stop();
    // As if it had ended between the commit and the removal, and in the middle of an upload.
    const gone = before.filter((name) => !name.startsWith('.'));
    for (const name of gone) await writeFile(join(service.attachmentsPath, name), 'x', { flag: 'a' });
    await writeFile(join(service.attachmentsPath, 'note of the person'), 'x');
    await service.restart();
    assert.deepEqual(await storedFiles(service), [...gone.slice(0, -2), 'note of the person']);
  });

  test('with their guild', async () => {
    const { service, world } = used;
    const sent = [await send(world.text), await send(world.hidden)];
    const before = await storedFiles(service);
    await service.ok('DELETE', `/guilds/${world.guild}`, { as: world.bot });
    const remaining = skip === false ? 1 : 0;
    await eventually(async () => (await storedFiles(service)).length === remaining);
    assert.ok(before.length > 2 * sent.length, 'there were files of other messages, too');
  });
});
