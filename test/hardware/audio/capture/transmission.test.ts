import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Transmission } from '#guildhall/hardware/audio/capture/transmission.js';
import { BLOCK_SAMPLES, FRAME_SAMPLES } from '#guildhall/hardware/audio/pcm.js';
import { OPUS_SILENCE } from '#guildhall/protocol/opus-silence.js';
import { fc } from '../../../helpers/fast-check.js';

/** What was sent after the block of this number: the numbers of the blocks in a frame (0: silence), or an event. */
interface Sent {
  readonly after: number;
  readonly what: number[] | 'silence' | 'started' | 'stopped';
}

/** Sends numbered blocks. */
class Bed {
  readonly sent: Sent[] = [];
  #block = 0;
  readonly transmission = new Transmission(
    // A frame is encoded as the first sample of each of its blocks.
    { encode: (samples) => Buffer.from(samples.filter((_, at) => at % BLOCK_SAMPLES === 0).buffer) },
    {
      frame: (opus) => this.#add(opus.equals(OPUS_SILENCE) ? 'silence' : numbersIn(opus)),
      speaking: (isSpeaking) => this.#add(isSpeaking ? 'started' : 'stopped'),
    },
  );

  /** Adds a block for each decision. */
  add(decisions: readonly boolean[], preRollBlocks = 0): this {
    for (const isSpeech of decisions) {
      this.#block += 1;
      this.transmission.add(new Int16Array(BLOCK_SAMPLES).fill(this.#block), isSpeech, preRollBlocks);
    }
    return this;
  }

  /** the numbers of the blocks that were sent, without silence */
  get blocks(): number[] {
    return this.sent.flatMap(({ what }) => (Array.isArray(what) ? what : [])).filter((block) => block > 0);
  }

  #add(what: Sent['what']): void {
    this.sent.push({ after: this.#block, what });
  }
}

function numbersIn(frame: Buffer): number[] {
  assert.equal(frame.length, (2 * FRAME_SAMPLES) / BLOCK_SAMPLES);
  return [frame.readInt16LE(0), frame.readInt16LE(2)];
}

const blocks = (isSpeech: boolean, count: number) => Array.from({ length: count }, () => isSpeech);

test('speech is sent in frames of two blocks, and ends with five frames of silence, one every 20 ms', () => {
  const { sent } = new Bed().add([...blocks(true, 3), ...blocks(false, 30)]);
  assert.deepEqual(sent, [
    { after: 1, what: 'started' },
    { after: 2, what: [1, 2] },
    { after: 4, what: [3, 0] },
    { after: 4, what: 'stopped' },
    ...[4, 6, 8, 10, 12].map((after) => ({ after, what: 'silence' })),
  ]);
});

test('the blocks before speech are sent first, in their order, and only once', () => {
  const bed = new Bed().add(blocks(false, 10), 4).add([true, false, false, true, true], 4);
  assert.deepEqual(bed.blocks, [7, 8, 9, 10, 11, 12, 13, 14, 15]);
});

test('speech that begins again takes the place of the remaining silence', () => {
  const bed = new Bed().add([true, true, ...blocks(false, 3), ...blocks(true, 4), ...blocks(false, 30)]);
  const kinds = bed.sent.map(({ what }) => (Array.isArray(what) ? 'frame' : what));
  assert.deepEqual(kinds, [
    ...['started', 'frame', 'stopped', 'silence', 'silence'],
    ...['started', 'frame', 'frame', 'stopped', ...Array<string>(5).fill('silence')],
  ]);
});

test('an end sends all frames of silence at once, and nothing if nothing was sent', () => {
  const bed = new Bed().add([true, true, true]);
  bed.transmission.end();
  bed.transmission.end();
  assert.deepEqual(
    bed.sent.slice(2).map(({ what }) => what),
    [[3, 0], 'stopped', ...Array<string>(5).fill('silence')],
  );
  const quiet = new Bed().add(blocks(false, 10), 4);
  quiet.transmission.end();
  quiet.add([true, true], 4);
  assert.deepEqual(quiet.blocks, [11, 12]);
});

test('only speech and what is just before it is sent, each block once, between a start and a stop', () => {
  const decisions = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 30 })), { maxLength: 20 });
  fc.assert(
    fc.property(decisions, fc.nat({ max: 6 }), (runs, preRollBlocks) => {
      const speech = runs.flatMap(([isSpeech, count]) => blocks(isSpeech, count));
      const bed = new Bed().add([...speech, ...blocks(false, 20)], preRollBlocks);
      const expected = speech.flatMap((_, at) =>
        speech.slice(at, at + preRollBlocks + 1).some(Boolean) ? [at + 1] : [],
      );
      assert.deepEqual(bed.blocks, expected);
      let isSpeaking = false;
      let silence = 5;
      for (const { what } of bed.sent) {
        if (what === 'started' || what === 'stopped') {
          assert.equal(isSpeaking, what === 'stopped');
          isSpeaking = what === 'started';
          silence = isSpeaking ? silence : 0;
        } else if (what === 'silence') {
          assert.ok(!isSpeaking);
          silence += 1;
        } else assert.ok(isSpeaking);
        assert.ok(silence <= 5);
      }
      assert.deepEqual([isSpeaking, silence], [false, 5]);
    }),
  );
});
