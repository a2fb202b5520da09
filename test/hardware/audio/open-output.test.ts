import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { openOutput } from '#guildhall/hardware/audio/open-output.js';
import { ManualClock, settle } from '../support/manual-clock.js';

/** naudiodon with outputs, of which the test decides when they accept a block. */
class FakePortAudio {
  readonly SampleFormat16Bit = 16;
  readonly opened: object[] = [];
  readonly written: Int16Array[] = [];
  quits = 0;
  /** what the library of the sound server would find in its environment */
  sink: string | undefined;
  refuses = false;
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
    { id: 3, name: 'speakers', maxOutputChannels: 0 },
    { id: 4, name: 'speakers', maxOutputChannels: 8 },
    { id: 5, name: 'mono', maxOutputChannels: 1 },
  ];
  readonly AudioIO = (options: object) => {
    this.opened.push(options);
    return this.stream as never;
  };
}

function setUp(name = 'speakers', serverName: string | null = null) {
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
    open: () => openOutput(portAudio as never, way, onBroken, clock),
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
