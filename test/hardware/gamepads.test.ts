import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import type { Hardware, ShortcutCapture } from '#guildhall/hardware/hardware.js';
import { eventually } from '../helpers/eventually.js';
import { BED_PROGRAMS, type BedDevice, InputBed } from './support/input-bed.js';
import { EV_ABS, EV_KEY, EV_SYN } from './support/input-layouts.js';
import { ABS, BTN, JOYSTICK_BUTTON, NUMBERED, NUMBERED_GUID, NUMBERED_LINE, XPAD } from './support/pads.js';
import { driverPids } from './support/processes.js';
import { realTest } from './support/programs.js';
import { changesOf, withHardware } from './support/real-hardware.js';

/** The kernel dropped what came before, because nobody read it. */
const DROPPED = [EV_SYN, 3, 0] as const;

interface Pads {
  readonly hardware: Hardware;
  readonly bed: InputBed;
  readonly xpad: BedDevice;
  readonly numbered: BedDevice;
}

/** Runs with these two pads and no other input device, with a file of mappings. */
async function withPads(mappings: string, run: (pads: Pads) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-mappings-'));
  const file = join(folder, 'pads.txt');
  await writeFile(file, mappings);
  const bed = await InputBed.make(XPAD, NUMBERED);
  const [xpad, numbered] = [bed.plugPad(XPAD), bed.plugPad(NUMBERED)];
  const display = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined };
  const environment = { ...process.env, ...display, ...bed.environment, SDL_GAMECONTROLLERCONFIG_FILE: file };
  try {
    await withHardware(environment, (hardware) => run({ hardware, bed, xpad, numbered }));
  } finally {
    await bed[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Does something and holds that it was told as this change alone. */
async function expectChange(changes: string[], expected: string, act: () => void): Promise<void> {
  changes.splice(0);
  act();
  await eventually(() => changes.length > 0);
  assert.deepEqual(changes, [expected]);
}

async function withCapture(
  hardware: Hardware,
  run: (changes: string[], capture: ShortcutCapture) => Promise<void>,
): Promise<void> {
  const capture = await hardware.shortcuts.start();
  try {
    await run(changesOf(capture), capture);
  } finally {
    await capture.stop();
  }
}

describe('gamepads', () => {
  realTest(BED_PROGRAMS, 'of two layouts combine in one capture', () =>
    withPads(NUMBERED_LINE, ({ hardware, xpad, numbered }) =>
      withCapture(hardware, async (changes, capture) => {
        xpad.key(BTN.SOUTH, 1);
        await eventually(() => changes.length === 1);
        numbered.key(JOYSTICK_BUTTON + 9, 1);
        await eventually(() => changes.length === 2);
        xpad.key(BTN.SOUTH, 0);
        numbered.key(JOYSTICK_BUTTON + 9, 0);
        assert.deepEqual(await capture.completed, [
          { type: 3, code: 0, name: 'gamepad a' },
          { type: 3, code: 9, name: 'gamepad start' },
        ]);
        assert.deepEqual(changes, ['gamepad a', 'gamepad a+gamepad start']);
      }),
    ),
  );

  realTest(BED_PROGRAMS, 'have face buttons by place, triggers by pressure and a D-pad', () =>
    withPads(NUMBERED_LINE, ({ hardware, xpad, numbered }) =>
      withCapture(hardware, async (changes) => {
        const cases = [
          // The driver xpad calls the left one BTN_X, which is BTN_NORTH's number.
          [xpad, EV_KEY, BTN.NORTH, 1, 0, 'gamepad x'],
          [xpad, EV_KEY, BTN.WEST, 1, 0, 'gamepad y'],
          [xpad, EV_KEY, BTN.MODE, 1, 0, 'gamepad guide'],
          [xpad, EV_ABS, ABS.RZ, 64, 0, 'gamepad right trigger'],
          [xpad, EV_ABS, ABS.HAT0Y, -1, 0, 'gamepad up'],
          [numbered, EV_KEY, JOYSTICK_BUTTON, 1, 0, 'gamepad y'],
          [numbered, EV_ABS, ABS.X, 255, 128, 'gamepad right'],
        ] as const;
        for (const [pad, type, code, pressed, released, name] of cases) {
          await expectChange(changes, name, () => {
            pad.send([type, code, pressed]);
            pad.send([type, code, released]);
          });
        }
      }),
    ),
  );

  realTest(BED_PROGRAMS, 'at rest report nothing when their sticks and triggers jitter', () =>
    withPads(NUMBERED_LINE, ({ hardware, xpad, numbered }) =>
      withCapture(hardware, async (changes) => {
        for (let round = 0; round < 200; round += 1) {
          xpad.send([EV_ABS, ABS.X, round * 100], [EV_ABS, ABS.Z, round % 60]);
          numbered.move(ABS.X, 120 + (round % 20));
        }
        xpad.key(BTN.TL, 1);
        await eventually(() => changes.length > 0);
        assert.deepEqual(changes, ['gamepad left shoulder']);
      }),
    ),
  );

  realTest(BED_PROGRAMS, 'release their buttons when unplugged, and work after replugging', () =>
    withPads(NUMBERED_LINE, ({ hardware, bed, xpad, numbered }) =>
      withCapture(hardware, async (changes, capture) => {
        await expectChange(changes, 'gamepad a', () => xpad.key(BTN.SOUTH, 1));
        xpad.unplug();
        assert.deepEqual(
          (await capture.completed).map(({ name }) => name),
          ['gamepad a'],
        );
        assert.equal((await hardware.devices()).gamepads.length, 1);
        await expectChange(changes, 'gamepad b', () => numbered.key(JOYSTICK_BUTTON + 1, 1));
        numbered.key(JOYSTICK_BUTTON + 1, 0);
        const again = bed.plugPad(XPAD);
        changes.splice(0);
        await eventually(() => {
          again.key(BTN.EAST, 1);
          again.key(BTN.EAST, 0);
          return changes[0] === 'gamepad b';
        });
      }),
    ),
  );

  realTest(BED_PROGRAMS, 'are queried for their buttons after the kernel dropped events', () =>
    withPads(NUMBERED_LINE, ({ hardware, xpad }) =>
      withCapture(hardware, async (changes, capture) => {
        await expectChange(changes, 'gamepad a', () => xpad.key(BTN.SOUTH, 1));
        xpad.send([EV_KEY, BTN.EAST, 1], DROPPED, [EV_KEY, BTN.TL, 1]);
        assert.deepEqual(
          (await capture.completed).map(({ name }) => name),
          ['gamepad a'],
        );
        await expectChange(changes, 'gamepad start', () => xpad.key(BTN.START, 1));
      }),
    ),
  );

  realTest(BED_PROGRAMS, 'are listed with stable ids and the source of their layout', () =>
    withPads(NUMBERED_LINE, async ({ hardware, bed, xpad }) => {
      const { gamepads, drivers } = await hardware.devices();
      const byName = new Map(gamepads.map((gamepad) => [gamepad.name, gamepad]));
      assert.deepEqual(new Set(byName.keys()), new Set([XPAD.name, NUMBERED.name]));
      assert.equal(byName.get(XPAD.name)?.mapping, 'system');
      assert.equal(byName.get(NUMBERED.name)?.mapping, 'file');
      assert.equal(byName.get(NUMBERED.name)?.guid, NUMBERED_GUID);
      assert.equal(drivers.find(({ name }) => name === 'gamepad')?.state, 'running');
      xpad.unplug();
      bed.plugPad(XPAD);
      const again = (await hardware.devices()).gamepads;
      assert.deepEqual(new Set(again.map(({ id }) => id)), new Set(gamepads.map(({ id }) => id)));
    }),
  );

  realTest(BED_PROGRAMS, 'notify watchers when one is plugged in or unplugged', () =>
    withPads('', async ({ hardware, xpad }) => {
      let told = 0;
      const stop = hardware.watchDevices(() => {
        told += 1;
      });
      await eventually(async () => (await hardware.devices()).gamepads.length === 2);
      told = 0;
      xpad.unplug();
      await eventually(async () => told > 0 && (await hardware.devices()).gamepads.length === 1);
      stop();
    }),
  );

  realTest(BED_PROGRAMS, 'without a layout are listed but report no buttons', () =>
    withPads('', async ({ hardware, xpad, numbered }) => {
      const odd = (await hardware.devices()).gamepads.find(({ name }) => name === NUMBERED.name);
      assert.equal(odd?.mapping, 'none');
      await withCapture(hardware, async (changes) => {
        numbered.key(JOYSTICK_BUTTON, 1);
        xpad.key(BTN.SOUTH, 1);
        await eventually(() => changes.length > 0);
        assert.deepEqual(changes, ['gamepad a']);
      });
    }),
  );

  realTest(BED_PROGRAMS, 'run no process without listeners', () =>
    withPads('', async ({ hardware }) => {
      assert.deepEqual(driverPids('gamepad'), []);
      await withCapture(hardware, async () => assert.equal(driverPids('gamepad').length, 1));
      await hardware.stop();
      assert.deepEqual(driverPids('gamepad'), []);
    }),
  );
});
