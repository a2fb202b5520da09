import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import type { HIDAsync } from 'node-hid';
import { type FoundHidDevice, findButton } from '#guildhall/hardware/hid/list-hid-devices.js';
import { OpenMuteButtons } from '#guildhall/hardware/hid/open-mute-buttons.js';
import type { HidDevicesBinding } from '#guildhall/platform/native/hid-devices.js';
import { settle } from './support/manual-clock.js';

/** Report 8: hook switch, phone mute. */
const TELEPHONY = Buffer.from('050B0905A1018508150025010920092F7501950281028103C0', 'hex');

/** The part of the addon for HID devices, which knows nothing. */
const NO_BINDING: HidDevicesBinding = {
  Watcher: class {
    stop() {}
  },
  reportDescriptor: () => new Uint8Array(),
  findButton: () => null,
  placeOf: () => '',
};

/** A device as node-hid opens it. */
class OpenDevice extends EventEmitter {
  closed = false;

  async close(): Promise<void> {
    this.closed = true;
  }
}

/** Mute buttons over devices that the test plays; every path that begins with `/headset` has one. */
class Bed {
  readonly pressed: string[] = [];
  readonly opened: [string, OpenDevice][] = [];
  /** paths that may not be opened */
  readonly forbidden = new Set<string>();
  readonly buttons = new OpenMuteButtons(
    { HIDAsync: { open: (path: unknown) => this.#open(String(path)) } },
    async (path, usage) =>
      findButton(path, usage, {
        binding: {
          ...NO_BINDING,
          reportDescriptor: () => (path.startsWith('/headset') ? TELEPHONY : new Uint8Array()),
        },
      }),
    ({ id }) => this.pressed.push(id),
  );

  device(path: string): OpenDevice {
    const device = this.opened.findLast(([opened]) => opened === path)?.[1];
    assert.ok(device, path);
    return device;
  }

  async #open(path: string): Promise<HIDAsync> {
    if (this.forbidden.has(path)) throw new TypeError('cannot open device');
    const device = new OpenDevice();
    this.opened.push([path, device]);
    return device as unknown as HIDAsync;
  }
}

function plugged(...paths: string[]): FoundHidDevice[] {
  const numbers = { vendor_id: 1, product_id: 2, usage_page: null, usage: null };
  return paths.map((path) => ({ path, device: { id: path, container: null, name: path, ...numbers } }));
}

test('each press of a mute button is reported once, and no other button', async () => {
  const bed = new Bed();
  await bed.buttons.listen(plugged('/headset', '/mouse'));
  assert.deepEqual(
    bed.opened.map(([path]) => path),
    ['/headset'],
  );
  const device = bed.device('/headset');
  for (const [report, presses] of [
    [[8, 0], 0],
    [[8, 2], 1],
    [[8, 2], 1],
    [[8, 3], 1],
    [[9, 0], 1],
    [[8, 2], 1],
    [[8, 1], 1],
    [[8, 0], 1],
    [[8, 3], 2],
    [[], 2],
  ] as const) {
    device.emit('data', Uint8Array.from(report));
    assert.equal(bed.pressed.length, presses, `${report}`);
  }
});

test('devices are open only with listeners and while plugged in', async () => {
  const bed = new Bed();
  await bed.buttons.update(plugged('/headset1'));
  assert.equal(bed.opened.length, 0);
  // Both find the device new at the same time.
  await Promise.all([
    bed.buttons.listen(plugged('/headset1')),
    bed.buttons.update(plugged('/headset1', '/headset2')),
    bed.buttons.update(plugged('/headset1', '/headset2')),
  ]);
  assert.deepEqual(
    bed.opened.map(([path]) => path),
    ['/headset1', '/headset2'],
  );
  await bed.buttons.update(plugged('/headset2'));
  assert.deepEqual(
    bed.opened.map(([, device]) => device.closed),
    [true, false],
  );
  await bed.buttons.unlisten();
  assert.equal(bed.device('/headset2').closed, true);
  await bed.buttons.update(plugged('/headset2'));
  assert.equal(bed.opened.length, 2);
});

test('a device that cannot be opened yet, or that failed, is retried at the next change', async () => {
  const bed = new Bed();
  bed.forbidden.add('/headset');
  await bed.buttons.listen(plugged('/headset'));
  assert.equal(bed.opened.length, 0);
  bed.forbidden.clear();
  await bed.buttons.update(plugged('/headset'));
  const first = bed.device('/headset');
  first.emit('error', new TypeError('could not read from HID device'));
  await settle();
  assert.equal(first.closed, true);
  await bed.buttons.update(plugged('/headset'));
  assert.notEqual(bed.device('/headset'), first);
});

test('the button of a device whose descriptor Windows parses is asked of Windows', async () => {
  const asked: unknown[] = [];
  const binding: HidDevicesBinding = {
    ...NO_BINDING,
    reportDescriptor: () => TELEPHONY,
    findButton: (...args) => {
      asked.push(args);
      return (report) => report[0] === 1;
    },
  };
  const isHeld = await findButton('\\\\?\\hid#vid_046d', 0x000b_002f, { binding });
  assert.deepEqual(asked, [['\\\\?\\hid#vid_046d', 0x0b, 0x2f]]);
  assert.deepEqual([isHeld?.(Uint8Array.of(1)), isHeld?.(Uint8Array.of(8, 2))], [true, false]);
});
