import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { CreateResampler } from '#guildhall/hardware/audio/device-format.js';
import { openOutput } from '#guildhall/hardware/audio/open-output.js';
import { openProcessing } from '#guildhall/hardware/audio/processing/open-processing.js';
import { blocksOf, channelOf, join, toStereo } from '../../helpers/sound/edit.js';
import { levelOf } from '../../helpers/sound/levels.js';
import { tone } from '../../helpers/sound/signals.js';
import { ManualClock, settle } from '../support/manual-clock.js';
import { realTest } from '../support/programs.js';

/** naudiodon with outputs, of which the test decides when they accept a block. */
class FakePortAudio {
  readonly SampleFormat16Bit = 16;
  readonly opened: object[] = [];
  readonly written: Int16Array[] = [];
  quits = 0;
  /** what the library of the sound server would find in its environment */
  sink: string | undefined;
  refuses = false;
  /** refused rates, in Hz */
  readonly refusedRates: number[] = [];
  accept: (error?: Error) => void = () => {};
  readonly stream = Object.assign(new PassThrough(), {
    start: () => {
      this.sink = process.env.PULSE_SINK;
      if (this.refuses) throw new TypeError('cannot be opened');
    },
    write: (bytes: Buffer, accept: () => void) => {
      this.written.push(new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2).slice());
      this.accept = accept;
      return false;
    },
    quit: (callback?: () => void) => {
      this.quits += 1;
      callback?.();
    },
  });

  readonly quit = (stream: { quit(callback: () => void): void }) =>
    new Promise<void>((resolve) => stream.quit(resolve));
  readonly getDevices = () => [
    { id: 3, name: 'speakers', maxOutputChannels: 0, defaultSampleRate: 44_100 },
    { id: 4, name: 'speakers', maxOutputChannels: 8, defaultSampleRate: 44_100 },
    { id: 5, name: 'mono', maxOutputChannels: 1, defaultSampleRate: 16_000 },
  ];
  readonly AudioIO = (options: { outOptions: { sampleRate: number } }) => {
    if (this.refusedRates.includes(options.outOptions.sampleRate)) throw new TypeError('not supported');
    this.opened.push(options);
    return this.stream as never;
  };
}

function setUp(
  name = 'speakers',
  serverName: string | null = null,
  createResampler: CreateResampler = (to) => openProcessing().createResampler(48_000, to),
) {
  const portAudio = new FakePortAudio();
  const clock = new ManualClock();
  const counts = { broken: 0, requested: 0 };
  const way = { isDevice: (each: { name: string }) => each.name === name, serverName };
  const onBroken = () => {
    counts.broken += 1;
  };
  const nextBlock = () => {
    counts.requested += 1;
    return Int16Array.from({ length: 960 }, (_, at) => (at % 2 === 0 ? 100 : 300));
  };
  return {
    ...{ portAudio, clock, counts, nextBlock },
    open: () => openOutput(portAudio as never, way, { onBroken, createResampler }, clock),
  };
}

test('an output is opened in stereo at 48 kHz and requests each block when the one before was accepted', () => {
  const { portAudio, counts, nextBlock, open } = setUp();
  const output = open();
  assert.deepEqual(portAudio.opened, [
    {
      outOptions: {
        ...{ deviceId: 4, sampleFormat: 16, sampleRate: 48_000, channelCount: 2 },
        ...{ framesPerBuffer: 240, maxQueue: 2, highwaterMark: 1920, closeOnError: false },
      },
    },
  ]);
  assert.equal(counts.requested, 0);
  output?.play(nextBlock);
  assert.equal(counts.requested, 1);
  portAudio.accept();
  assert.equal(counts.requested, 2);
  assert.deepEqual(portAudio.written[1], nextBlock());
  assert.equal(portAudio.sink, undefined);
});

test('an output with one channel plays the mean of both', () => {
  const { portAudio, nextBlock, open } = setUp('mono');
  open()?.play(nextBlock);
  assert.deepEqual(portAudio.written, [new Int16Array(480).fill(200)]);
});

