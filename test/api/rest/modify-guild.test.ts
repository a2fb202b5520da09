import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dataUri, jpeg } from '../support/jpeg.js';
import { NOBODY, testRows } from '../support/rows.js';
import { witness } from '../support/witness.js';
import { join, useWorld } from '../support/world.js';

const used = useWorld();
const icon = jpeg(128, 128, 'icon');

testRows(used, {
  'Modify guild': [
    {
      title: 'changes every field',
      call: ({ bot, guild, voice, text }) => [
        'PATCH',
        `/guilds/${guild}`,
        {
          as: bot,
          json: {
            name: 'Renamed',
            region: 'london',
            verification_level: 1,
            default_message_notifications: 1,
            explicit_content_filter: 2,
            afk_channel_id: voice,
            afk_timeout: 3600,
            icon: dataUri(icon),
            system_channel_id: text,
          },
        },
      ],
      status: 200,
      check: (body: Record<string, unknown>, { voice, text }) => {
        assert.match(String(body.icon), /^[0-9a-f]{32}$/);
        assert.deepEqual(
          [body.name, body.region, body.verification_level, body.default_message_notifications],
          ['Renamed', 'london', 1, 1],
        );
        assert.deepEqual(
          [body.explicit_content_filter, body.afk_channel_id, body.afk_timeout, body.system_channel_id],
          [2, voice, 3600, text],
        );
      },
    },
    {
      title: 'takes channels away with null and leaves what is not given',
      call: ({ bot, guild }) => [
        'PATCH',
        `/guilds/${guild}`,
        { as: bot, json: { afk_channel_id: null, system_channel_id: null, name: null } },
      ],
      status: 200,
      check: (body: Record<string, unknown>) =>
        assert.deepEqual([body.afk_channel_id, body.system_channel_id, body.name], [null, null, 'Renamed']),
    },
    {
      title: 'needs MANAGE_GUILD',
      call: ({ member, guild }) => [
        'PATCH',
        `/guilds/${guild}`,
        { as: member.token, json: { name: 'Mine' } },
      ],
      status: 403,
      code: 50013,
    },
    {
      title: 'is closed to others',
      call: ({ stranger, guild }) => ['PATCH', `/guilds/${guild}`, { as: stranger.token, json: {} }],
      status: 403,
      code: 50001,
    },
    {
      title: 'does not know any guild',
      call: ({ bot }) => ['PATCH', `/guilds/${NOBODY}`, { as: bot, json: {} }],
      status: 404,
      code: 10004,
    },
    {
      title: 'checks type and choices of each field',
      call: ({ bot, guild }) => [
        'PATCH',
        `/guilds/${guild}`,
        {
          as: bot,
          json: {
            name: 'x',
            region: 7,
            verification_level: 5,
            default_message_notifications: 2,
            explicit_content_filter: 3,
            afk_channel_id: 'x',
            afk_timeout: 61,
            icon: 7,
            owner_id: 'me',
            splash: true,
            system_channel_id: -1,
          },
        },
      ],
      status: 400,
      code: 50035,
      fields: {
        name: 'BASE_TYPE_BAD_LENGTH',
        region: 'STRING_TYPE_CONVERT',
        verification_level: 'BASE_TYPE_CHOICES',
        default_message_notifications: 'BASE_TYPE_CHOICES',
        explicit_content_filter: 'BASE_TYPE_CHOICES',
        afk_channel_id: 'NUMBER_TYPE_COERCE',
        afk_timeout: 'BASE_TYPE_CHOICES',
        icon: 'STRING_TYPE_CONVERT',
        owner_id: 'NUMBER_TYPE_COERCE',
        splash: 'STRING_TYPE_CONVERT',
        system_channel_id: 'STRING_TYPE_CONVERT',
      },
    },
    ...refusedFields({
      region: [{ region: 'atlantis' }, 'BASE_TYPE_CHOICES'],
      'region ': [{ region: 'vip-amsterdam' }, 'BASE_TYPE_CHOICES'],
      owner_id: [{ owner_id: NOBODY }, 'BASE_TYPE_CHOICES'],
      splash: [{ splash: dataUri(icon) }, 'GUILD_FEATURE_REQUIRED'],
      icon: [{ icon: dataUri(jpeg(127, 128)) }, 'IMAGE_BAD_SIZE'],
      'icon ': [{ icon: dataUri(Buffer.from('GIF89a')) }, 'IMAGE_INVALID'],
      'icon  ': [{ icon: 'data:image/png;base64,AAAA' }, 'IMAGE_INVALID'],
      'icon   ': [{ icon: dataUri(icon.subarray(0, 16)) }, 'IMAGE_INVALID'],
      'icon    ': [{ icon: dataUri(Buffer.concat([icon, Buffer.alloc(300_000)])) }, 'BINARY_TYPE_MAX_SIZE'],
    }),
    {
      title: 'refuses a text channel for the absent',
      call: ({ bot, guild, text }) => [
        'PATCH',
        `/guilds/${guild}`,
        { as: bot, json: { name: 'Half', afk_channel_id: text } },
      ],
      status: 400,
      code: 50035,
      fields: { afk_channel_id: 'BASE_TYPE_CHOICES' },
    },
    {
      title: 'refuses a voice channel for system messages',
      call: ({ bot, guild, voice }) => [
        'PATCH',
        `/guilds/${guild}`,
        { as: bot, json: { system_channel_id: voice } },
      ],
      status: 400,
      code: 50035,
      fields: { system_channel_id: 'BASE_TYPE_CHOICES' },
    },
    {
      title: 'has not half applied what was refused',
      call: ({ bot, guild }) => ['GET', `/guilds/${guild}`, { as: bot }],
      status: 200,
      check: (body: { name: string }) => assert.equal(body.name, 'Renamed'),
    },
  ],
  'Delete guild': [
    {
      title: 'is for the owner only',
      call: ({ member, guild }) => ['DELETE', `/guilds/${guild}`, { as: member.token }],
      status: 403,
      code: 50013,
    },
    {
      title: 'is closed to others',
      call: ({ stranger, guild }) => ['DELETE', `/guilds/${guild}`, { as: stranger.token }],
      status: 403,
      code: 50001,
    },
    {
      title: 'does not know any guild',
      call: ({ bot }) => ['DELETE', `/guilds/${NOBODY}`, { as: bot }],
      status: 404,
      code: 10004,
    },
  ],
});

