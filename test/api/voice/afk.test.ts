import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AFK_SWEEP_INTERVAL } from '#guildhall/api/guilds/afk-sweep.js';
import { eventually } from '../../helpers/eventually.js';
import { countNodes } from '../../helpers/nodes/count-nodes.js';
import { nextVoiceReport } from '../../helpers/nodes/deliveries.js';
import { settled } from '../gateway/helpers.js';
import { useWorld } from '../support/world.js';
import { joinChannel, VoiceClient } from './support/voice-client.js';

const LOOPBACK = { host: '127.0.0.1', port: 0, publicAddress: null, publicIp: null, tls: null };
const used = useWorld(async () => undefined, { voice: LOOPBACK });
const AFK_TIMEOUT_MS = 60_000;
const STEP_MS = 10_000;
const FRAME = Buffer.from('an Opus frame');
const SILENCE = Buffer.from('f8fffe', 'hex');

test('members who speak are not moved to the afk channel until they are silent for afk_timeout', async (t) => {
  const { service, world } = used;
  const { bot, guild, member, voice } = world;
  const as = { as: bot };
  const channels = `/guilds/${guild}/channels`;
  const { id: afk } = await service.ok('POST', channels, { ...as, json: { name: 'away', type: 2 } });
  await service.ok('PATCH', `/guilds/${guild}`, { ...as, json: { afk_channel_id: afk, afk_timeout: 60 } });
  const gateway = await service.identify(member.token);
  t.after(() => gateway.close());
  await gateway.heard('GUILD_CREATE');
  const server = await joinChannel(gateway, { guildId: guild, channelId: voice, userId: member.id });
  const client = await VoiceClient.join(server);
  t.after(() => client.close());
  client.send(3, { t: 0, seq_ack: -1 });
  await client.op(6);
  const channelNow = () => {
    const states = gateway.frames.filter(({ t: name }) => name === 'VOICE_STATE_UPDATE');
    return (states.at(-1)?.d as { channel_id: string } | undefined)?.channel_id;
  };
  let sequence = 0;
  let known = async () => {};
  /** Lets time pass while the client sends frames of Opus, or (null) nothing. */
  const pass = async (ms: number, opus: Buffer | null) => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      await service.clock.advance(STEP_MS);
      await known();
      await settled(gateway);
      if (client.closed !== null) return;
      client.send(3, { t: passed, seq_ack: -1 });
      await client.op(6);
      sequence += 1;
      known = opus === FRAME ? nextVoiceReport() : async () => {};
      if (opus !== null) client.speak(sequence, opus);
      await client.discover();
    }
  };
  await pass(AFK_TIMEOUT_MS * 2, FRAME);
  assert.equal(channelNow(), voice);
  await pass(AFK_TIMEOUT_MS - STEP_MS, SILENCE);
  assert.equal(channelNow(), voice);
  // Several nodes learn of the last frame a step later.
  await pass(countNodes() === 1 ? STEP_MS : 2 * STEP_MS, SILENCE);
  await service.clock.advance(AFK_SWEEP_INTERVAL);
  await eventually(() => channelNow() === afk);
});
