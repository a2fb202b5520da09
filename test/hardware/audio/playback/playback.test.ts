import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallSettings } from '#guildhall/hardware/audio/call/call.js';
import { Playback } from '#guildhall/hardware/audio/playback/playback.js';
import { MAX_SPEAKERS } from '#guildhall/hardware/audio/playback/speakers.js';
import { ManualClock } from '../../support/manual-clock.js';
import { PLAIN_CALL } from '../support/call-settings.js';
import { MockOpus, packetOf, SILENCE_PACKET } from './support/mock-opus.js';
import { frameOf } from './support/packets.js';

/** A playback with an output that requests a block every 10 ms. */
class Bench {
  readonly clock = new ManualClock();
  readonly opus = new MockOpus();
  readonly reports: (string | null)[] = [];
  opened = 0;
  nextBlock: (() => Int16Array) | null = null;
  readonly playback = new Playback({
    clock: this.clock,
    opus: this.opus,
    list: async () => [
      {
        endpoint: { id: 'out', name: 'out', direction: 'output', is_default: true, container: null },
        way: { serverName: null, isDevice: () => false },
      },
    ],
    open: async () => {
      this.opened += 1;
      return {
        play: (nextBlock) => {
          this.nextBlock = nextBlock;
        },
        stop: async () => {
          this.nextBlock = null;
        },
      };
    },
    listener: { device: (_, id) => this.reports.push(id) },
  });

  async configure(changes: Partial<CallSettings> = {}): Promise<void> {
    this.playback.configure({ ...PLAIN_CALL, ...changes });
    await this.clock.advance(0);
  }

  /** Plays packets of users for some frames of 20 ms. @returns the last sample of each block, left */
  async play(userIds: readonly string[], from: number, to: number, opus = packetOf(50)): Promise<number[]> {
    const heard: number[] = [];
    for (let index = from; index < to; index += 1) {
      for (const userId of userIds) this.playback.play(frameOf(index, { userId, opus }));
      heard.push(...(await this.listen(20)));
    }
    return heard;
  }

  async listen(ms: number): Promise<number[]> {
    const heard: number[] = [];
    for (let at = 0; at < ms; at += 10) {
      await this.clock.advance(10);
      const block = this.nextBlock?.();
      if (block !== undefined) heard.push(block[958] ?? 0);
    }
    return heard;
  }
}

const user = (changes: object) => ({ pan: { left: 1, right: 1 }, volume: 100, mute: false, ...changes });

test('what users send is mixed with their volumes and that of the output', async () => {
  const bench = new Bench();
  await bench.configure({ users: { '2': user({ volume: 50 }) } });
  assert.equal((await bench.play(['1', '2'], 0, 10)).at(-1), 5000 + 2500);
  await bench.configure({
    output: { deviceId: null, volume: 50 },
    users: { '2': user({ volume: 50, pan: { left: 0, right: 1 } }) },
  });
  assert.equal((await bench.play(['1', '2'], 10, 20)).at(-1), 2500);
});

test('a user who is muted is not decoded', async () => {
  const bench = new Bench();
  await bench.configure({ users: { '1': user({ mute: true }) } });
  assert.ok((await bench.play(['1'], 0, 10)).every((sample) => sample === 0));
  assert.equal(bench.opus.open, 0);
  await bench.configure();
  assert.equal((await bench.play(['1'], 10, 20)).at(-1), 5000);
  await bench.configure({ users: { '1': user({ mute: true }) } });
  assert.equal(bench.opus.open, 0);
});

test('nothing is decoded and no output is open while deafened', async () => {
  const bench = new Bench();
  await bench.configure({ isDeafened: true });
  await bench.play(['1'], 0, 10);
  assert.deepEqual([bench.opened, bench.opus.calls.length], [0, 0]);
  await bench.configure();
  await bench.play(['1'], 10, 20);
  assert.deepEqual([bench.opened, bench.opus.open], [1, 1]);
  await bench.configure({ isDeafened: true });
  assert.equal(bench.nextBlock, null);
  assert.equal(bench.opus.open, 0);
});

test('the output is open from the start, closed after ten quiet seconds and opened by the next packet', async () => {
  const bench = new Bench();
  await bench.configure();
  assert.deepEqual([bench.opened, bench.reports], [1, ['out']]);
  await bench.listen(9990);
  assert.notEqual(bench.nextBlock, null);
  await bench.listen(20);
  assert.equal(bench.nextBlock, null);
  assert.equal((await bench.play(['1'], 0, 10)).at(-1), 5000);
  await bench.play(['1'], 10, 15, SILENCE_PACKET);
  await bench.listen(5000);
  await bench.play(['1'], 15, 20);
  await bench.listen(9000);
  assert.notEqual(bench.nextBlock, null);
  assert.equal(bench.opened, 2);
  assert.deepEqual(bench.reports, ['out']);
});

test('a user who left is forgotten', async () => {
  const bench = new Bench();
  await bench.configure();
  await bench.play(['1'], 0, 10);
  bench.playback.forget('1');
  assert.ok((await bench.listen(50)).every((sample) => sample === 0));
  assert.equal(bench.opus.open, 0);
});

test('a limited number of users is decoded, those who spoke last', async () => {
  const bench = new Bench();
  await bench.configure();
  const users = Array.from({ length: MAX_SPEAKERS + 8 }, (_, index) => String(index));
  await bench.play(users, 0, 5);
  assert.equal(bench.opus.open, MAX_SPEAKERS);
  await bench.play(users, 5, 10, SILENCE_PACKET);
  await bench.listen(500);
  const heard = (await bench.play([String(MAX_SPEAKERS + 1)], 10, 20)).at(-1) ?? 0;
  assert.ok(heard > 4900, `${heard}`);
  assert.equal(bench.opus.open, MAX_SPEAKERS);
});

test('the loss of the last seconds is measured', async () => {
  const bench = new Bench();
  await bench.configure();
  assert.equal(bench.playback.loss, 0);
  for (let index = 0; index < 100; index += 1) {
    if (index % 4 !== 0) bench.playback.play(frameOf(index));
    await bench.listen(20);
  }
  assert.ok(Math.abs(bench.playback.loss - 0.25) < 0.03, `${bench.playback.loss}`);
  await bench.play(['1'], 100, 400);
  await bench.play(['1'], 400, 500);
  assert.ok(bench.playback.loss < 0.02, `${bench.playback.loss}`);
});

test('the echo reference is what is played, and nothing while the output is closed', async () => {
  const bench = new Bench();
  assert.equal(bench.playback.echoReference.take(), null);
  await bench.configure();
  await bench.play(['1'], 0, 10);
  const taken: (number | undefined)[] = [];
  for (let index = 10; index < 20; index += 1) {
    await bench.play(['1'], index, index + 1);
    for (let block = 0; block < 2; block += 1) taken.push(bench.playback.echoReference.take()?.at(-1));
  }
  assert.deepEqual(taken, new Array(20).fill(5000));
  await bench.configure({ isDeafened: true });
  assert.equal(bench.playback.echoReference.take(), null);
});

test('nothing is played after the end', async () => {
  const bench = new Bench();
  await bench.configure();
  await bench.play(['1'], 0, 5);
  await bench.playback.stop();
  bench.playback.play(frameOf(5));
  await bench.clock.advance(20_000);
  assert.deepEqual([bench.nextBlock, bench.opus.open, bench.clock.timers], [null, 0, 0]);
});
