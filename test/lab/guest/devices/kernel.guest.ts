import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { test } from 'node:test';
import { eventually } from '../../../helpers/eventually.js';
import { withDevices } from './device-maker.js';
import { eventNode, inputDevice } from './kernel-view.js';

const HIDRAW = '/sys/class/hidraw';
const EV_KEY = 1;
const KEY_A = 30;
/** struct input_event: two 64-bit words of time, then type (u16), code (u16) and value (i32). */
const EVENT_SIZE = 24;

function hidDevice(name: string): string | undefined {
  const all = readdirSync(HIDRAW).map((one) => readFileSync(`${HIDRAW}/${one}/device/uevent`, 'utf8'));
  return all.find((one) => one.includes(`HID_NAME=${name}\n`));
}

test(
  'the kernel treats input devices of the lab like real ones',
  withDevices(async (maker) => {
    const kinds = ['keyboard', 'mouse', 'gamepad', 'joystick'] as const;
    const devices = [];
    for (const kind of kinds) devices.push(await maker.plug(kind, `Lab ${kind}`));
    const handlers = { keyboard: /kbd/, mouse: /mouse\d/, gamepad: /js\d/, joystick: /js\d/ };
    // Its handlers are modules, which udev loads.
    for (const kind of kinds) await eventually(() => handlers[kind].test(inputDevice(`Lab ${kind}`) ?? ''));
    await devices[2]?.unplug();
    const left = kinds.filter((kind) => inputDevice(`Lab ${kind}`) !== undefined);
    assert.deepEqual(left, ['keyboard', 'mouse', 'joystick']);
  }),
);

test(
  'a key pressed on a lab device is reported by the kernel',
  withDevices(async (maker) => {
    const keyboard = await maker.plug('keyboard', 'Lab Keyboard');
    const file = await open(eventNode('Lab Keyboard'));
    try {
      await keyboard.key(KEY_A, true);
      const { buffer } = await file.read(Buffer.alloc(EVENT_SIZE), 0, EVENT_SIZE);
      assert.deepEqual(
        [buffer.readUInt16LE(16), buffer.readUInt16LE(18), buffer.readInt32LE(20)],
        [EV_KEY, KEY_A, 1],
      );
    } finally {
      await file.close();
    }
  }),
);

test(
  'a headset of the lab has a serial number and sends its reports',
  withDevices(async (maker) => {
    const headset = await maker.plugHeadset('Lab Headset', 'LAB-0001');
    const shown = await eventually(() => hidDevice('Lab Headset'));
    assert.match(shown, /HID_UNIQ=LAB-0001/);
    const [name] = readdirSync(HIDRAW);
    const file = await open(`/dev/${name}`);
    try {
      await headset.report(1, 1);
      const { buffer } = await file.read(Buffer.alloc(2), 0, 2);
      assert.deepEqual([...buffer], [1, 1]);
    } finally {
      await file.close();
    }
    await headset.unplug();
    await eventually(() => hidDevice('Lab Headset') === undefined);
  }),
);
