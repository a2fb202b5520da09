import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HostedCall } from '#guildhall/hardware/audio/call/hosted-call.js';
import type { FoundEndpoint } from '#guildhall/hardware/audio/endpoints/found-endpoint.js';
import { BLOCK_SAMPLES } from '#guildhall/hardware/audio/pcm.js';
import { eventually } from '../../../helpers/eventually.js';
import { ManualClock } from '../../support/manual-clock.js';
import { PLAIN_CALL } from '../support/call-settings.js';

const DEFAULT: FoundEndpoint = {
  endpoint: { id: 'default', name: 'Default', direction: 'input', is_default: true, container: null },
  way: { serverName: null, isDevice: () => true },
};

const BLOCK = new Int16Array(BLOCK_SAMPLES).map((_, index) => 8000 * Math.sin(index / 8));

/** A device for both directions: records a tone, and plays when it is asked to. */
class TestDevice {
  open = 0;
  #record: (samples: Int16Array) => void = () => {};
  #next: () => Int16Array = () => new Int16Array(0);

  readonly input = {
    list: async () => [DEFAULT],
    open: async () =>
      this.#opened({
        sampleRate: 48_000,
        record: (onSamples: (samples: Int16Array) => void) => {
          this.#record = onSamples;
        },
      }),
  };

  readonly output = {
    list: async () => [DEFAULT],
    open: async () =>
      this.#opened({
        play: (next: () => Int16Array) => {
          this.#next = next;
        },
      }),
  };

  /** Records and plays this many blocks. @returns the loudest sample that was played */
  pass(blocks: number): number {
    let loudest = 0;
    for (let block = 0; block < blocks; block += 1) {
      this.#record(BLOCK);
      for (const sample of this.#next()) loudest = Math.max(loudest, Math.abs(sample));
    }
    return loudest;
  }

  #opened<Stream extends object>(stream: Stream) {
    this.open += 1;
    return {
      ...stream,
      stop: async () => {
        this.open -= 1;
      },
    };
  }
}

function setUp() {
  const device = new TestDevice();
  const [frames, edges]: [Buffer[], boolean[]] = [[], []];
  const listener = {
    frame: (opus: Buffer) => frames.push(opus),
    speaking: (isSpeaking: boolean) => edges.push(isSpeaking),
    meter: () => {},
    silent: () => {},
    device: () => {},
  };
  const { input, output } = device;
  const clock = new ManualClock();
  const call = new HostedCall({ input, output, listener, clock });
  return { call, clock, device, edges, frames };
}

describe('a call in the driver', () => {
  test('sends what is recorded while the key is held, also if it was pressed before the call', async () => {
    const { call, device, edges, frames } = setUp();
    call.press(true);
    call.configure(PLAIN_CALL);
    await eventually(() => device.open > 0);
    await eventually(() => {
      device.pass(10);
      return frames.length > 5;
    });
    assert.deepEqual(edges, [true]);
    call.press(false);
    device.pass(20);
    assert.deepEqual(edges, [true, false]);
    call.configure(null);
    await eventually(() => device.open === 0);
  });

  test('plays what it sent when it comes from another user', async () => {
    const { call, device, frames } = setUp();
    call.configure(PLAIN_CALL);
    call.press(true);
    await eventually(() => {
      device.pass(10);
      return frames.length > 20;
    });
    const heard = await eventually(() => {
      for (const [index, opus] of frames.splice(0).entries())
        call.play({ userId: '9', sequence: index, timestamp: index * 960, opus });
      return device.pass(20) || undefined;
    });
    assert.ok(Number(heard) > 1000, `loudest: ${heard}`);
    call.configure(null);
    await eventually(() => device.open === 0);
  });

  test('that ends while it begins leaves nothing open, and another one can follow', async () => {
    const { call, clock, device } = setUp();
    for (let time = 0; time < 5; time += 1) {
      call.configure(PLAIN_CALL);
      call.configure(null);
    }
    call.configure({ ...PLAIN_CALL, isMuted: true });
    call.configure(PLAIN_CALL);
    await eventually(() => device.open > 0);
    call.configure(null);
    await eventually(() => device.open === 0);
    assert.equal(clock.timers, 0);
  });

  test('that replaces one at once has its own settings: a muted one closes the input', async () => {
    const { call, device, frames } = setUp();
    call.press(true);
    call.configure({ ...PLAIN_CALL, isDeafened: true });
    await eventually(() => device.open === 1);
    call.configure(null);
    call.configure({ ...PLAIN_CALL, isMuted: true, isDeafened: true });
    await eventually(() => device.open === 0);
    const sent = frames.length;
    device.pass(10);
    assert.equal(frames.length, sent);
    call.configure(null);
  });

  test('ignores frames and users without a call', () => {
    const { call } = setUp();
    call.play({ userId: '9', sequence: 0, timestamp: 0, opus: Buffer.from([0xf8, 0xff, 0xfe]) });
    call.forget('9');
    call.retry();
    call.doubtInput();
    call.configure(null);
  });
});
