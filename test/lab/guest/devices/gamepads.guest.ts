import assert from 'node:assert/strict';
import { test } from 'node:test';
import { driverPids, openFiles } from '../../../hardware/support/processes.js';
import { connectCapturingGame } from '../../../helpers/authenticated.js';
import type { TestDaemon } from '../../../helpers/daemon.js';
import { eventually } from '../../../helpers/eventually.js';
import type { RawRpcClient } from '../../../helpers/rpc-client.js';
import { type PluggedDevice, withDevices } from './device-maker.js';
import { labDaemon } from './lab-daemon.js';
import { shownDevices } from './shown-devices.js';

const [BTN_SOUTH, BTN_EAST, BTN_NORTH, BTN_MODE] = [0x130, 0x131, 0x133, 0x13c];
const [BTN_TRIGGER, BTN_DPAD_UP, BTN_TRIGGER_HAPPY2] = [0x120, 0x220, 0x2c1];
const [ABS_X, ABS_RZ, ABS_HAT0X] = [0x00, 0x05, 0x10];

async function press(pad: PluggedDevice, code: number): Promise<void> {
  await pad.key(code, true);
  await pad.key(code, false);
}

/** Waits until the driver has this many pads open. */
async function areOpen(daemon: TestDaemon, count: number): Promise<void> {
  await eventually(() => {
    const pids = driverPids('gamepad', daemon.runtime.pid);
    return pids.flatMap((pid) => openFiles(pid, '/dev/input')).length === count;
  });
}

/**
 * Waits until presses of a pad are told. One that is just being opened is asked what it holds: a button that is down at
 * that moment counts as held before.
 */
async function isHeard(client: RawRpcClient, pad: PluggedDevice): Promise<void> {
  await eventually(async () => {
    await press(pad, BTN_MODE);
    return told(client).includes('3/16 gamepad guide');
  });
  // What the other presses of it are told as comes before what this one is.
  await press(pad, BTN_SOUTH);
  await eventually(() => told(client).includes('3/0 gamepad a'));
}

/** The names of each combination that a game has been told of since the last look. */
function told(client: RawRpcClient): string[] {
  return client.frames
    .splice(0)
    .filter(({ evt }) => evt === 'CAPTURE_SHORTCUT_CHANGE')
    .map(({ data }) => {
      const { shortcut } = data as unknown as { shortcut: { type: number; code: number; name: string }[] };
      return shortcut.map(({ type, code, name }) => `${type}/${code} ${name}`).join(' + ');
    });
}

/** Does something and holds that a game is told of it as these combinations, and of nothing else. */
async function expectTold(client: RawRpcClient, expected: string[], act: () => Promise<void>): Promise<void> {
  const all: string[] = [];
  await act();
  await eventually(() => {
    all.push(...told(client));
    return all.length >= expected.length;
  });
  assert.deepEqual(all, expected);
}

test(
  'gamepads of two layouts on a real kernel',
  withDevices(async (maker, context) => {
    const daemon = await labDaemon();
    const client = await connectCapturingGame(daemon);
    let pad = await maker.plug('gamepad', 'Lab Gamepad');
    const joystick = await maker.plug('joystick', 'Lab Joystick');

    await context.test('are listed with the source of their layout', async () => {
      const listed = await eventually(async () => {
        const { gamepads } = await shownDevices(daemon);
        return gamepads.length === 2 && gamepads;
      });
      const mappings = new Map(listed.map(({ name, mapping }) => [name, mapping]));
      assert.equal(mappings.get('Lab Gamepad'), 'system');
      assert.equal(mappings.get('Lab Joystick'), 'file');
    });

    await context.test('are heard by CAPTURE_SHORTCUT as buttons of the standard gamepad', async () => {
      client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
      await areOpen(daemon, 2);
      await isHeard(client, pad);
      await expectTold(client, ['3/0 gamepad a'], () => press(pad, BTN_SOUTH));
      // Microsoft's pads call the left one BTN_X, which is BTN_NORTH's number.
      await expectTold(client, ['3/2 gamepad x'], () => press(pad, BTN_NORTH));
      await expectTold(client, ['3/7 gamepad right trigger'], async () => {
        await pad.axis(ABS_RZ, 60);
        await pad.axis(ABS_RZ, 70);
        await pad.axis(ABS_RZ, 60);
        await pad.axis(ABS_RZ, 70);
        await pad.axis(ABS_RZ, 0);
      });
      await expectTold(client, ['3/14 gamepad left', '3/15 gamepad right'], async () => {
        await pad.axis(ABS_HAT0X, -1);
        await pad.axis(ABS_HAT0X, 1);
        await pad.axis(ABS_HAT0X, 0);
      });
      await expectTold(client, ['3/3 gamepad y'], () => press(joystick, BTN_TRIGGER));
      await expectTold(client, ['3/12 gamepad up'], () => press(joystick, BTN_DPAD_UP));
      // One after the other: what two devices send at the same time comes in either order.
      await expectTold(client, ['3/1 gamepad b'], () => pad.key(BTN_EAST, true));
      await expectTold(client, ['3/1 gamepad b + 3/0 gamepad a'], () => press(joystick, BTN_TRIGGER + 2));
      await pad.key(BTN_EAST, false);
    });

    await context.test('are throttles without a stick, too', async () => {
      const throttle = await maker.plug('throttle', 'Lab Throttle');
      await areOpen(daemon, 3);
      await eventually(async () => {
        await press(throttle, BTN_TRIGGER_HAPPY2);
        return told(client).includes('3/9 gamepad start');
      });
      await throttle.unplug();
      await areOpen(daemon, 2);
      // What the other presses of it are told as comes before what this one is.
      await press(pad, BTN_SOUTH);
      await eventually(() => told(client).includes('3/0 gamepad a'));
    });

    await context.test('that rest cost no event, however much a stick trembles', async () => {
      for (let round = 0; round < 100; round += 1) await pad.axis(ABS_X, (round % 7) * 1000);
      await expectTold(client, ['3/0 gamepad a'], () => press(pad, BTN_SOUTH));
    });

    await context.test('unplugged and plugged in again in the middle of a capture are heard', async () => {
      await expectTold(client, ['3/0 gamepad a'], () => pad.key(BTN_SOUTH, true));
      await pad.unplug();
      // Unplugging released its buttons: the next press starts a new combination.
      await areOpen(daemon, 1);
      await expectTold(client, ['3/3 gamepad y'], () => press(joystick, BTN_TRIGGER));
      pad = await maker.plug('gamepad', 'Lab Gamepad');
      await isHeard(client, pad);
      await expectTold(client, ['3/1 gamepad b'], () => press(pad, BTN_EAST));
      assert.equal((await client.request('CAPTURE_SHORTCUT', { action: 'STOP' })).data, null);
    });

    await client.close();
    assert.equal(daemon.stderr, '');
  }),
);
