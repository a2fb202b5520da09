import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useCast } from '../support/cast.js';
import { recordEvents } from '../support/event-recorder.js';
import { dataUri, jpeg } from '../support/jpeg.js';
import { innerCodes, testRows } from '../support/rows.js';
import { requireTwoFactor } from '../support/two-factor.js';
import { useWorld } from '../support/world.js';
import { guildEmbedRows } from './rows/guild-embed.js';

const used = useWorld();

testRows(useCast(), guildEmbedRows);

testRows(used, {
  'List voice regions': [
    {
      title: 'lists those of everybody',
      call: ({ member }) => ['GET', '/voice/regions', { as: member.token }],
      status: 200,
      check: (body: { vip: boolean }[]) =>
        assert.deepEqual([body.length, body.some(({ vip }) => vip)], [17, false]),
    },
    { title: 'needs a token', call: () => ['GET', '/voice/regions'], status: 401, code: 0 },
  ],
});

test('an embed names no category', async () => {
  const { service, world } = used;
  const { guild, bot } = world;
  const json = { name: 'Category', type: 4 };
  const { id } = await service.ok('POST', `/guilds/${guild}/channels`, { as: bot, json });
  const reply = await service.request('PATCH', `/guilds/${guild}/embed`, {
    as: bot,
    json: { channel_id: id },
  });
  assert.deepEqual([reply.status, innerCodes(reply.body.errors)], [400, { channel_id: 'BASE_TYPE_CHOICES' }]);
});

test('an embed is changed field by field, without an event, and stored', async () => {
  const { service, world } = used;
  const { bot, guild, text, member } = world;
  const path = `/guilds/${guild}/embed`;
  const heard = await recordEvents(service, member.token, async () => {
    await service.ok('PATCH', path, { as: bot, json: { channel_id: text } });
    await service.ok('PATCH', path, { as: bot, json: { enabled: true } });
  });
  assert.deepEqual(heard, []);
  await service.restart();
  assert.deepEqual(await service.ok('GET', path, { as: bot }), { enabled: true, channel_id: text });
  const shown = await service.ok('GET', `/guilds/${guild}`, { as: bot });
  assert.deepEqual([shown.embed_enabled, shown.widget_channel_id], [true, text]);
});

test('a VIP guild has additional regions and a splash, which members receive', async () => {
  const { service, world } = used;
  const { bot, guild, member } = world;
  const features = ['INVITE_SPLASH', 'VIP_REGIONS'];
  const configure = (list: string[]) => service.api.administration.configureGuild(guild, { features: list });
  await assert.rejects(configure(['EVERYTHING']), /no feature EVERYTHING/);
  const heard = await recordEvents(service, member.token, () => configure(features));
  assert.deepEqual(
    heard.map(({ t, d }) => [t, d.features]),
    [['GUILD_UPDATE', features]],
  );
  const regions = await service.ok('GET', `/guilds/${guild}/regions`, { as: member.token });
  assert.ok(regions.some(({ id, vip }: { id: string; vip: boolean }) => id === 'vip-amsterdam' && vip));
  const splash = jpeg(128, 128, 'splash');
  const changed = await service.ok('PATCH', `/guilds/${guild}`, {
    as: bot,
    json: { region: 'vip-amsterdam', splash: dataUri(splash) },
  });
  assert.equal(changed.region, 'vip-amsterdam');
  const origin = service.url.replace(/\/api$/, '');
  const same = await service.ok('PATCH', `/guilds/${guild}`, { as: bot, json: { splash: changed.splash } });
  assert.equal(same.splash, changed.splash);
  const image = await fetch(`${origin}/cdn/splashes/${guild}/${changed.splash}.jpg`);
  assert.deepEqual(Buffer.from(await image.arrayBuffer()), splash);
});

test('a guild with mfa_level 1 requires two-factor authentication of moderators', async () => {
  const { service, world } = used;
  await requireTwoFactor(service, world.guild);
  const reply = await service.request('PATCH', `/guilds/${world.guild}`, { as: world.bot, json: {} });
  assert.deepEqual([reply.status, reply.body.code], [403, 60003]);
});
