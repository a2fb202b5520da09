import assert from 'node:assert/strict';
import { BED_PROGRAMS, InputBed, KEYBOARD_KEYS, WITHOUT_OVERRIDE } from '../hardware/support/input-bed.js';
import { realTest } from '../hardware/support/programs.js';
import { LOGS_CAPTURES, startCapture } from '../hardware/support/start-capture.js';
import { connectCapturingGame } from '../helpers/authenticated.js';
import { type TestDaemon, withDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';

interface Driver {
  name: string;
  state: string;
  reason: string | null;
  hint: string | null;
}

interface Finding {
  check: string;
  level: string;
  message: string;
  hint: string | null;
}

interface Machine {
  readonly display?: string;
  readonly through?: readonly string[];
}

/** A daemon without a display (unless one is named) whose input devices are those of a bed. */
async function withMachine(
  machine: Machine,
  run: (daemon: TestDaemon, bed: InputBed) => Promise<void>,
): Promise<void> {
  const bed = await InputBed.make();
  const environment = {
    DISPLAY: machine.display,
    WAYLAND_DISPLAY: undefined,
    ...bed.environment,
    ...LOGS_CAPTURES,
  };
  try {
    await withDaemon((daemon) => run(daemon, bed), { environment, through: machine.through ?? [] })();
  } finally {
    await bed[Symbol.asyncDispose]();
  }
}

realTest(BED_PROGRAMS, 'without a display keys are captured all the same', () =>
  withMachine({}, async (daemon, bed) => {
    const keyboard = bed.plug('Keyboard', KEYBOARD_KEYS);
    const client = await connectCapturingGame(daemon);
    await startCapture(client, daemon);
    keyboard.press(29, 30);
    keyboard.release(29, 30);
    assert.deepEqual((await client.next(({ nonce }) => nonce === 'start')).data, {
      shortcut: [
        { type: 2, code: 0xe0, name: 'ctrl' },
        { type: 0, code: 0x04, name: 'a' },
      ],
    });
    await client.close();
    assert.equal(daemon.stderr, '');
  }),
);

realTest(
  BED_PROGRAMS,
  'without permissions everything else works, and devices and doctor report what is missing with a hint',
  () =>
    withMachine({ through: WITHOUT_OVERRIDE }, async (daemon, bed) => {
      const reason = 'no permission to read the keyboard /dev/input/event0';
      bed.plug('Keyboard', KEYBOARD_KEYS).deny();
      const client = await connectCapturingGame(daemon);
      assert.equal((await client.request('GET_GUILDS')).evt, null);
      assert.equal((await client.request('GET_VOICE_SETTINGS')).evt, null);
      assert.deepEqual((await client.request('CAPTURE_SHORTCUT', { action: 'START' })).data, {
        code: 1000,
        message: `Shortcuts cannot be captured on this machine: ${reason}`,
      });
      const { drivers } = await daemon.cli<{ drivers: Driver[] }>('devices');
      const keyboard = drivers.find(({ name }) => name === 'keyboard-mouse');
      assert.equal(keyboard?.state, 'unavailable');
      assert.equal(keyboard?.reason, reason);
      assert.match(String(keyboard?.hint), /doctor --fix.*group input/);
      // Its exit code is about every driver, and PortAudio does not get along with umockdev.
      const { stdout } = await daemon.run('doctor', '--json').catch((error: { stdout: string }) => error);
      const { findings } = JSON.parse(stdout) as { findings: Finding[] };
      const finding = findings.find(({ message }) => message.includes('keyboard-mouse'));
      assert.equal(finding?.level, 'warning');
      assert.match(String(finding?.hint), /doctor --fix/);
      await client.close();
      assert.equal(daemon.stderr, '');
    }),
);

realTest(BED_PROGRAMS, 'an unreadable keyboard plugged in during a capture is reported', () =>
  withMachine({ through: WITHOUT_OVERRIDE }, async (daemon, bed) => {
    const client = await connectCapturingGame(daemon);
    await startCapture(client, daemon);
    bed.plugDenied('Keyboard', KEYBOARD_KEYS);
    await eventually(async () => {
      const { drivers } = await daemon.cli<{ drivers: Driver[] }>('status');
      const keyboard = drivers.find(({ name }) => name === 'keyboard-mouse');
      return keyboard?.state === 'unavailable' && keyboard.reason?.includes('/dev/input/event0');
    });
    await client.close();
  }),
);

realTest(BED_PROGRAMS, 'an unreachable display is distinguished from none', () =>
  withMachine({ display: ':4711', through: WITHOUT_OVERRIDE }, async (daemon, bed) => {
    bed.plug('Keyboard', KEYBOARD_KEYS).deny();
    const client = await connectCapturingGame(daemon);
    const { data } = await client.request('CAPTURE_SHORTCUT', { action: 'START' });
    assert.equal(data?.code, 1000);
    assert.match(String(data?.message), /the X display :4711 cannot be reached; no permission/);
    assert.equal((await client.request('GET_GUILDS')).evt, null);
    await client.close();
    assert.equal(daemon.stderr, '');
  }),
);
