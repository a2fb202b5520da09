import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../../bench/kernel/statistics.js';
import { EvdevBound } from '../../../bench/keys/evdev-bound.js';
import { describeDelays, isKeyFrame, TimedFrames } from '../../../bench/keys/timed-frames.js';
import { connectCapturingGame } from '../../../helpers/authenticated.js';
import { eventually } from '../../../helpers/eventually.js';
import { MEASURED } from '../../guest-result.js';
import { withDevices } from './device-maker.js';
import { eventNode } from './kernel-view.js';
import { labDaemon } from './lab-daemon.js';

const KEY_A = 30;
const KEYS = 60;
const WARM_UP = 10;
const PAUSE_MS = 50;
/** Two processes pass a key on instead of one, and check it. */
const MOST_TIMES = 4;

test(
  'a key is at the client soon after the kernel has it, beside one process that reads the same device',
  withDevices(async (maker, context) => {
    const daemon = await labDaemon();
    const client = await connectCapturingGame(daemon);
    const keyboard = await maker.plug('keyboard', 'Lab keyboard');
    const press = async () => {
      for (const isPressed of [true, false]) await keyboard.key(KEY_A, isPressed);
    };
    client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
    await eventually(async () => {
      await press();
      return client.frames.some(({ evt }) => evt === 'CAPTURE_SHORTCUT_CHANGE');
    });
    const bound = await EvdevBound.start(eventNode('Lab keyboard'));
    try {
      const [ours, theirs] = [new TimedFrames(client.socket, isKeyFrame), new TimedFrames(bound.socket)];
      const delays: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
      for (let count = -WARM_UP; count < KEYS; count += 1) {
        for (const frames of [ours, theirs]) frames.clear();
        await press();
        const [own, bare] = [await ours.next(), await theirs.next()];
        const { ms } = JSON.parse(bare.text) as { ms: number };
        if (count >= 0) {
          delays.ours.push(own.at - ms);
          delays.theirs.push(bare.at - ms);
        }
        await sleep(PAUSE_MS);
      }
      context.diagnostic(`${MEASURED}from the kernel to the client: ${describeDelays(delays.ours)}`);
      context.diagnostic(`${MEASURED}by one process and a bare ws: ${describeDelays(delays.theirs)}`);
      const ratio = percentile(delays.ours, 0.5) / percentile(delays.theirs, 0.5);
      assert.ok(ratio <= MOST_TIMES, `${ratio.toFixed(2)} times as late as one process`);
    } finally {
      bound.stop();
      await client.request('CAPTURE_SHORTCUT', { action: 'STOP' });
      await client.close();
      await keyboard.unplug();
    }
  }),
);
