import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useCast } from '../support/cast.js';
import { recordEvents } from '../support/event-recorder.js';
import { dataUri, jpeg } from '../support/jpeg.js';
import { testRows } from '../support/rows.js';
import { join, useWorld } from '../support/world.js';
import { modifyGuildRows } from './rows/modify-guild.js';

const used = useWorld();
const icon = jpeg(128, 128, 'icon');

testRows(useCast(), modifyGuildRows);

describe('An icon', () => {
  test('is served by its hash with immutable caching, until it is replaced', async () => {
    const { service, world } = used;
    const path = `/guilds/${world.guild}`;
    const { icon: hash } = await service.ok('PATCH', path, { as: world.bot, json: { icon: dataUri(icon) } });
    const address = `${service.url.replace(/\/api$/, '')}/cdn/icons/${world.guild}/${hash}.jpg`;
    const reply = await fetch(address);
    assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'image/jpeg']);
    assert.match(reply.headers.get('cache-control') ?? '', /immutable/);
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
    assert.deepEqual(Buffer.from(await reply.arrayBuffer()), icon);
    const known = await fetch(address, { headers: { 'if-none-match': reply.headers.get('etag') ?? '' } });
    assert.equal(known.status, 304);
    const same = await service.ok('PATCH', path, { as: world.bot, json: { icon: hash } });
    assert.equal(same.icon, hash, 'clients send the hash back');
    const other = await service.request('PATCH', path, { as: world.bot, json: { icon: '0'.repeat(32) } });
    assert.deepEqual(Object.keys(other.body.errors), ['icon']);
    await service.restart();
    assert.equal((await fetch(cdn(service.url, world.guild, hash))).status, 200, 'after a restart');
    const next = await service.ok('PATCH', path, { as: world.bot, json: { icon: null } });
    assert.equal(next.icon, null);
    assert.equal((await fetch(cdn(service.url, world.guild, hash))).status, 404);
  });

  test('is not found by anything but its address', async () => {
    const { service, world } = used;
    const base = `${service.url.replace(/\/api$/, '')}/cdn`;
    const hash = '0'.repeat(32);
    for (const path of [
      `/icons/${world.guild}/${hash}.jpg`,
      `/icons/${world.guild}/${hash}.png`,
      `/icons/x/${hash}.jpg`,
      `/other/${world.guild}/${hash}.jpg`,
    ]) {
      const reply = await fetch(base + path);
      assert.deepEqual(
        [reply.status, await reply.json()],
        [404, { code: 0, message: '404: Not Found' }],
        path,
      );
    }
  });
});

test('a guild is transferred by its owner, with events, and stored', async () => {
  const { service, world } = used;
  const { id } = await service.ok('POST', '/guilds', { as: world.bot, json: { name: 'Gift' } });
  await join(service, world.game, world.member, id);
  const path = `/guilds/${id}`;
  const heard = await recordEvents(service, world.member.token, () =>
    service.ok('PATCH', path, { as: world.bot, json: { owner_id: world.member.id } }),
  );
  assert.deepEqual(
    heard.map(({ t, d }) => [t, d.id, d.owner_id]),
    [['GUILD_UPDATE', id, world.member.id]],
  );
  await service.restart();
  const back = await service.request('PATCH', path, { as: world.bot, json: { owner_id: world.game.bot.id } });
  assert.deepEqual([back.status, back.body.code], [403, 50013], 'the former owner can no longer decide');
  const shown = await service.ok('GET', path, { as: world.member.token });
  assert.equal(shown.owner_id, world.member.id);
});

test('a guild is deleted by its owner with everything in it, and its members are notified once', async () => {
  const { service, world } = used;
  const made = { name: 'Short', icon: dataUri(icon), channels: [{ name: 'talk' }] };
  const { id, icon: hash } = await service.ok('POST', '/guilds', { as: world.bot, json: made });
  const [channel] = await service.ok('GET', `/guilds/${id}/channels`, { as: world.bot });
  await service.ok('POST', `/channels/${channel.id}/messages`, { as: world.bot, json: { content: 'hi' } });
  await join(service, world.game, world.member, id);
  // Each request has a separate connection: either may arrive first.
  let isRenamed = false;
  const heard = await recordEvents(service, world.member.token, async () => {
    const late = service.request('PATCH', `/guilds/${id}`, { as: world.bot, json: { name: 'Late' } });
    const gone = service.request('DELETE', `/guilds/${id}`, { as: world.bot });
    assert.equal((await gone).status, 204);
    const { status } = await late;
    assert.ok([200, 404].includes(status), `${status}`);
    isRenamed = status === 200;
  });
  assert.deepEqual(
    heard.map(({ t, d }) => [t, d.id]),
    [...(isRenamed ? [['GUILD_UPDATE', id]] : []), ['GUILD_DELETE', id]],
  );
  for (const when of ['at once', 'after a restart']) {
    const guild = await service.request('GET', `/guilds/${id}`, { as: world.bot });
    assert.deepEqual([guild.status, guild.body.code], [404, 10004], when);
    const inside = await service.request('GET', `/channels/${channel.id}`, { as: world.bot });
    assert.deepEqual([inside.status, inside.body.code], [404, 10003], when);
    assert.equal((await fetch(cdn(service.url, id, hash))).status, 404, when);
    await service.restart();
  }
});

function cdn(apiUrl: string, guild: string, hash: string): string {
  return `${apiUrl.replace(/\/api$/, '')}/cdn/icons/${guild}/${hash}.jpg`;
}
