import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readAttachedImage } from '#guildhall/api/attachments/attached-image.js';
import { fc } from '../../helpers/fast-check.js';

function webp(chunk: string, payload: readonly number[]): Buffer {
  const head = Buffer.from(`RIFF\0\0\0\0WEBP${chunk}\0\0\0\0`, 'latin1');
  return Buffer.concat([head, Buffer.from(payload), Buffer.alloc(10)]);
}

/** As each of the three encodings has it. */
const ENCODINGS: Readonly<Record<string, (width: number, height: number) => Buffer>> = {
  lossy: (width, height) =>
    webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, width & 255, width >> 8, height & 255, height >> 8]),
  lossless(width, height) {
    const payload = Buffer.alloc(5);
    payload[0] = 0x2f;
    payload.writeUInt32LE((((height - 1) << 14) | (width - 1)) >>> 0, 1);
    return webp('VP8L', [...payload]);
  },
  extended(width, height) {
    const payload = Buffer.alloc(10);
    payload.writeUIntLE(width - 1, 4, 3);
    payload.writeUIntLE(height - 1, 7, 3);
    return webp('VP8X', [...payload]);
  },
};

describe('The size of a WebP image', () => {
  for (const [name, encode] of Object.entries(ENCODINGS)) {
    test(`is read from a ${name} one`, () => {
      const side = fc.integer({ min: 1, max: 0x3fff });
      fc.assert(
        fc.property(side, side, (width, height) => {
          assert.deepEqual(readAttachedImage(encode(width, height)), { type: 'image/webp', width, height });
        }),
      );
    });
  }

  test('is none of other bytes, and nothing makes it fail', () => {
    const noise = fc.uint8Array({ maxLength: 60 }).map((bytes) => [...bytes]);
    fc.assert(fc.property(noise, (bytes) => assert.equal(readAttachedImage(webp('VP8?', bytes)), null)));
    for (const chunk of ['VP8 ', 'VP8L', 'VP8X']) {
      fc.assert(
        fc.property(noise, (bytes) => void readAttachedImage(webp(chunk, bytes).subarray(0, bytes.length))),
      );
    }
  });
});
