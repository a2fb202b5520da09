import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createCipher,
  createReplayCheck,
  ENCRYPTION_MODES,
  type EncryptionMode,
} from '#guildhall/net/voice-packets/encryption-modes.js';
import type { OpenedPacket, PacketCipher } from '#guildhall/net/voice-packets/packet-cipher.js';
import type { ReplayCheck } from '#guildhall/net/voice-packets/replay-check.js';
import { writeRtpHeader } from '#guildhall/net/voice-packets/rtp-packet.js';

const KEY = Buffer.alloc(32, 3);
const SSRC = 77;
/** After as many packets sequences start over. */
const ROUND = 2 ** 16;
const FRAME = Buffer.from('an Opus frame');

/** A client with one key, and the endpoint that judges its packets. */
class Line {
  readonly client: PacketCipher;
  readonly endpoint: PacketCipher;
  readonly #check: ReplayCheck;

  constructor(mode: EncryptionMode) {
    this.client = createCipher(mode, KEY, 'client');
    this.endpoint = createCipher(mode, KEY, 'endpoint');
    this.#check = createReplayCheck(mode);
  }

  /** A packet of the client; its timestamp is that of 20 ms a packet since the first sequence. */
  seal(count: number, ssrc = SSRC): Buffer {
    return this.client.seal(writeRtpHeader({ sequence: count, timestamp: count * 960, ssrc }), FRAME);
  }

  /** @returns null: it is refused */
  accept(packet: Buffer): 'newest' | 'late' | null {
    const opened = this.endpoint.open(packet);
    return opened === null ? null : this.#check(opened);
  }
}

/** The same packet with another header, as somebody who saw it writes it. */
function withSequence(packet: Buffer, sequence: number, ssrc = SSRC): Buffer {
  const copy = Buffer.from(packet);
  writeRtpHeader({ sequence, timestamp: sequence * 960, ssrc }).copy(copy);
  return copy;
}

/** What is in a packet of a client that counts from zero. */
function opened(mode: EncryptionMode, count: number): OpenedPacket {
  const unencrypted = writeRtpHeader({ sequence: count, timestamp: count * 960, ssrc: SSRC });
  const nonce = Buffer.alloc(24);
  if (mode === 'xsalsa20_poly1305') unencrypted.copy(nonce);
  else nonce.writeUInt32BE(count);
  return { unencrypted, payload: FRAME, nonce };
}

for (const mode of ENCRYPTION_MODES) {
  describe(`With ${mode}`, () => {
    test('a replayed packet is refused with any sequence and does not affect its sender', () => {
      const line = new Line(mode);
      const recorded = Array.from({ length: 600 }, (_, index) => line.seal(index));
      for (const packet of recorded) assert.equal(line.accept(packet), 'newest');
      for (const packet of [recorded[0], recorded[599]]) {
        assert.ok(packet);
        for (const sequence of [0, 599, 600, 5_000, 33_000, 65_000]) {
          assert.equal(line.accept(withSequence(packet, sequence)), null);
        }
        assert.equal(line.accept(packet), null);
      }
      assert.equal(line.accept(line.seal(600)), 'newest');
    });

    test('a replayed packet is refused after the sequence wraps', () => {
      const check = createReplayCheck(mode);
      const counts = Array.from({ length: 140 }, (_, index) => index * 480);
      for (const count of counts) assert.equal(check(opened(mode, count)), 'newest');
      for (const count of counts) assert.equal(check(opened(mode, count)), null);
      assert.equal(check(opened(mode, 140 * 480)), 'newest');
    });

    test('a lost packet from before a wrap neither silences its sender nor changes its address', () => {
      const check = createReplayCheck(mode);
      for (let count = 9_500; count < ROUND + 1_000; count += 500) check(opened(mode, count));
      // Their sequences are behind, near and far ahead of the newest one, which is that of 66,500.
      const judged = [900, 1_100, 9_000].map((count) => check(opened(mode, count)));
      // Random nonces have no order.
      if (mode !== 'xsalsa20_poly1305_suffix') assert.ok(!judged.includes('newest'), judged.join());
      for (let count = 66_501; count < 66_520; count += 1) {
        assert.notEqual(check(opened(mode, count)), null);
      }
    });

    test('reordered packets are accepted once each', () => {
      const line = new Line(mode);
      const packets = Array.from({ length: 20 }, (_, index) => line.seal(index + 10));
      const order = [0, 2, 1, 5, 3, 4, 19, 6, 10];
      const judged = order.map((index) => line.accept(packets[index] ?? FRAME));
      const isOrdered = mode !== 'xsalsa20_poly1305_suffix';
      const late = isOrdered ? 'late' : 'newest';
      assert.deepEqual(judged, ['newest', 'newest', late, 'newest', late, late, 'newest', late, late]);
      for (const index of order) assert.equal(line.accept(packets[index] ?? FRAME), null);
    });

    test('a packet encrypted by the endpoint is not accepted from the client', () => {
      const line = new Line(mode);
      const header = writeRtpHeader({ sequence: 9, timestamp: 9 * 960, ssrc: SSRC + 1 });
      const packet = line.endpoint.seal(header, FRAME);
      assert.ok(line.client.open(packet));
      // Without its header it is not authentic in the other modes, which are told apart by the source.
      assert.equal(line.accept(withSequence(packet, 10)), null);
      assert.equal(line.accept(line.seal(1)), 'newest');
    });
  });
}

