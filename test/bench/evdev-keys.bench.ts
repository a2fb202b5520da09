import { setTimeout as sleep } from 'node:timers/promises';
import { type BedDevice, InputBed, KEYBOARD_KEYS } from '../hardware/support/input-bed.js';
import { connectCapturingGame } from '../helpers/authenticated.js';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { EvdevBound } from './keys/evdev-bound.js';
import { describeDelays, isKeyFrame, preciseNow, TimedFrames } from './keys/timed-frames.js';

/**
 * `npm run bench -- evdev-keys`: from the write of a key to a device until its frame is at a client, beside one process
 * that reads a device and sends over a bare `ws`. The devices are pipes that umockdev shows as event devices, so that this
 * runs at the speed of the machine; `npm run test:lab -- key-delay` measures a real kernel, whose processor is emulated.
 */
const KEYS = 1_000;
const WARM_UP = 100;
const PAUSE_MS = 12;
const KEY_A = 30;

const bed = await InputBed.make();
const bareBed = await InputBed.make();
const daemon = await TestDaemon.start({
  environment: { DISPLAY: undefined, WAYLAND_DISPLAY: undefined, ...bed.environment },
  flags: ['--capture-limit', '3600'],
});
const keyboard = bed.plug('Keyboard', KEYBOARD_KEYS);
const bareKeyboard = bareBed.plug('Keyboard', KEYBOARD_KEYS);
const bound = await EvdevBound.start(`${bareBed.folder}/event0`);
const client = await connectCapturingGame(daemon);

async function press(device: BedDevice, frames: TimedFrames): Promise<number> {
  frames.clear();
  const pressed = preciseNow();
  device.key(KEY_A, 1);
  const { at } = await frames.next();
  device.key(KEY_A, 0);
  await sleep(PAUSE_MS);
  return at - pressed;
}

try {
  client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
  await eventually(() => {
    for (const value of [1, 0] as const) keyboard.key(KEY_A, value);
    return client.frames.some(({ evt }) => evt === 'CAPTURE_SHORTCUT_CHANGE');
  });
  const [ours, theirs] = [new TimedFrames(client.socket, isKeyFrame), new TimedFrames(bound.socket)];
  const delays: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let count = -WARM_UP; count < KEYS; count += 1) {
    const [own, bare] = [await press(keyboard, ours), await press(bareKeyboard, theirs)];
    if (count < 0) continue;
    delays.ours.push(own);
    delays.theirs.push(bare);
  }
  process.stdout.write(`a key from evdev to the client: ${describeDelays(delays.ours)}\n`);
  process.stdout.write(`  one process and a bare ws: ${describeDelays(delays.theirs)}\n`);
} finally {
  bound.stop();
  await client.close();
  await daemon.stop();
  for (const each of [bed, bareBed]) await each[Symbol.asyncDispose]();
}
