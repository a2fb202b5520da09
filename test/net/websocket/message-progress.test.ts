import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageProgress } from '#guildhall/net/websocket/message-progress.js';
import { fc } from '../../helpers/fast-check.js';

interface TestFrame {
  readonly opcode: number;
  readonly isFinal: boolean;
  readonly length: number;
}

function frame({ opcode, isFinal, length }: TestFrame): Buffer {
  const header = [(isFinal ? 0x80 : 0) | opcode];
  if (length < 126) header.push(0x80 | length);
  else if (length < 65_536) header.push(0x80 | 126, length >> 8, length & 0xff);
  else header.push(0x80 | 127, 0, 0, 0, 0, 0, length >> 16, (length >> 8) & 0xff, length & 0xff);
  return Buffer.concat([Buffer.from(header), Buffer.alloc(4, 7), Buffer.alloc(length, 0x81)]);
}

const lengths = fc.oneof(
  fc.nat(10),
  fc.integer({ min: 120, max: 130 }),
  fc.integer({ min: 65_530, max: 65_540 }),
);
const control = fc.record({
  opcode: fc.constantFrom(8, 9, 10),
  isFinal: fc.constant(true),
  length: fc.nat(125),
});
/** A message in one or several fragments, with control frames before, between and after them. */
const message = fc
  .tuple(
    fc.constantFrom(1, 2),
    fc.array(fc.tuple(lengths, fc.array(control, { maxLength: 2 })), { minLength: 1, maxLength: 4 }),
  )
  .map(([opcode, fragments]) =>
    fragments.flatMap(([length, controls], index) => [
      { opcode: index === 0 ? opcode : 0, isFinal: index === fragments.length - 1, length },
      ...controls,
    ]),
  );

test('progress does not depend on how bytes are split into chunks', () => {
  fc.assert(
    fc.property(
      fc.array(message, { maxLength: 3 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 40_000 })),
      (messages, cuts) => {
        const progress = new MessageProgress();
        const bytes = Buffer.concat(messages.flat().map(frame));
        for (let at = 0; at < bytes.length; ) {
          const size = cuts.next().value;
          progress.take(bytes.subarray(at, at + size));
          at += size;
        }
        assert.equal(progress.unfinishedBytes, 0);
      },
    ),
    { numRuns: 200 },
  );
});

test('the bytes of a message count until its last fragment, those of a ping only until its end', () => {
  const progress = new MessageProgress();
  const first = frame({ opcode: 1, isFinal: false, length: 300 });
  const ping = frame({ opcode: 9, isFinal: true, length: 5 });
  const last = frame({ opcode: 0, isFinal: true, length: 3 });
  assert.equal(progress.take(first), false);
  assert.equal(progress.unfinishedBytes, first.length);
  assert.equal(progress.take(ping), false);
  assert.equal(progress.unfinishedBytes, first.length);
  assert.equal(progress.take(last.subarray(0, 4)), false);
  assert.equal(progress.unfinishedBytes, first.length + 4);
  assert.equal(progress.take(Buffer.concat([last.subarray(4), first])), true);
  assert.equal(progress.unfinishedBytes, first.length);
});
