import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Unavailability } from '#guildhall/hardware/drivers.js';
import { deniedInput } from '#guildhall/hardware/input/evdev-access.js';
import type { InputBackend, InputBackendKind } from '#guildhall/hardware/input/input-backend.js';
import { explainMissingInput, inputBackendOrder } from '#guildhall/hardware/input/input-backend-order.js';
import { openInputBackend } from '#guildhall/hardware/input/input-backends.js';
import type { KeyEvent } from '#guildhall/hardware/input/key-event.js';
import { KeyNames } from '#guildhall/hardware/input/key-names.js';
import { openRawInput } from '#guildhall/hardware/input/raw-input-backend.js';
import type { WindowsKeysBinding } from '#guildhall/platform/native/windows-keys.js';

const X11 = { DISPLAY: ':0' };
const WAYLAND = { WAYLAND_DISPLAY: 'wayland-0' };

function names(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  return inputBackendOrder(platform, environment).join(' ');
}

describe('input backends', () => {
  test('are tried in the order that suits the display server', () => {
    assert.equal(names('linux', X11), 'uiohook evdev');
    assert.equal(names('linux', { ...X11, ...WAYLAND }), 'evdev uiohook');
    assert.equal(names('linux', WAYLAND), 'evdev');
    assert.equal(names('linux', {}), 'evdev');
    assert.equal(names('linux', { DISPLAY: '', WAYLAND_DISPLAY: '' }), 'evdev');
    assert.equal(names('win32', {}), 'uiohook');
    assert.equal(names('darwin', WAYLAND), 'uiohook');
    assert.equal(names('freebsd', X11), 'uiohook');
  });

  test('are reported missing in advance only where none can work', () => {
    assert.equal(explainMissingInput('linux', {}), null);
    assert.equal(explainMissingInput('win32', {}), null);
    assert.equal(explainMissingInput('freebsd', X11), null);
    const lacking = explainMissingInput('freebsd', {});
    assert.equal(lacking?.reason, 'no DISPLAY');
    assert.match(lacking?.hint ?? '', /set DISPLAY/);
  });
});

const BACKEND: InputBackend = { layout: () => null, hasDevices: () => true, listen() {}, unlisten() {} };

class StandIn implements InputBackendKind {
  readonly name = 'evdev';
  probed = false;

  constructor(
    private readonly lack: Unavailability | null,
    private readonly failure: string | null = null,
    private readonly backend = BACKEND,
  ) {}

  probe() {
    this.probed = true;
    return this.lack;
  }

  async load() {
    if (this.failure !== null) throw new TypeError(this.failure);
    return this.backend;
  }
}

const open = (...kinds: InputBackendKind[]) => openInputBackend(kinds, {}, () => {});
const DENIED = new StandIn({ reason: 'denied', hint: 'join the group' });
const UNREACHABLE = new StandIn({ reason: 'unreachable', hint: 'set DISPLAY' });

describe('openInputBackend', () => {
  test('opens the first that works, and probes no other', async () => {
    const other = new StandIn(null);
    assert.equal(await open(DENIED, new StandIn(null), other), BACKEND);
    assert.equal(other.probed, false);
  });

  test('tries the next if one cannot be loaded', async () => {
    assert.equal(await open(new StandIn(null, 'libXtst.so.6 broken'), new StandIn(null)), BACKEND);
  });

  test('opens a fallback only if it has devices to read', async () => {
    const empty = new StandIn(null, null, { ...BACKEND, hasDevices: () => false });
    await assert.rejects(open(UNREACHABLE, empty), {
      reason: 'unreachable; no keyboard or mouse can be read instead',
      hint: 'set DISPLAY',
    });
    assert.equal((await open(empty)).hasDevices(), false);
  });

  test('reports reason and hint of each if none works', async () => {
    const missing = 'libXtst.so.6: cannot open shared object file: No such file or directory';
    await assert.rejects(open(UNREACHABLE, DENIED, new StandIn(null, missing)), {
      name: 'DriverUnavailableError',
      reason: 'unreachable; denied; libXtst.so.6 is missing',
      hint: 'set DISPLAY; or join the group; or apt install libxtst6',
    });
    await assert.rejects(open(new StandIn({ reason: 'broken', hint: null })), {
      reason: 'broken',
      hint: null,
    });
    await assert.rejects(open(), { reason: 'no DISPLAY' });
  });
});

describe('raw input of Windows', () => {
  /** What it reports while it listens. */
  let report: ConstructorParameters<WindowsKeysBinding['KeyListener']>[0] | null = null;
  const binding: WindowsKeysBinding = {
    KeyListener: class {
      constructor(onKey: NonNullable<typeof report>) {
        report = onKey;
      }

      stop() {
        report = null;
      }
    },
    // A German layout: the places of Y and of the key left of Enter, and the one left of Y.
    characters: () => [
      [0x15, 'z'],
      [0x2b, '#'],
      [0x56, '<'],
      [0x7f, '?'],
    ],
  };

  test('has the codes of places, and names of the layout', () => {
    const events: KeyEvent[] = [];
    const backend = openRawInput((event) => events.push(event), { binding }) ?? assert.fail();
    const names = new KeyNames(null);
    names.use(backend.layout());
    backend.listen();
    backend.listen();
    report?.(false, 0x15, true, false);
    report?.(false, 0x56, true, true);
    report?.(false, 0xe01d, false, false);
    report?.(false, 0xe07f, true, true);
    report?.(true, 4, true, false);
    const named = events.map((event) => ({ ...event, key: names.named(event.key) }));
    assert.deepEqual(named, [
      { key: { type: 0, code: 0x1c, name: 'z' }, down: true },
      { key: { type: 0, code: 0x64, name: '<' }, down: true, fromStart: true },
      { key: { type: 2, code: 0xe4, name: 'right ctrl' }, down: false },
      { key: { type: 0, code: 0xff_0000 + 0xe07f, name: 'unknown key 57471' }, down: true, fromStart: true },
      { key: { type: 1, code: 4, name: 'mouse 4' }, down: true },
    ]);
    backend.unlisten();
    assert.equal(report, null);
  });

  test('is there only with its part of the addon', () => {
    assert.equal(
      openRawInput(() => {}, { binding: null, reason: 'not on this system' }),
      null,
    );
  });
});

describe('the permission to read keys', () => {
  const device = { name: '', keyboard: false, mouse: false, gamepad: false, readable: true };
  const keyboard = { ...device, node: '/dev/input/event0', keyboard: true };
  const mouse = { ...device, node: '/dev/input/event1', mouse: true };
  const gamepad = { ...device, node: '/dev/input/event2', gamepad: true };
  const closed = { readable: false };

  test('is given if one keyboard is readable, or there is none', () => {
    assert.equal(deniedInput([]), null);
    assert.equal(deniedInput([{ ...gamepad, ...closed }]), null);
    assert.equal(deniedInput([keyboard, { ...keyboard, ...closed }]), null);
    assert.equal(deniedInput([keyboard, { ...mouse, ...closed }]), null);
    assert.equal(deniedInput([mouse]), null);
  });

  test('is missing if no keyboard is readable, even if other devices are', () => {
    const denied = deniedInput([{ ...keyboard, ...closed }, mouse, gamepad]);
    assert.equal(denied?.reason, 'no permission to read the keyboard /dev/input/event0');
    assert.match(denied?.hint ?? '', /doctor --fix.*group input/);
    const mouseAlone = deniedInput([{ ...mouse, ...closed }, gamepad]);
    assert.equal(mouseAlone?.reason, 'no permission to read the mouse /dev/input/event1');
  });
});
