import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { eventually } from '../../helpers/eventually.js';
import { fc } from '../../helpers/fast-check.js';
import type { GatewayClient } from '../support/gateway-client.js';
import { useWorld } from '../support/world.js';
import { CLIENT_CRYPTO, type SentPacket } from './support/packets.js';
import { joinChannel, VoiceClient } from './support/voice-client.js';

const LOOPBACK = { host: '127.0.0.1', port: 0, publicAddress: null, publicIp: null, tls: null };
const used = useWorld(async () => undefined, { voice: LOOPBACK });
const FRAME = Buffer.from('an Opus frame');
const RUNS = 60;
/** The header of a packet without anything that is optional: version 2, payload type 120. */
const PLAIN = Buffer.from('8078', 'hex');

const clients: (VoiceClient | GatewayClient)[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

async function connect(token: string, userId: string, mode: string): Promise<VoiceClient> {
  const gateway = await used.service.identify(token);
  clients.push(gateway);
  await gateway.heard('GUILD_CREATE');
  const { guild: guildId, voice: channelId } = used.world;
  const server = await joinChannel(gateway, { guildId, channelId, userId });
  const client = await VoiceClient.join(server, { mode });
  clients.push(client);
  return client;
}

/** A speaker and a listener. */
async function connectBoth(speakerMode: string, listenerMode = speakerMode) {
  const { game, member } = used.world;
  const speaker = await connect(member.token, member.id, speakerMode);
  const listener = await connect(game.bot.token, game.bot.id, listenerMode);
  await listener.op(5);
  return { speaker, listener };
}

/** Everything sent before has been handled once the endpoint answers. */
async function settle(...those: readonly VoiceClient[]): Promise<void> {
  for (const client of those) await client.discover();
}

const any32Bits = fc.integer({ min: 0, max: 2 ** 32 - 1 });
/** Fields that are absent in a packet are absent in its record. */
const anyShape = fc.record(
  {
    payload: fc.uint8Array({ minLength: 1, maxLength: 1275 }).map((bytes) => Buffer.from(bytes)),
    timestamp: any32Bits,
    isMarked: fc.boolean(),
    sources: fc.array(any32Bits, { maxLength: 15 }),
    padding: fc.integer({ min: 1, max: 255 }).map((count) => Buffer.alloc(count, count)),
    extension: fc.record({
      profile: fc.oneof(fc.constant(0xbede), fc.integer({ min: 0, max: 0xffff })),
      content: fc.integer({ min: 0, max: 20 }).map((words) => Buffer.alloc(words * 4, 0x5a)),
    }),
  },
  { requiredKeys: ['payload', 'timestamp'] },
);

describe('Packets of any shape', () => {
  const modes = Object.keys(CLIENT_CRYPTO);
  for (const [index, mode] of modes.entries()) {
    const other = modes[(index + 1) % modes.length] ?? mode;
    test(`sent with ${mode} reach a client with ${other} as a plain header and the frame`, async () => {
      const { speaker, listener } = await connectBoth(mode, other);
      let counter = 65_500;
      await fc.assert(
        fc.asyncProperty(anyShape, async (shape) => {
          counter += 1;
          const sequence = counter % 2 ** 16;
          speaker.sendRaw(speaker.seal({ ssrc: speaker.ssrc, sequence, counter, ...shape }));
          const raw = await eventually(() => listener.packets[0]);
          assert.deepEqual(raw.subarray(0, 2), PLAIN);
          assert.equal(raw.readUInt32BE(4), shape.timestamp);
          assert.deepEqual(await listener.hear(), {
            ssrc: speaker.ssrc,
            sequence,
            payload: shape.payload,
          });
        }),
        { numRuns: RUNS },
      );
    });
  }

  test('packets without a frame, or with impossible lengths, are dropped', async () => {
    const { speaker, listener } = await connectBoth('aead_aes256_gcm_rtpsize');
    const payload = Buffer.alloc(0);
    const content = Buffer.alloc(8);
    const hostile: Partial<SentPacket>[] = [
      { payload },
      { payload, padding: Buffer.alloc(4, 4) },
      { payload, extension: { profile: 0xbede, content } },
      { extension: { profile: 0xbede, content, words: 100 } },
      { padding: Buffer.from([200]) },
      { padding: Buffer.from([0]) },
    ];
    for (const [index, shape] of hostile.entries()) speaker.speak(index + 1, FRAME, shape);
    speaker.speak(100, FRAME);
    assert.equal((await listener.hear()).sequence, 100);
    await settle(speaker, listener);
    assert.equal(listener.packets.length, 0);
  });

  test('each packet counts once, by its counter; late ones, and sequences that start over, count', async () => {
    const { speaker, listener } = await connectBoth('aead_aes256_gcm_rtpsize');
    const sent = [
      [0, 65_534],
      [1, 65_535],
      [1, 65_535],
      [3, 1],
      [2, 0],
      [0, 65_534],
      [3, 1],
      [4, 2],
      [5, 1],
      [5, 1],
      [6, 512],
    ] as const;
    for (const [counter, sequence] of sent) speaker.speak(sequence, FRAME, { counter });
    const heard: number[] = [];
    for (let left = 7; left > 0; left -= 1) heard.push((await listener.hear()).sequence);
    assert.deepEqual(heard, [65_534, 65_535, 1, 0, 2, 1, 512]);
    await settle(speaker, listener);
    assert.equal(listener.packets.length, 0);
  });

  test('packets of sources that the endpoint did not assign to their client are dropped', async () => {
    const { speaker, listener } = await connectBoth('aead_aes256_gcm_rtpsize');
    for (const ssrc of [0, speaker.ssrc + 1, listener.ssrc, 2 ** 32 - 1]) speaker.speak(1, FRAME, { ssrc });
    speaker.speak(2, FRAME);
    assert.deepEqual(await listener.hear(), { ssrc: speaker.ssrc, sequence: 2, payload: FRAME });
    assert.equal(listener.packets.length, 0);
  });
});
