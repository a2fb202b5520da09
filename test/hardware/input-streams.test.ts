import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type InputListener, InputStreams, levelOf } from '#guildhall/hardware/audio/input-streams.js';

function samples(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) buffer.writeInt16LE(value, index * 2);
  return buffer;
}

/** Streams over inputs that the test plugs in. */
class Bed {
  readonly plugged = new Set<string>();
  readonly open = new Map<string, InputListener>();
  readonly levels: [string, number][] = [];
  opened = 0;
  readonly streams = new InputStreams({
    open: async (id, listener) => {
      if (!this.plugged.has(id)) return null;
      this.opened += 1;
      this.open.set(id, listener);
      return { stop: async () => void this.open.delete(id) };
    },
    level: (id, level) => this.levels.push([id, level]),
  });
}

test('levels are decibels of full scale: 0 for the loudest square wave, -100 for silence and no samples', () => {
  const rows: [Buffer, number][] = [
    [samples(-32_768, -32_768), 0],
    [samples(0, 0, 0), -100],
    [samples(), -100],
    [Buffer.from([1]), -100],
    [samples(16_384, -16_384), -6.02],
    [samples(1), -90.31],
    [samples(32_767, 0), -3.01],
  ];
  for (const [given, level] of rows)
    assert.equal(Number(levelOf(given).toFixed(2)), level, given.toString('hex'));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const level = levelOf(Buffer.from(bytes));
      assert.ok(level >= -100 && level <= 0);
    }),
  );
});

test('an input is open while it has listeners, and is opened once', async () => {
  const bed = new Bed();
  const { levels, open, plugged, streams } = bed;
  plugged.add('mic').add('other');
  assert.deepEqual(await Promise.all([streams.listen('mic'), streams.listen('mic')]), [true, true]);
  await streams.listen('other');
  assert.equal(bed.opened, 2);
  const { onSamples } = open.get('mic') ?? assert.fail();
  onSamples(samples(-32_768));
  assert.deepEqual(levels, [['mic', 0]]);
  await streams.unlisten('mic');
  // What was under way when it ended.
  onSamples(samples(-32_768));
  assert.equal(levels.length, 1);
  assert.deepEqual([...open.keys()], ['other']);
  await streams.unlisten('mic');
  await streams.unlisten('nobody');
  assert.equal(bed.opened, 2);
});

test('an input that is missing or breaks off is opened once it is available', async () => {
  const bed = new Bed();
  assert.equal(await bed.streams.listen('mic'), false);
  await bed.streams.retry();
  assert.equal(bed.opened, 0);
  bed.plugged.add('mic');
  await bed.streams.retry();
  await bed.streams.retry();
  assert.equal(bed.opened, 1);
  bed.open.get('mic')?.onBroken();
  bed.open.get('mic')?.onBroken();
  await bed.streams.retry();
  assert.equal(bed.opened, 2);
  bed.open.get('mic')?.onSamples(samples(0));
  assert.deepEqual(bed.levels, [['mic', -100]]);
  await bed.streams.unlisten('mic');
  await bed.streams.retry();
  assert.equal(bed.opened, 2);
});
