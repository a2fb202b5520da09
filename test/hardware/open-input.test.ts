import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { openInput } from '#guildhall/hardware/audio/open-input.js';
import { ManualClock, settle } from './support/manual-clock.js';

/** naudiodon with one input, `mic`, that the test plays. */
class FakePortAudio {
  readonly SampleFormat16Bit = 16;
  readonly opened: object[] = [];
  quits = 0;
  /** what the library of the sound server would find in its environment */
  source: string | undefined;
  refuses = false;
  readonly stream = Object.assign(new PassThrough(), {
    start: () => {
      this.source = process.env.PULSE_SOURCE;
      if (this.refuses) throw new TypeError('cannot be opened');
    },
    quit: (callback?: () => void) => {
      this.quits += 1;
      callback?.();
    },
  });

  readonly getDevices = () => [device(3, 'mic', 0), device(4, 'mic', 2), device(5, 'other', 1)];
  readonly AudioIO = (options: object) => {
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

function setUp(name = 'mic', serverName: string | null = null) {
  const portAudio = new FakePortAudio();
  const clock = new ManualClock();
  const onSamples: number[] = [];
  const counts = { onBroken: 0 };
  const listener = {
    onSamples: (samples: Buffer) => onSamples.push(samples.length),
    onBroken: () => {
      counts.onBroken += 1;
    },
  };
  const open = () =>
    openInput(portAudio as never, { isDevice: (each) => each.name === name, serverName }, listener, clock);
  return { portAudio, clock, onSamples, counts, open };
}

test('an input is opened in mono at its own rate, in moments of a fiftieth of a second', async () => {
  const { portAudio, onSamples, open } = setUp();
  assert.ok(open());
  assert.deepEqual(portAudio.opened, [
    {
      inOptions: {
        ...{ deviceId: 4, sampleFormat: 16, sampleRate: 44_100, channelCount: 1 },
        ...{ framesPerBuffer: 882, highwaterMark: 1764, closeOnError: true },
      },
    },
  ]);
  assert.equal(portAudio.source, undefined);
  portAudio.stream.write(Buffer.alloc(1764));
  await settle();
  assert.deepEqual(onSamples, [1764]);
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
  portAudio.refuses = true;
  assert.equal(open(), null);
  assert.equal(process.env.PULSE_SOURCE, undefined);
});

test('an input that delivers nothing for a second has broken off', async () => {
  const { portAudio, clock, counts, onSamples, open } = setUp();
  const input = open();
  for (let round = 0; round < 4; round += 1) {
    await clock.advance(900);
    portAudio.stream.write(Buffer.alloc(2));
    await settle();
  }
  assert.deepEqual([counts.onBroken, portAudio.quits], [0, 0]);
  await clock.advance(1000);
  assert.deepEqual([counts.onBroken, portAudio.quits], [1, 1]);
  // PortAudio does not survive being told twice.
  await input?.stop();
  portAudio.stream.emit('error', new TypeError('late'));
  portAudio.stream.write(Buffer.alloc(2));
  await settle();
  assert.deepEqual([counts.onBroken, portAudio.quits, onSamples.length], [1, 1, 4]);
  assert.equal(clock.timers, 0);
});

test('an input that is stopped has not broken off', async () => {
  const { portAudio, clock, counts, open } = setUp();
  await open()?.stop();
  await clock.advance(5000);
  assert.deepEqual([counts.onBroken, portAudio.quits, clock.timers], [0, 1, 0]);
});
