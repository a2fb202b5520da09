import assert from 'node:assert/strict';
import type { NativeAddon } from '#guildhall/platform/native.js';

/** The addon of Linux. */
export type SanitizedAddon = Required<NativeAddon>;

const nothing = () => {};

/** The first is well, the second is not. */
const MAPPINGS = [
  '030000005e0400008e02000014010000,Pad,a:b0,b:b1,dpup:h0.1,lefttrigger:a2,platform:Linux,',
  '030000005e0400008e020000140100,Broken,a:b0,platform:Linux,',
].join('\n');

/**
 * One use of each thing that the addon has, rightly and wrongly, by its name.
 *
 * @param aWhile how long to listen
 * @param heard called for every key and button
 */
export function exercisesOf(
  addon: SanitizedAddon,
  aWhile: () => Promise<void>,
  heard: () => void,
): Record<string, () => Promise<void> | void> {
  return {
    listAudioEndpoints: async () => {
      assert.throws(() => Reflect.apply(addon.listAudioEndpoints, addon, ['soon']), TypeError);
      await addon.listAudioEndpoints(2000);
    },
    watchAudioEndpoints: async () => {
      assert.throws(() => Reflect.apply(addon.watchAudioEndpoints, addon, [{}]), TypeError);
      const stop = addon.watchAudioEndpoints(nothing);
      await aWhile();
      stop();
      stop();
    },
    'evdev.listDevices': () => void addon.evdev.listDevices(),
    'evdev.KeyListener': async () => {
      assert.throws(() => Reflect.construct(addon.evdev.KeyListener, [{}]), TypeError);
      await listen(() => new addon.evdev.KeyListener(heard, nothing));
    },
    'keyboardLayout.characters': () => {
      assert.throws(() => Reflect.apply(addon.keyboardLayout.characters, addon, ['de']), TypeError);
      addon.keyboardLayout.characters({ layout: 'us,de', variant: ',nodeadkeys', group: 1 });
      addon.keyboardLayout.characters({ keymap: 'no keymap' });
      addon.keyboardLayout.characters({ layout: 'no-such-layout', group: 4_000_000_000 });
    },
    'keyboardLayout.ofWayland': () => {
      assert.throws(() => Reflect.apply(addon.keyboardLayout.ofWayland, addon, ['/nonexistent']), TypeError);
      assert.equal(addon.keyboardLayout.ofWayland('/nonexistent/wayland-0', 100), null);
    },
    'keyboardLayout.ofXDisplay': () => void addon.keyboardLayout.ofXDisplay(),
    checkGamepadMappings: () => {
      assert.throws(() => Reflect.apply(addon.checkGamepadMappings, addon, [1]), TypeError);
      assert.equal(addon.checkGamepadMappings(MAPPINGS).length, 1);
    },
    listGamepads: () => {
      assert.throws(() => Reflect.apply(addon.listGamepads, addon, [1]), TypeError);
      addon.listGamepads(MAPPINGS);
    },
    GamepadListener: async () => {
      assert.throws(() => Reflect.construct(addon.GamepadListener, [1]), TypeError);
      await listen(() => new addon.GamepadListener(MAPPINGS, heard));
    },
    // The sanitizers' own too: a fault then ends the process all the same.
    forgetFaultHandlers: () => addon.forgetFaultHandlers(),
    bindToParent: () => {
      assert.throws(() => Reflect.apply(addon.bindToParent, addon, ['init']), TypeError);
      assert.equal(addon.bindToParent(process.ppid), '');
    },
    findTcpPeer: () => {
      assert.throws(() => Reflect.apply(addon.findTcpPeer, addon, ['127.0.0.1']), TypeError);
      for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', 'nowhere']) {
        assert.equal(addon.findTcpPeer(address, 1, address, 2).status, 'not-found');
      }
    },
    findUnixPeer: () => {
      assert.throws(() => Reflect.apply(addon.findUnixPeer, addon, ['stdin']), TypeError);
      assert.equal(addon.findUnixPeer(-1).status, 'not-found');
    },
    findUser: () => {
      assert.throws(() => Reflect.apply(addon.findUser, addon, [0]), TypeError);
      assert.equal(addon.findUser('root'), '0');
      assert.equal(addon.findUser('no such user'), '');
    },
    currentUser: () => assert.equal(addon.currentUser(), String(process.geteuid?.())),
    releaseFreeMemory: () => void addon.releaseFreeMemory(),
    notifyServiceManager: () => {
      assert.throws(() => Reflect.apply(addon.notifyServiceManager, addon, [{}]), TypeError);
      assert.notEqual(addon.notifyServiceManager('/nonexistent/notify', 'READY=1'), '');
    },
    probeXDisplay: () => void addon.probeXDisplay(),
  };

  async function listen(start: () => { stop(): void }): Promise<void> {
    const listener = start();
    await aWhile();
    listener.stop();
    listener.stop();
  }
}

/** What the addon has, one level deep: `listAudioEndpoints`, `evdev.KeyListener`, … */
export function namesOf(addon: object): string[] {
  return Object.entries(addon).flatMap(([name, value]) =>
    typeof value === 'function' ? [name] : Object.keys(value).map((inner) => `${name}.${inner}`),
  );
}
