import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { MalformedPacketError } from '#guildhall/hardware/audio/codec/opus-codecs.js';
import { channelOf, join } from '../../../helpers/sound/edit.js';
import { envelopeCorrelation } from '../../../helpers/sound/envelope.js';
import { levelOf } from '../../../helpers/sound/levels.js';
import { noise, randomNumbers, tone } from '../../../helpers/sound/signals.js';
import { SPEECH_PROGRAMS, speech } from '../../../helpers/sound/speech.js';
import { realTest } from '../../support/programs.js';
import { decodeAll, encodeAll, FRAME, IMPLEMENTATIONS, OPUS_LIBRARY } from './implementations.js';

/** A packet of silence: configuration 28 + index has frames of 2.5, 5, 10 or 20 ms; `count` of them. */
const packetOf = (index: number, count: number) => Buffer.from([((28 + index) << 3) | 3, count]);

/** A packet of silence, 20 ms, with padding up to this length. */
function paddedPacket(length: number): Buffer {
  const packet = Buffer.alloc(length);
  // Each 255 is followed by another count, and is 254 bytes of padding itself.
  const counts = Math.floor((length - 3) / 255);
  packet.set([((28 + 3) << 3) | 3, 0x41]);
  packet.fill(255, 2, 2 + counts);
  packet[2 + counts] = length - 3 - 255 * counts;
  return packet;
}

/** Rounds of random bytes. */
const ROUNDS = 3000;

