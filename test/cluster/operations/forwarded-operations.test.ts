import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { encodePng } from '#guildhall/net/images/png-file.js';
import { firstSnowflake } from '#guildhall/protocol/snowflake.js';
import { withOwnerAndOther } from '../../api/support/owner-and-other.js';
import type { TestService } from '../../api/support/test-service.js';
import { messageForm, storedFiles } from '../../api/support/upload.js';
import { join as joinGuild, makeWorld, type World } from '../../api/support/world.js';
import { noPostgres } from '../../helpers/postgres/postgres-server.js';

/** A valid image whose text makes it long. */
function longPng(bytes: number): Buffer {
  return encodePng({ width: 1, height: 1, depth: 8, type: 6 }, [
    ['tEXt', Buffer.alloc(bytes)],
    ['IDAT', deflateSync(Buffer.alloc(5))],
  ]);
}

describe('Operations on a guild of another node', { skip: noPostgres }, () => {
  let owner: TestService;
  let other: TestService;
  let world: World;
  withOwnerAndOther((nodes) => {
    ({ owner, other, world } = nodes);
  });

  test('give the same replies', async () => {
    const { bot: as, guild, text, member } = world;
    for (const path of [
      `/guilds/${guild}`,
      `/guilds/${guild}/channels`,
      `/guilds/${guild}/members/${member.id}`,
      `/guilds/${guild}/members?limit=10`,
      `/guilds/${guild}/audit-logs`,
      `/channels/${text}`,
      `/channels/${text}/messages`,
      `/guilds/${guild}/members/1`,
      '/guilds/1',
      '/channels/1',
    ]) {
      const [here, there] = [
        await owner.request('GET', path, { as }),
        await other.request('GET', path, { as }),
      ];
      assert.deepEqual([there.status, there.body], [here.status, here.body], path);
      assert.equal(there.headers.get('content-type'), here.headers.get('content-type'), path);
    }
  });

  test('change it once, and the owner has the change', async () => {
    const { bot: as, guild, text } = world;
    const renamed = await other.ok('PATCH', `/guilds/${guild}`, {
      as,
      json: { name: 'Forwarded' },
      headers: { 'x-audit-log-reason': 'why not' },
    });
    assert.equal(renamed.name, 'Forwarded');
    assert.equal((await owner.ok('GET', `/guilds/${guild}`, { as })).name, 'Forwarded');
    const { audit_log_entries: entries } = await owner.ok('GET', `/guilds/${guild}/audit-logs`, { as });
    assert.equal(entries[0].reason, 'why not');
    const posted = await other.ok('POST', `/channels/${text}/messages`, { as, json: { content: 'grüß ✓' } });
    const messages = await owner.ok('GET', `/channels/${text}/messages`, { as });
    assert.deepEqual(messages, [posted]);
    assert.equal(posted.content, 'grüß ✓');
  });

  test('are refused with the errors of the owner', async () => {
    const { guild, member, stranger, text } = world;
    for (const [as, method, path, json, status, code] of [
      [stranger.token, 'GET', `/guilds/${guild}`, undefined, 403, 50001],
      [member.token, 'PATCH', `/guilds/${guild}`, { name: 'no' }, 403, 50013],
      [world.bot, 'PATCH', `/guilds/${guild}`, { name: 'x' }, 400, 50035],
      [world.bot, 'DELETE', `/channels/${text}/messages/1`, undefined, 404, 10008],
    ] as const) {
      const { status: actual, body } = await other.request(method, path, { as, json });
      assert.deepEqual([actual, body.code], [status, code], `${method} ${path}`);
    }
  });

  test('through an invite lead to its guild', async () => {
    const { text, stranger, guild } = world;
    const { code } = await owner.ok('POST', `/channels/${text}/invites`, { as: world.bot, json: {} });
    assert.equal((await other.ok('GET', `/invites/${code}`)).guild.id, guild);
    await other.ok('POST', `/invites/${code}`, { as: stranger.token });
    assert.equal(
      (await owner.ok('GET', `/guilds/${guild}/members/${stranger.id}`, { as: world.bot })).user.id,
      stranger.id,
    );
  });

  test('with the access token of a user add that user', async () => {
    const { game, guild } = world;
    const person = await owner.person('Joan');
    await joinGuild(other, game, person, guild);
    const { status, body } = await other.request('PUT', `/guilds/${guild}/members/${person.id}`, {
      as: world.bot,
      json: { access_token: 'no token' },
    });
    assert.deepEqual([status, body.code], [403, 50025]);
    assert.equal(
      (await owner.ok('GET', `/guilds/${guild}/members/${person.id}`, { as: world.bot })).user.id,
      person.id,
    );
  });

  test('are counted where they arrive', async () => {
    const { headers } = await other.request('GET', `/guilds/${world.guild}`, { as: world.bot });
    assert.ok(Number(headers.get('x-ratelimit-remaining')) < Number(headers.get('x-ratelimit-limit')));
  });

  test('have bodies and replies that are longer than a message of the bus', async () => {
    const { bot: as, guild, text } = world;
    const icon = `data:image/png;base64,${longPng(700_000).toString('base64')}`;
    const { status, body } = await other.request('PATCH', `/guilds/${guild}`, { as, json: { icon } });
    assert.deepEqual([status, body.errors.icon._errors[0].code], [400, 'BINARY_TYPE_MAX_SIZE']);
    const embeds = [{ description: '"'.repeat(2000), footer: { text: '"'.repeat(2000) } }];
    const json = { content: '\u{1f600}'.repeat(2000), embeds };
    for (let count = 0; count < 40; count += 1) {
      await owner.ok('POST', `/channels/${text}/messages`, { as, json });
    }
    const path = `/channels/${text}/messages?limit=100`;
    const there = await other.ok('GET', path, { as });
    assert.ok(Buffer.byteLength(JSON.stringify(there)) > 512 * 1024);
    assert.deepEqual(there, await owner.ok('GET', path, { as }));
  });

  test('with files store them where they arrive, and the message with the owner', async () => {
    const { bot: as, text } = world;
    const multipart = messageForm({ 'a.txt': 'x'.repeat(1_000_000) }, { content: 'with a file' });
    const posted = await other.ok('POST', `/channels/${text}/messages`, { as, multipart });
    const [newest] = await owner.ok('GET', `/channels/${text}/messages?limit=1`, { as });
    assert.equal(newest.id, posted.id);
    const [{ id, size }] = posted.attachments;
    assert.equal(size, 1_000_000);
    assert.deepEqual(await storedFiles(other), [id]);
  });

  test('with files that the owner refuses leave none behind', async () => {
    const { member, readOnly, text } = world;
    const stranger = await owner.person('Eve');
    const before = await storedFiles(other);
    for (const [as, channel, code] of [
      [stranger.token, text, 50001],
      [member.token, readOnly, 50013],
      [world.bot, '1', 10003],
    ] as const) {
      const multipart = messageForm({ 'a.txt': 'x' });
      const { body } = await other.request('POST', `/channels/${channel}/messages`, { as, multipart });
      assert.equal(body.code, code);
    }
    assert.deepEqual(await storedFiles(other), before);
  });

  test('with files are not disturbed by a node that starts', async () => {
    const [uploading, left] = [0, 7_200_000].map((age) => firstSnowflake(Date.now() - age));
    for (const id of [uploading, left]) await writeFile(join(other.attachmentsPath, String(id)), 'x');
    await other.restart();
    const files = await storedFiles(other);
    assert.ok(files.includes(String(uploading)) && !files.includes(String(left)));
  });

  test('at the same time on both nodes are all carried out once', async () => {
    const { bot: as, readOnly } = world;
    const contents = Array.from({ length: 20 }, (_, index) => `message ${index}`);
    await Promise.all(
      contents.map((content, index) =>
        (index % 2 ? owner : other).ok('POST', `/channels/${readOnly}/messages`, { as, json: { content } }),
      ),
    );
    const stored = await other.ok('GET', `/channels/${readOnly}/messages?limit=50`, { as });
    const found = new Set(stored.map(({ content }: { content: string }) => content));
    assert.equal(stored.length, contents.length);
    assert.deepEqual(found, new Set(contents));
  });

  test('ids of two nodes differ in the number of the node', async () => {
    const [one, two] = [await makeWorld(owner), await makeWorld(other)];
    const numberOf = (id: string) => (BigInt(id) >> 12n) & 0x3ffn;
    assert.notEqual(numberOf(one.guild), numberOf(two.guild));
    assert.equal((await owner.ok('GET', `/guilds/${two.guild}`, { as: two.bot })).id, two.guild);
  });

  test('a deleted guild is unknown on both nodes', async () => {
    const { bot: as, guild } = await makeWorld(owner);
    await other.ok('DELETE', `/guilds/${guild}`, { as });
    for (const node of [owner, other]) {
      assert.equal((await node.request('GET', `/guilds/${guild}`, { as })).body.code, 10004);
    }
  });
});