realTest(['libspeexdsp.so.1'], 'an output that refuses 48 kHz gets its own rate', async () => {
  for (const [name, rate, channels] of [
    ['speakers', 44_100, 2],
    ['mono', 16_000, 1],
  ] as const) {
    const { portAudio, open } = setUp(name);
    portAudio.refusedRates.push(48_000);
    const blocks = blocksOf(toStereo(tone(440, 1, -20), tone(440, 1, -26)), 960);
    open()?.play(() => blocks.shift() ?? new Int16Array(960));
    for (let count = 1; count < 100; count += 1) portAudio.accept();
    const played = join(...portAudio.written);
    assert.ok(Math.abs(played.length - rate * channels) < rate / 50, `${played.length}`);
    const middle = played.subarray(played.length / 4, (3 * played.length) / 4);
    // The mean of both channels is 2.5 dB below the louder one.
    const levels =
      channels === 1
        ? [levelOf(middle)]
        : [levelOf(channelOf(middle, 'left')), levelOf(channelOf(middle, 'right'))];
    const expected = channels === 1 ? [-22.5] : [-20, -26];
    for (const [at, level] of levels.entries())
      assert.ok(Math.abs(level - (expected[at] ?? 0)) < 0.3, `${levels}`);
  }
});

test('an output that refuses 48 kHz cannot be opened where sample rates cannot be converted', () => {
  const { portAudio, open } = setUp('speakers', null, () => null);
  portAudio.refusedRates.push(48_000);
  assert.equal(open(), null);
});

test('an output of the sound server is passed to its library in the environment, only while opening', () => {
  const { portAudio, open } = setUp('speakers', 'alsa_output.usb');
  assert.ok(open());
  assert.equal(portAudio.sink, 'alsa_output.usb');
  assert.equal(process.env.PULSE_SINK, undefined);
});

test('an output that PortAudio does not know or cannot open is null', () => {
  assert.equal(setUp('nothing').open(), null);
  const { portAudio, open } = setUp('speakers', 'x');
  portAudio.refuses = true;
  assert.equal(open(), null);
  assert.equal(process.env.PULSE_SINK, undefined);
});

test('an output has three seconds to start, and has broken off if it then accepts nothing for a second', async () => {
  const { portAudio, clock, counts, nextBlock, open } = setUp();
  const output = open();
  output?.play(nextBlock);
  for (let round = 0; round < 4; round += 1) {
    await clock.advance(900);
    portAudio.accept();
  }
  assert.deepEqual([counts.broken, portAudio.quits], [0, 0]);
  await clock.advance(1000);
  assert.deepEqual([counts.broken, portAudio.quits], [1, 1]);
  // PortAudio does not survive being told twice.
  await output?.stop();
  portAudio.stream.emit('error', new TypeError('late'));
  const { requested } = counts;
  portAudio.accept();
  assert.deepEqual([counts.broken, portAudio.quits, counts.requested], [1, 1, requested]);
  assert.equal(clock.timers, 0);
});

test('an output that never starts has broken off after three seconds', async () => {
  const { clock, counts, nextBlock, open } = setUp();
  open()?.play(nextBlock);
  await clock.advance(2999);
  assert.equal(counts.broken, 0);
  await clock.advance(1);
  assert.equal(counts.broken, 1);
});

test('an output that fails has broken off', async () => {
  const { portAudio, clock, counts, nextBlock, open } = setUp();
  open()?.play(nextBlock);
  portAudio.accept(new TypeError('failed'));
  portAudio.stream.emit('error', new TypeError('failed'));
  await settle();
  assert.deepEqual([counts.broken, counts.requested, clock.timers], [1, 1, 0]);
});

test('an output that is stopped has not broken off', async () => {
  const { portAudio, clock, counts, nextBlock, open } = setUp();
  const output = open();
  output?.play(nextBlock);
  await output?.stop();
  portAudio.accept();
  await clock.advance(5000);
  assert.deepEqual([counts.broken, counts.requested, portAudio.quits, clock.timers], [0, 1, 1, 0]);
});