for (const [name, open] of IMPLEMENTATIONS) {
  describe(`Opus by ${name}`, () => {
    realTest([OPUS_LIBRARY, ...SPEECH_PROGRAMS], 'keeps the level and the course of speech', async () => {
      const codecs = await open();
      const spoken = speech();
      const packets = encodeAll(codecs.createEncoder(), spoken);
      const heard = decodeAll(codecs.createDecoder(), packets);
      assert.equal(heard.length, packets.length * FRAME * 2);
      for (const side of ['left', 'right'] as const) {
        const sound = channelOf(heard, side);
        assert.ok(envelopeCorrelation(sound, spoken).correlation > 0.98);
        assert.ok(Math.abs(levelOf(sound) - levelOf(spoken)) < 1);
      }
    });

    realTest([OPUS_LIBRARY], 'the bitrate is followed', async () => {
      const encoder = (await open()).createEncoder();
      const sizeAt = (bitrate: number, expectedLoss: number) => {
        encoder.configure({ bitrate, expectedLoss });
        return Buffer.concat(encodeAll(encoder, noise(2, -20))).length * 4;
      };
      for (const bitrate of [8_000, 32_000, 96_000]) {
        const rate = sizeAt(bitrate, 0);
        assert.ok(rate > bitrate * 0.6 && rate < bitrate * 1.4, `${rate} at ${bitrate}`);
      }
      assert.throws(() => encoder.configure({ bitrate: -5, expectedLoss: 0 }), TypeError);
    });

    realTest([OPUS_LIBRARY], 'packets of 2.5 to 120 ms are decoded to their length', async () => {
      const decoder = (await open()).createDecoder();
      for (const [index, samples] of [120, 240, 480, 960].entries()) {
        for (let count = 1; count * samples <= 5760; count += 1)
          assert.equal(decoder.decode(packetOf(index, count)).length, 2 * count * samples);
      }
    });

    realTest([OPUS_LIBRARY], 'malformed packets are refused, and the decoder continues', async () => {
      const codecs = await open();
      const decoder = codecs.createDecoder();
      const [packet] = encodeAll(codecs.createEncoder(), tone(440, 0.02));
      assert.ok(packet);
      const malformed = [
        Buffer.alloc(0),
        packetOf(3, 0),
        packetOf(3, 7),
        packetOf(0, 49),
        paddedPacket(70_000),
      ];
      assert.equal(decoder.decode(paddedPacket(60_000)).length, 2 * FRAME);
      for (const bytes of malformed) {
        assert.throws(() => decoder.decode(bytes), MalformedPacketError);
        assert.equal(decoder.decode(packet).length, 2 * FRAME);
      }
      assert.throws(() => decoder.recover(Buffer.alloc(0), FRAME), MalformedPacketError);
    });

    realTest([OPUS_LIBRARY], 'random and damaged packets are decoded or refused', async () => {
      const codecs = await open();
      const decoder = codecs.createDecoder();
      const random = randomNumbers(7);
      const packets = encodeAll(codecs.createEncoder(), noise(1, -20));
      let decoded = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const bytes = damaged(packets[round % packets.length] ?? Buffer.alloc(0), random);
        try {
          const sound = random() < 0.8 ? decoder.decode(bytes) : decoder.recover(bytes, FRAME);
          assert.ok(sound.length > 0 && sound.length <= 2 * 5760 && sound.length % 240 === 0);
          decoded += 1;
        } catch (error) {
          assert.ok(error instanceof MalformedPacketError, String(error));
        }
        if (random() < 0.05) assert.equal(decoder.conceal(FRAME).length, 2 * FRAME);
      }
      assert.ok(decoded > ROUNDS / 10, `${decoded} were decoded`);
    });

    realTest([OPUS_LIBRARY], 'lost packets are concealed with a sound that fades', async () => {
      const codecs = await open();
      const decoder = codecs.createDecoder();
      const packets = encodeAll(codecs.createEncoder(), tone(300, 0.4, -20));
      const level = levelOf(decodeAll(decoder, packets).slice(-FRAME));
      const lost = Array.from({ length: 20 }, () => decoder.conceal(FRAME));
      assert.ok(Math.abs(levelOf(lost[0] ?? tone(1, 1)) - level) < 6, 'the first one differs');
      assert.ok(levelOf(lost.at(-1) ?? tone(1, 1)) < level - 20, 'the last one has not faded');
    });

    realTest([OPUS_LIBRARY], 'many decoders at once do not disturb each other', async () => {
      const codecs = await open();
      const packets = encodeAll(codecs.createEncoder(), tone(440, 0.1));
      const expected = decodeAll(codecs.createDecoder(), packets);
      const decoders = Array.from({ length: 100 }, () => codecs.createDecoder());
      const results = decoders.map(() => [] as Int16Array[]);
      for (const packet of packets) {
        for (const [index, decoder] of decoders.entries()) results[index]?.push(decoder.decode(packet));
      }
      for (const result of results) assert.deepEqual(join(...result), expected);
      for (const decoder of decoders) decoder.close();
      assert.deepEqual(decodeAll(codecs.createDecoder(), packets), expected, 'one that was used before');
    });

    realTest([OPUS_LIBRARY], 'what has another length or is closed is refused', async () => {
      const codecs = await open();
      const [encoder, decoder] = [codecs.createEncoder(), codecs.createDecoder()];
      assert.throws(() => encoder.encode(new Int16Array(FRAME - 1)), TypeError);
      const packet = encoder.encode(new Int16Array(FRAME));
      for (const codec of [encoder, decoder, encoder, decoder]) codec.close();
      assert.throws(() => encoder.encode(new Int16Array(FRAME)), TypeError);
      assert.throws(() => decoder.decode(packet), TypeError);
    });
  });
}

/** Random bytes, or a packet with some of its bytes changed or missing. */
function damaged(packet: Buffer, random: () => number): Buffer {
  const byte = () => Math.floor(random() * 256);
  if (random() < 0.5) return Buffer.from(Array.from({ length: Math.floor(random() * 200) }, byte));
  const bytes = Buffer.from(packet.subarray(0, Math.ceil(random() * packet.length)));
  for (let changes = 0; changes < 3; changes += 1) bytes[Math.floor(random() * bytes.length)] = byte();
  return bytes;
}
