import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { openInput } from '#guildhall/hardware/audio/open-input.js';
import { ManualClock, settle } from './support/manual-clock.js';

/** naudiodon with one input, `mic`, that the test plays. */
class FakePortAudio {
  readonly SampleFormat16Bit = 16;
  readonly opened: { inOptions: { channelCount: number; highwaterMark: number } }[] = [];
  quits = 0;
  /** what the library of the sound server would find in its environment */
  source: string | undefined;
  refuses = (_channels: number) => false;
  readonly stream = Object.assign(new PassThrough(), {
    start: () => {
      this.source = process.env.PULSE_SOURCE;
      if (this.refuses(this.opened.at(-1)?.inOptions.channelCount ?? 0))
        throw new TypeError('cannot be opened');
    },
    quit: (callback?: () => void) => {
      this.quits += 1;
      callback?.();
    },
  });

  readonly quit = (stream: { quit(callback: () => void): void }) =>
    new Promise<void>((resolve) => stream.quit(resolve));
  readonly getDevices = () => [device(3, 'mic', 0), device(4, 'mic', 2), device(5, 'other', 1)];
  readonly AudioIO = (options: FakePortAudio['opened'][number]) => {
    this.opened.push(options);
    return this.stream as never;
  };
}

function device(id: number, name: string, maxInputChannels: number) {
  const latencies = {
    ...{ defaultLowInputLatency: 0, defaultLowOutputLatency: 0 },
    ...{ defaultHighInputLatency: 0, defaultHighOutputLatency: 0 },
  };
  return {
    id,
    name,
    maxInputChannels,
    maxOutputChannels: 2,
    defaultSampleRate: 44_100,
    hostAPIName: 'ALSA',
    ...latencies,
  };
}

function setUp(name = 'mic', serverName: string | null = null, sampleRate: number | null = null) {
  const portAudio = new FakePortAudio();
  const clock = new ManualClock();
  const recorded: number[][] = [];
  const counts = { onBroken: 0 };
  const request = {
    sampleRate,
    blockMs: 20,
    onBroken: () => {
      counts.onBroken += 1;
    },
  };
  const open = () => {
    const way = { isDevice: (each: { name: string }) => each.name === name, serverName };
    const input = openInput(portAudio as never, way, request, clock);
    input?.record((samples) => recorded.push([...samples]));
    return input;
  };
  return { portAudio, clock, recorded, counts, open };
}

/** Samples as a device gives them. */
function bytesOf(...samples: number[]): Buffer {
  return Buffer.from(Int16Array.from(samples).buffer);
}

test('an input is opened in mono at its own rate, in moments of a fiftieth of a second', async () => {
  const { portAudio, recorded, open } = setUp();
  assert.equal(open()?.sampleRate, 44_100);
  assert.deepEqual(portAudio.opened, [
    {
      inOptions: {
        ...{ deviceId: 4, sampleFormat: 16, sampleRate: 44_100, channelCount: 1 },
        ...{ framesPerBuffer: 882, highwaterMark: 1764, closeOnError: false },
      },
    },
  ]);
  assert.equal(portAudio.source, undefined);
  portAudio.stream.write(bytesOf(1, -2, 32_767));
  await settle();
  assert.deepEqual(recorded, [[1, -2, 32_767]]);
});

test('an input without a mono format is opened in stereo, and becomes the mean of both channels', async () => {
  const { portAudio, recorded, open } = setUp('mic', null, 48_000);
  portAudio.refuses = (channels) => channels === 1;
  assert.equal(open()?.sampleRate, 48_000);
  assert.deepEqual(
    portAudio.opened.map(({ inOptions }) => [inOptions.channelCount, inOptions.highwaterMark]),
    [
      [1, 1920],
      [2, 3840],
    ],
  );
  portAudio.stream.write(bytesOf(100, 300, -32_768, -32_768));
  await settle();
  assert.deepEqual(recorded, [[200, -32_768]]);
});

test('an input of the sound server is passed to its library in the environment, only while opening', () => {
  const { portAudio, open } = setUp('mic', 'alsa_input.usb');
  assert.ok(open());
  assert.equal(portAudio.source, 'alsa_input.usb');
  assert.equal(process.env.PULSE_SOURCE, undefined);
});

test('an input that PortAudio does not know or cannot open is null', () => {
  assert.equal(setUp('nothing').open(), null);
  const { portAudio, open } = setUp('mic', 'x');
  portAudio.refuses = () => true;
  assert.equal(open(), null);
  assert.equal(process.env.PULSE_SOURCE, undefined);
});

test('an input that delivers nothing for a second, or for three at its start, has broken off', async () => {
  const { portAudio, clock, counts, recorded, open } = setUp();
  const input = open();
  await clock.advance(2900);
  for (let round = 0; round < 4; round += 1) {
    portAudio.stream.write(bytesOf(0));
    await settle();
    await clock.advance(900);
  }
  assert.deepEqual([counts.onBroken, portAudio.quits], [0, 0]);
  await clock.advance(100);
  assert.deepEqual([counts.onBroken, portAudio.quits], [1, 1]);
  // PortAudio does not survive being told twice.
  await input?.stop();
  portAudio.stream.emit('error', new TypeError('late'));
  portAudio.stream.write(bytesOf(0));
  await settle();
  assert.deepEqual([counts.onBroken, portAudio.quits, recorded.length], [1, 1, 4]);
  assert.equal(clock.timers, 0);
  const other = setUp();
  other.open();
  await other.clock.advance(3000);
  assert.equal(other.counts.onBroken, 1);
});

test('an input that is stopped has not broken off', async () => {
  const { portAudio, clock, counts, open } = setUp();
  await open()?.stop();
  await clock.advance(5000);
  assert.deepEqual([counts.onBroken, portAudio.quits, clock.timers], [0, 1, 0]);
});
