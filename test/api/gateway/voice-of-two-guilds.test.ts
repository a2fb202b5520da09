import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join, useWorld } from '../support/world.js';
import { settled } from './helpers.js';

const used = useWorld();

test('op 4 with a null channel in one guild does not affect the voice channel of another', async () => {
  const { service, world } = used;
  const body = { name: 'Other', channels: [{ name: 'talk', type: 0 }], system_channel_id: null };
  const other = await service.ok('POST', '/guilds', { as: world.bot, json: body });
  await join(service, world.game, world.member, other.id);
  const bot = await service.identify(world.game.bot.token);
  const member = await service.identify(world.member.token);
  await settled(bot);
  await settled(member);
  const muted = { self_mute: false, self_deaf: false };
  member.send(4, { guild_id: world.guild, channel_id: world.voice, ...muted });
  assert.equal((await bot.heard('VOICE_STATE_UPDATE')).channel_id, world.voice);

  member.send(4, { guild_id: other.id, channel_id: null, ...muted });
  await settled(member);
  await settled(bot);
  const later = await service.identify(world.game.bot.token);
  const guilds = [await later.heard('GUILD_CREATE'), await later.heard('GUILD_CREATE')];
  const states = guilds.flatMap(({ voice_states = [] }) => voice_states);
  assert.deepEqual(
    states.map(({ user_id, channel_id }) => [user_id, channel_id]),
    [[world.member.id, world.voice]],
  );
  for (const gateway of [bot, member, later]) await gateway.close();
});