for (const mode of ENCRYPTION_MODES) {
  test(`with ${mode} a client that restarts its sequences and timestamps under the same key is relayed, and keeps its address`, () => {
    for (const [sequence, timestamp] of [
      [0, 0],
      [29_000, 5_000_000],
      [30_100, 0],
      [62_000, 900_000_000],
    ] as const) {
      const check = createReplayCheck(mode);
      let counter = 0;
      const send = (at: number, time: number) => {
        const unencrypted = writeRtpHeader({ sequence: at, timestamp: time, ssrc: SSRC });
        const nonce = Buffer.alloc(24);
        if (mode === 'xsalsa20_poly1305') unencrypted.copy(nonce);
        else nonce.writeUInt32BE(counter);
        counter += 1;
        return check({ unencrypted, payload: FRAME, nonce });
      };
      for (let count = 0; count < 100; count += 1) send(30_000 + count, 40_000_000 + count * 960);
      const judged = Array.from({ length: 100 }, (_, count) =>
        send(sequence + count, timestamp + count * 960),
      );
      // The first ones may be those of a former round that did not arrive.
      assert.ok(
        judged.slice(15).every((age) => age === 'newest'),
        `${sequence} ${timestamp}: ${judged.join()}`,
      );
      if (mode !== 'xsalsa20_poly1305') assert.equal(judged[0], 'newest');
    }
  });
}

/** The counter of a packet, at its end. */
const counterOf = (packet: Buffer) => packet.readUInt32BE(packet.length - 4);

test('with xsalsa20_poly1305_lite a client can start at any nonce, wrap, and restart with a new key', () => {
  const line = new Line('xsalsa20_poly1305_lite');
  for (let index = 0; index < 10; index += 1) line.seal(index);
  // As a client that starts with a random number sends them.
  const later = [line.seal(1), line.seal(2)];
  assert.deepEqual(later.map(counterOf), [10, 11]);
  assert.deepEqual(
    later.map((packet) => line.accept(packet)),
    ['newest', 'newest'],
  );
  const check = createReplayCheck('xsalsa20_poly1305_lite');
  const judge = (counter: number) => {
    const nonce = Buffer.alloc(24);
    nonce.writeUInt32BE(counter);
    return check({
      unencrypted: writeRtpHeader({ sequence: 1, timestamp: 1, ssrc: 1 }),
      payload: FRAME,
      nonce,
    });
  };
  assert.deepEqual([2 ** 32 - 2, 2 ** 32 - 1, 0, 1, 0, 2 ** 32 - 1].map(judge), [
    'newest',
    'newest',
    'newest',
    'newest',
    null,
    null,
  ]);
  assert.equal(
    new Line('xsalsa20_poly1305_lite').accept(new Line('xsalsa20_poly1305_lite').seal(0)),
    'newest',
  );
});

test('with xsalsa20_poly1305_suffix nonces are remembered for hours, and new ones are rarely dropped', () => {
  const check = createReplayCheck('xsalsa20_poly1305_suffix');
  const unencrypted = writeRtpHeader({ sequence: 1, timestamp: 1, ssrc: 1 });
  const judge = (number: number) => {
    const nonce = Buffer.alloc(24);
    nonce.writeUInt32BE(number, 20);
    return check({ unencrypted, payload: FRAME, nonce });
  };
  let dropped = 0;
  for (let number = 0; number < 100_000; number += 1) if (judge(number) === null) dropped += 1;
  assert.equal(dropped, 0, `${dropped} of 100,000 were dropped`);
  for (let number = 0; number < 100_000; number += 997) assert.equal(judge(number), null);
});
