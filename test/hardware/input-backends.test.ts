import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Unavailability } from '#guildhall/hardware/drivers.js';
import { deniedInput } from '#guildhall/hardware/input/evdev-access.js';
import type { InputBackend, InputBackendKind } from '#guildhall/hardware/input/input-backend.js';
import { explainMissingInput, inputBackendOrder } from '#guildhall/hardware/input/input-backend-order.js';
import { openInputBackend } from '#guildhall/hardware/input/input-backends.js';

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
