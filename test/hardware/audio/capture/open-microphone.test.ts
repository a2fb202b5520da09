import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { openMicrophone } from '#guildhall/hardware/audio/capture/open-microphone.js';
import { ManualClock, settle } from '../../support/manual-clock.js';

/** Opens a device of 44.1 kHz that accepts some sample rates. */
function setUp(accepted: readonly number[], isConvertible = true) {
  const stream = Object.assign(new PassThrough(), { start: () => {} });
  const counts = { quits: 0, closes: 0 };
  const portAudio = {
    SampleFormat16Bit: 16,
    getDevices: () => [{ id: 1, name: 'mic', maxInputChannels: 1, defaultSampleRate: 44_100 }],
    AudioIO: ({ inOptions }: { inOptions: { sampleRate: number } }) => {
      if (!accepted.includes(inOptions.sampleRate)) throw new TypeError('refused');
      return stream;
    },
    quit: async () => {
      counts.quits += 1;
    },
  };
  const rates: number[] = [];
  const createResampler = (from: number) => {
    rates.push(from);
    const close = () => {
      counts.closes += 1;
    };
    return isConvertible ? { process: (samples: Int16Array) => samples.map((each) => -each), close } : null;
  };
  const way = { isDevice: () => true, serverName: null };
  const request = { createResampler, onBroken: () => {} };
  const input = openMicrophone(portAudio as never, way, request, new ManualClock());
  const recorded: number[][] = [];
  input?.record((samples) => recorded.push([...samples]));
  return { stream, counts, rates, input, recorded };
}

test('a device that accepts 48 kHz is recorded as it is', async () => {
  const { stream, rates, input, recorded } = setUp([44_100, 48_000]);
  assert.equal(input?.sampleRate, 48_000);
  stream.write(Buffer.from(Int16Array.of(1, 2).buffer));
  await settle();
  assert.deepEqual([rates, recorded], [[], [[1, 2]]]);
});

test('a device that refuses 48 kHz is recorded at its own rate and converted', async () => {
  const { stream, counts, rates, input, recorded } = setUp([44_100]);
  assert.equal(input?.sampleRate, 48_000);
  stream.write(Buffer.from(Int16Array.of(1, 2).buffer));
  await settle();
  assert.deepEqual([rates, recorded], [[44_100], [[-1, -2]]]);
  await Promise.all([input?.stop(), input?.stop()]);
  assert.deepEqual(counts, { quits: 1, closes: 1 });
});

test('a device that cannot be opened, or whose sound cannot be converted, is null', async () => {
  assert.equal(setUp([]).input, null);
  const { counts, input } = setUp([44_100], false);
  assert.equal(input, null);
  assert.equal(counts.quits, 1);
});
