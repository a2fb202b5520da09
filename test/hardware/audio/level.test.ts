import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelOf } from '#guildhall/hardware/audio/level.js';
import { fc } from '../../helpers/fast-check.js';

test('levels are decibels of full scale: 0 for the loudest square wave, -100 for silence and no samples', () => {
  const rows: [number[], number][] = [
    [[-32_768, -32_768], 0],
    [[0, 0, 0], -100],
    [[], -100],
    [[16_384, -16_384], -6.02],
    [[1], -90.31],
    [[32_767, 0], -3.01],
  ];
  for (const [samples, level] of rows)
    assert.equal(Number(levelOf(Int16Array.from(samples)).toFixed(2)), level, samples.join(' '));
  fc.assert(
    fc.property(fc.int16Array({ maxLength: 200 }), (samples) => {
      const level = levelOf(samples);
      assert.ok(level >= -100 && level <= 0);
    }),
  );
});
