import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GatewayClient } from '../api/support/gateway-client.js';
import { withDaemon } from '../helpers/daemon.js';
import { type Frame, RawRpcClient } from '../helpers/rpc-client.js';
import { accessToken, GAME_ORIGIN, makeWorld } from '../helpers/service.js';

interface VoiceData {
  readonly user: { readonly id: string };
  readonly voice_state: { readonly self_mute: boolean };
}

function voiceData({ data }: Frame): VoiceData {
  assert.ok(data);
  return data as unknown as VoiceData;
}

test(
  'SELECT_VOICE_CHANNEL joins through the service, other users are reported joining and leaving, and null leaves',
  withDaemon(async (daemon) => {
    const world = await makeWorld(daemon);
    const { game, guildId, person, voiceId } = world;
    const { url } = daemon.runtime.api;
    const client = await RawRpcClient.connect({
      port: daemon.runtime.rpc.port,
      clientId: game.id,
      origin: GAME_ORIGIN,
    });
    const token = await accessToken(url, game, person, ['rpc']);
    assert.equal((await client.request('AUTHENTICATE', { access_token: token })).evt, null);
    await client.request('SUBSCRIBE', {}, 'VOICE_CHANNEL_SELECT');
    for (const evt of ['VOICE_STATE_CREATE', 'VOICE_STATE_DELETE']) {
      await client.request('SUBSCRIBE', { channel_id: voiceId }, evt);
    }

    const joined = await client.request('SELECT_VOICE_CHANNEL', { channel_id: voiceId, timeout: 60 });
    assert.equal(joined.data?.id, voiceId, JSON.stringify(joined));
    const selected = await client.next(({ evt }) => evt === 'VOICE_CHANNEL_SELECT');
    assert.deepEqual(selected.data, { channel_id: voiceId, guild_id: guildId });
    const ownState = await client.next(({ evt }) => evt === 'VOICE_STATE_CREATE');
    assert.equal(voiceData(ownState).user.id, person.id);
    assert.equal((await client.request('GET_SELECTED_VOICE_CHANNEL')).data?.id, voiceId);

    const bot = await GatewayClient.identify(url, game.bot?.token ?? '');
    const guild = await bot.heard('GUILD_CREATE');
    assert.deepEqual(
      guild.voice_states?.map(({ user_id, channel_id }) => [user_id, channel_id]),
      [[person.id, voiceId]],
    );
    bot.send(4, { guild_id: guildId, channel_id: voiceId, self_mute: true, self_deaf: false });
    const other = await client.next(({ evt }) => evt === 'VOICE_STATE_CREATE');
    assert.equal(voiceData(other).user.id, game.bot?.id);
    assert.equal(voiceData(other).voice_state.self_mute, true);
    const shown = await client.request('GET_CHANNEL', { channel_id: voiceId });
    assert.ok(Array.isArray(shown.data?.voice_states));
    assert.equal(shown.data.voice_states.length, 2);
    await bot.close();
    const gone = await client.next(({ evt }) => evt === 'VOICE_STATE_DELETE');
    assert.equal(voiceData(gone).user.id, game.bot?.id);

    assert.equal((await client.request('SELECT_VOICE_CHANNEL', { channel_id: null })).data, null);
    const left = await client.next(({ evt }) => evt === 'VOICE_CHANNEL_SELECT');
    assert.deepEqual(left.data, { channel_id: null, guild_id: null });
    assert.equal((await client.request('GET_SELECTED_VOICE_CHANNEL')).data, null);
    await client.close();
  }),
);
