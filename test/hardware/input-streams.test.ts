import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InputStreams } from '#guildhall/hardware/audio/input-streams.js';

/** An input that is open. */
interface Opened {
  onSamples(samples: Int16Array): void;
  onBroken(): void;
}

const LOUDEST = Int16Array.of(-32_768);
const SILENT = Int16Array.of(0);

/** Streams over inputs that the test plugs in. */
class Bed {
  readonly plugged = new Set<string>();
  readonly open = new Map<string, Opened>();
  readonly levels: [string, number][] = [];
  opened = 0;
  readonly streams = new InputStreams({
    open: async (id, onBroken) => {
      if (!this.plugged.has(id)) return null;
      this.opened += 1;
      return {
        sampleRate: 48_000,
        record: (onSamples) => void this.open.set(id, { onSamples, onBroken }),
        stop: async () => void this.open.delete(id),
      };
    },
    level: (id, level) => this.levels.push([id, level]),
  });
}

test('an input is open while it has listeners, and is opened once', async () => {
  const bed = new Bed();
  const { levels, open, plugged, streams } = bed;
  plugged.add('mic').add('other');
  assert.deepEqual(await Promise.all([streams.listen('mic'), streams.listen('mic')]), [true, true]);
  await streams.listen('other');
  assert.equal(bed.opened, 2);
  const { onSamples } = open.get('mic') ?? assert.fail();
  onSamples(LOUDEST);
  assert.deepEqual(levels, [['mic', 0]]);
  await streams.unlisten('mic');
  // What was in progress when it ended.
  onSamples(LOUDEST);
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
  bed.open.get('mic')?.onSamples(SILENT);
  assert.deepEqual(bed.levels, [['mic', -100]]);
  await bed.streams.unlisten('mic');
  await bed.streams.retry();
  assert.equal(bed.opened, 2);
});
