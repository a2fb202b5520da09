import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { BED_PROGRAMS, InputBed, KEYBOARD_KEYS, WITHOUT_OVERRIDE } from '../hardware/support/input-bed.js';
import {
  BTN,
  JOYSTICK_BUTTON,
  NUMBERED,
  NUMBERED_GUID,
  NUMBERED_LINE,
  XPAD,
} from '../hardware/support/pads.js';
import { realTest } from '../hardware/support/programs.js';
import { connectCapturingGame } from '../helpers/authenticated.js';
import { type DaemonSettings, type TestDaemon, withDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';

interface Devices {
  gamepads: { name: string; mapping: string }[];
  drivers: { name: string; state: string; reason: string | null; hint: string | null }[];
}

/** A daemon without a display that sees the devices of a bed. */
async function withBed(
  settings: Pick<DaemonSettings, 'flags' | 'through'>,
  run: (daemon: TestDaemon, bed: InputBed) => Promise<void>,
): Promise<void> {
  const bed = await InputBed.make(XPAD, NUMBERED);
  const environment = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined, ...bed.environment };
  try {
    await withDaemon((daemon) => run(daemon, bed), { environment, ...settings })();
  } finally {
    await bed[Symbol.asyncDispose]();
  }
}

describe('a daemon with gamepads', () => {
  realTest(BED_PROGRAMS, 'reports buttons to games, lists gamepads, and logs invalid lines', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-mappings-'));
    const file = join(folder, 'pads.txt');
    await writeFile(file, `${NUMBERED_LINE}\nnonsense\n`);
    await withBed({ flags: ['--gamepad-mappings', file] }, async (daemon, bed) => {
      const [xpad, numbered] = [bed.plugPad(XPAD), bed.plugPad(NUMBERED)];
      const { gamepads } = await daemon.cli<Devices>('devices');
      assert.deepEqual(
        new Set(gamepads.map(({ name, mapping }) => `${name}: ${mapping}`)),
        new Set([`${XPAD.name}: system`, `${NUMBERED.name}: file`]),
      );
      const client = await connectCapturingGame(daemon);
      client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
      // What was pressed before the driver listened is not told: it is pressed until it is.
      await eventually(() => {
        numbered.press(JOYSTICK_BUTTON + 9);
        numbered.release(JOYSTICK_BUTTON + 9);
        return client.frames.some(({ evt }) => evt === 'CAPTURE_SHORTCUT_CHANGE');
      });
      assert.deepEqual((await client.next(({ nonce }) => nonce === 'start')).data, {
        shortcut: [{ type: 3, code: 9, name: 'gamepad start' }],
      });
      client.frames.splice(0);
      xpad.press(BTN.SOUTH);
      const change = await client.next(({ data }) => JSON.stringify(data).includes('gamepad a'));
      assert.deepEqual(change.data, { shortcut: [{ type: 3, code: 0, name: 'gamepad a' }] });
      await client.close();
      const warnings = daemon.stdout.match(/pads\.txt: line 2: the guid \\"nonsense\\"/g);
      assert.equal(warnings?.length, 1);
    });
    await rm(folder, { recursive: true, force: true });
  });

  realTest(BED_PROGRAMS, 'that it may not read says so, beside what it lacks for keys', () =>
    withBed({ through: WITHOUT_OVERRIDE }, async (daemon, bed) => {
      bed.plug('Keyboard', KEYBOARD_KEYS).deny();
      bed.plugPad(XPAD).deny();
      const client = await connectCapturingGame(daemon);
      const { data } = await client.request('CAPTURE_SHORTCUT', { action: 'START' });
      assert.equal(data?.code, 1000);
      assert.match(
        String(data?.message),
        /keyboard-mouse: no permission .*; gamepad: no permission to read the gamepad Mocked Xpad$/,
      );
      const { drivers } = await daemon.cli<Devices>('devices');
      const gamepad = drivers.find(({ name }) => name === 'gamepad');
      assert.equal(gamepad?.state, 'unavailable');
      assert.equal(gamepad?.reason, 'no permission to read the gamepad Mocked Xpad');
      assert.match(String(gamepad?.hint), /group input/);
      await client.close();
      assert.equal(daemon.stderr, '');
    }),
  );

  realTest(BED_PROGRAMS, 'shows the GUID for a mapping line of an unknown gamepad', () =>
    withBed({}, async (daemon, bed) => {
      bed.plugPad(NUMBERED);
      const { stdout } = await daemon.run('devices');
      assert.match(stdout, new RegExp(`gamepad +${NUMBERED.name} .*no mapping for ${NUMBERED_GUID}`));
    }),
  );

  realTest(BED_PROGRAMS, 'captures them if keyboards are not readable', () =>
    withBed({ through: WITHOUT_OVERRIDE }, async (daemon, bed) => {
      bed.plug('Keyboard', KEYBOARD_KEYS).deny();
      const xpad = bed.plugPad(XPAD);
      const client = await connectCapturingGame(daemon);
      client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
      await eventually(() => {
        xpad.press(BTN.SOUTH);
        xpad.release(BTN.SOUTH);
        return client.frames.some(({ evt }) => evt === 'CAPTURE_SHORTCUT_CHANGE');
      });
      await client.close();
    }),
  );
});
