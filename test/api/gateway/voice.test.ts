import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { GATEWAY_LIMITS } from '#guildhall/api/gateway/limits.js';
import { delivered } from '../../helpers/nodes/deliveries.js';
import type { GatewayClient } from '../support/gateway-client.js';
import { botHeader, join, useWorld } from '../support/world.js';
import { settled } from './helpers.js';

const used = useWorld();
const CONNECT = 0x100000;
const SPEAK = 0x200000;

function move(gateway: GatewayClient, channel: string | null, more: object = {}): void {
  gateway.send(4, {
    guild_id: used.world.guild,
    channel_id: channel,
    self_mute: false,
    self_deaf: false,
    ...more,
  });
}

/** A channel that sessions of all nodes can join. */
async function makeVoice(name: string, more: object = {}): Promise<{ id: string }> {
  const json = { name, type: 2, ...more };
  const path = `/guilds/${used.world.guild}/channels`;
  const made = await used.service.ok('POST', path, { as: used.world.bot, json });
  await delivered();
  return made;
}

/** A session that has its guild. */
async function enter(token: string): Promise<GatewayClient> {
  const gateway = await used.service.identify(token);
  await gateway.heard('GUILD_CREATE');
  return gateway;
}

describe('Voice states', () => {
  // Sessions of before that lost their connection would still be in voice.
  beforeEach(() => used.service.clock.advance(GATEWAY_LIMITS.RESUME_WITHIN_MS));

  test('joining, muting and leaving are sent to the guild; the voice server only to the joining user', async () => {
    const bot = await enter(used.world.game.bot.token);
    const member = await enter(used.world.member.token);
    move(member, used.world.voice, { self_mute: true });
    const joined = {
      guild_id: used.world.guild,
      channel_id: used.world.voice,
      user_id: used.world.member.id,
      session_id: member.sessionId,
      deaf: false,
      mute: false,
      self_deaf: false,
      self_mute: true,
      suppress: false,
    };
    assert.deepEqual(await bot.heard('VOICE_STATE_UPDATE'), joined);
    assert.deepEqual(await member.heard('VOICE_STATE_UPDATE'), joined);
    const server = await member.heard('VOICE_SERVER_UPDATE');
    assert.equal(server.guild_id, used.world.guild);
    assert.equal(server.endpoint, null, 'this service has no voice endpoint');
    assert.ok(server.token.length > 20);
    const later = await used.service.identify(used.world.game.bot.token);
    const { guild_id: _, ...inGuild } = joined;
    assert.deepEqual((await later.heard('GUILD_CREATE')).voice_states, [inGuild]);
    move(member, used.world.voice);
    assert.equal((await bot.heard('VOICE_STATE_UPDATE')).self_mute, false);
    move(member, null);
    assert.equal((await bot.heard('VOICE_STATE_UPDATE')).channel_id, null);
    await settled(member);
    await settled(bot);
    assert.equal(member.dispatches.filter((name) => name === 'VOICE_SERVER_UPDATE').length, 1);
    assert.equal(bot.dispatches.includes('VOICE_SERVER_UPDATE'), false);
    for (const gateway of [bot, member, later]) await gateway.close();
  });

  test('joining is refused without CONNECT, and for text channels, full channels and foreign guilds', async () => {
    const everyone = used.world.guild;
    const closed = await makeVoice('closed', {
      permission_overwrites: [{ id: everyone, type: 'role', allow: 0, deny: CONNECT }],
    });
    const small = await makeVoice('small', { user_limit: 1 });
    const bot = await enter(used.world.game.bot.token);
    const member = await enter(used.world.member.token);
    const stranger = await used.service.identify(used.world.stranger.token);
    move(bot, small.id);
    await bot.heard('VOICE_STATE_UPDATE');
    for (const channel of [closed.id, small.id, used.world.text, '1']) move(member, channel);
    move(stranger, used.world.voice);
    await settled(member);
    await settled(stranger);
    await settled(bot);
    assert.equal(bot.dispatches.filter((name) => name === 'VOICE_STATE_UPDATE').length, 1);
    move(member, used.world.voice);
    assert.equal((await bot.heard('VOICE_STATE_UPDATE')).user_id, used.world.member.id);
    // The owner may move members, and so comes into a full channel.
    move(member, null);
    const one = await makeVoice('one', { user_limit: 1 });
    move(member, one.id);
    move(bot, one.id);
    const isIn = ({ user_id, channel_id }: { user_id: string; channel_id: string | null }) =>
      user_id === used.world.game.bot.id && channel_id === one.id;
    while (!isIn(await bot.heard('VOICE_STATE_UPDATE')));
    for (const gateway of [bot, member, stranger]) await gateway.close();
  });

  test('who may not speak is suppressed', async () => {
    const hall = await makeVoice('hall', {
      permission_overwrites: [{ id: used.world.guild, type: 'role', allow: 0, deny: SPEAK }],
    });
    const member = await enter(used.world.member.token);
    move(member, hall.id);
    assert.equal((await member.heard('VOICE_STATE_UPDATE')).suppress, true);
    await member.close();
  });

  test('end when the channel is deleted', async () => {
    const bot = await enter(used.world.game.bot.token);
    const member = await enter(used.world.member.token);
    const { id } = await makeVoice('doomed');
    move(member, id);
    await bot.heard('VOICE_STATE_UPDATE');
    await used.service.ok('DELETE', `/channels/${id}`, { as: used.world.bot });
    const left = await bot.heard('VOICE_STATE_UPDATE');
    assert.deepEqual([left.user_id, left.channel_id], [used.world.member.id, null]);
    assert.equal((await bot.heard('CHANNEL_DELETE')).id, id);
    for (const gateway of [bot, member]) await gateway.close();
  });

  test('end with the session, but not with a connection that may come back', async () => {
    const bot = await enter(used.world.game.bot.token);
    const member = await enter(used.world.member.token);
    move(member, used.world.voice);
    await bot.heard('VOICE_STATE_UPDATE');
    await member.drop();
    await settled(bot);
    assert.equal(bot.dispatches.filter((name) => name === 'VOICE_STATE_UPDATE').length, 1);
    await used.service.clock.advance(GATEWAY_LIMITS.HEARTBEAT_INTERVAL_MS);
    await settled(bot);
    await used.service.clock.advance(GATEWAY_LIMITS.RESUME_WITHIN_MS - GATEWAY_LIMITS.HEARTBEAT_INTERVAL_MS);
    assert.equal((await bot.heard('VOICE_STATE_UPDATE')).channel_id, null);
    await bot.close();
  });

  test('a person is in one channel of all guilds: they leave before they join', async () => {
    const game = await used.service.game({ name: 'Elsewhere' });
    const guild = await used.service.ok('POST', '/guilds', {
      as: botHeader(game.bot),
      json: { name: 'Elsewhere', channels: [{ name: 'Other', type: 2 }] },
    });
    const [channel] = await used.service.ok('GET', `/guilds/${guild.id}/channels`, {
      as: botHeader(game.bot),
    });
    const person = await used.service.person('Grace');
    await join(used.service, game, person, guild.id);
    await join(used.service, used.world.game, person, used.world.guild);
    const gateway = await enter(person.token);
    await gateway.heard('GUILD_CREATE');
    move(gateway, used.world.voice);
    await gateway.heard('VOICE_STATE_UPDATE');
    gateway.send(4, { guild_id: guild.id, channel_id: channel.id });
    const left = await gateway.heard('VOICE_STATE_UPDATE');
    assert.deepEqual([left.guild_id, left.channel_id], [used.world.guild, null]);
    assert.equal((await gateway.heard('VOICE_STATE_UPDATE')).guild_id, guild.id);
    await gateway.close();
  });
});