function refusedFields(fields: Readonly<Record<string, readonly [json: object, code: string]>>) {
  return Object.entries(fields).map(([field, [json, code]]) => ({
    title: `refuses ${field}: ${JSON.stringify(json).slice(0, 50)}`,
    call: ({ bot, guild }: { bot: string; guild: string }) =>
      ['PATCH', `/guilds/${guild}`, { as: bot, json }] as const,
    status: 400,
    code: 50035,
    fields: { [field.trim()]: code },
  }));
}

describe('An icon', () => {
  test('is served by its hash with headers of a file that never changes, until another takes its place', async () => {
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

test('a guild changes hands when its owner gives it away, seen by all and kept', async () => {
  const { service, world } = used;
  const { id } = await service.ok('POST', '/guilds', { as: world.bot, json: { name: 'Gift' } });
  await join(service, world.game, world.member, id);
  const path = `/guilds/${id}`;
  const heard = await witness(service, world.member.token, () =>
    service.ok('PATCH', path, { as: world.bot, json: { owner_id: world.member.id } }),
  );
  assert.deepEqual(
    heard.map(({ t, d }) => [t, d.id, d.owner_id]),
    [['GUILD_UPDATE', id, world.member.id]],
  );
  await service.restart();
  const back = await service.request('PATCH', path, { as: world.bot, json: { owner_id: world.game.bot.id } });
  assert.deepEqual([back.status, back.body.code], [403, 50013], 'the former owner has no say any more');
  const shown = await service.ok('GET', path, { as: world.member.token });
  assert.equal(shown.owner_id, world.member.id);
});

test('a guild that its owner deletes is gone with all that is in it, and its members hear it once', async () => {
  const { service, world } = used;
  const made = { name: 'Short', icon: dataUri(icon), channels: [{ name: 'talk' }] };
  const { id, icon: hash } = await service.ok('POST', '/guilds', { as: world.bot, json: made });
  const [channel] = await service.ok('GET', `/guilds/${id}/channels`, { as: world.bot });
  await service.ok('POST', `/channels/${channel.id}/messages`, { as: world.bot, json: { content: 'hi' } });
  await join(service, world.game, world.member, id);
  const heard = await witness(service, world.member.token, async () => {
    const late = service.request('PATCH', `/guilds/${id}`, { as: world.bot, json: { name: 'Late' } });
    const gone = service.request('DELETE', `/guilds/${id}`, { as: world.bot });
    assert.deepEqual([(await late).status, (await gone).status], [200, 204]);
  });
  assert.deepEqual(
    heard.map(({ t, d }) => [t, d.id]),
    [
      ['GUILD_UPDATE', id],
      ['GUILD_DELETE', id],
    ],
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
