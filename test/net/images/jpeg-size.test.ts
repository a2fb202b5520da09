import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jpegSize } from '#guildhall/net/images/jpeg-size.js';
import { jpeg } from '../../api/support/jpeg.js';
import { fc } from '../../helpers/fast-check.js';

describe('The size of a JPEG', () => {
  test('is read from its frame, whatever precedes it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 65_535 }),
        fc.integer({ min: 0, max: 65_535 }),
        fc.string({ maxLength: 200 }),
        (width, height, comment) => {
          assert.deepEqual(jpegSize(jpeg(width, height, comment)), { width, height });
        },
      ),
    );
  });

  test('is read after fill bytes and from a progressive image', () => {
    const image = jpeg(128, 64);
    const filled = Buffer.concat([image.subarray(0, 2), Buffer.from([0xff, 0xff]), image.subarray(2)]);
    assert.deepEqual(jpegSize(filled), { width: 128, height: 64 });
    const progressive = Buffer.from(image);
    progressive[progressive.indexOf(0xc0)] = 0xc2;
    assert.deepEqual(jpegSize(progressive), { width: 128, height: 64 });
  });

  test('is null for an image that is truncated before its scan', () => {
    const image = jpeg(128, 128, 'comment');
    const scan = image.indexOf(Buffer.from([0xff, 0xda]));
    for (let length = 0; length < scan; length++) assert.equal(jpegSize(image.subarray(0, length)), null);
  });

  test('is null for anything else, without an error', () => {
    const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
    fc.assert(fc.property(bytes, (noise) => assert.equal(jpegSize(noise), null)));
    const headed = bytes.map((noise) => Buffer.concat([Buffer.from([0xff, 0xd8]), noise]));
    fc.assert(fc.property(headed, (noise) => void jpegSize(noise)));
  });
});
