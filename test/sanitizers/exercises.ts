import assert from 'node:assert/strict';
import { closeSync } from 'node:fs';
import type { AudioEndpointsBinding } from '#guildhall/platform/native/audio-endpoints.js';
import type { EvdevBinding } from '#guildhall/platform/native/evdev.js';
import type { FreeMemoryBinding } from '#guildhall/platform/native/free-memory.js';
import type { GamepadsBinding } from '#guildhall/platform/native/gamepads.js';
import type { HostProcessBinding } from '#guildhall/platform/native/host-process.js';
import type { KeyboardLayoutBinding } from '#guildhall/platform/native/keyboard-layout.js';
import type { OpusBinding } from '#guildhall/platform/native/opus.js';
import type { PeerCredentialsBinding } from '#guildhall/platform/native/peer-credentials.js';
import type { ServiceNotifyBinding } from '#guildhall/platform/native/service-notify.js';
import type { SpeexDspBinding } from '#guildhall/platform/native/speex-dsp.js';
import type { UdpSocketBinding } from '#guildhall/platform/native/udp-socket.js';
import type { XDisplayBinding } from '#guildhall/platform/native/x-display.js';
import type { XInputBinding } from '#guildhall/platform/native/x-input.js';
import { opusExercises, speexDspExercises } from './sound-exercises.js';

/** The addon of Linux. */
export interface SanitizedAddon {
  readonly audioEndpoints: AudioEndpointsBinding;
  readonly evdev: EvdevBinding;
  readonly freeMemory: FreeMemoryBinding;
  readonly gamepads: GamepadsBinding;
  readonly hostProcess: HostProcessBinding;
  readonly keyboardLayout: KeyboardLayoutBinding;
  readonly opus: OpusBinding;
  readonly peerCredentials: PeerCredentialsBinding;
  readonly serviceNotify: ServiceNotifyBinding;
  readonly speexDsp: SpeexDspBinding;
  readonly udpSocket: UdpSocketBinding;
  readonly xDisplay: XDisplayBinding;
  readonly xInput: XInputBinding;
}

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
  const { audioEndpoints, evdev, freeMemory, gamepads, hostProcess } = addon;
  const { keyboardLayout, opus, peerCredentials, serviceNotify, speexDsp, udpSocket, xDisplay, xInput } =
    addon;
  const mappings = new gamepads.Mappings(MAPPINGS);
  return {
    'audioEndpoints.list': async () => {
      assert.throws(() => Reflect.apply(audioEndpoints.list, null, ['soon']), TypeError);
      await audioEndpoints.list(2000);
    },
    'audioEndpoints.Watcher': async () => {
      assert.throws(() => Reflect.construct(audioEndpoints.Watcher, [{}]), TypeError);
      await listen(() => new audioEndpoints.Watcher(nothing));
    },
    'evdev.listDevices': () => void evdev.listDevices(),
    'evdev.KeyListener': async () => {
      assert.throws(() => Reflect.construct(evdev.KeyListener, [{}]), TypeError);
      await listen(() => new evdev.KeyListener(heard, nothing));
    },
    'freeMemory.release': () => void freeMemory.release(),
    'gamepads.Mappings': () => {
      assert.throws(() => Reflect.construct(gamepads.Mappings, [1]), TypeError);
      assert.equal(new gamepads.Mappings(MAPPINGS).warnings.length, 1);
    },
    'gamepads.list': () => {
      for (const wrong of [1, {}, MAPPINGS, new evdev.KeyListener(nothing, nothing)]) {
        assert.throws(() => Reflect.apply(gamepads.list, null, [wrong]), TypeError);
        if (wrong instanceof evdev.KeyListener) wrong.stop();
      }
      gamepads.list(mappings);
    },
    'gamepads.Listener': async () => {
      assert.throws(() => Reflect.construct(gamepads.Listener, [{}, nothing]), TypeError);
      await listen(() => new gamepads.Listener(mappings, heard));
    },
    'keyboardLayout.characters': () => {
      assert.throws(() => Reflect.apply(keyboardLayout.characters, null, ['de']), TypeError);
      keyboardLayout.characters({ layout: 'us,de', variant: ',nodeadkeys', group: 1 });
      keyboardLayout.characters({ keymap: 'no keymap' });
      keyboardLayout.characters({ layout: 'no-such-layout', group: 4_000_000_000 });
    },
    'keyboardLayout.ofWayland': () => {
      assert.throws(() => Reflect.apply(keyboardLayout.ofWayland, null, ['/nonexistent']), TypeError);
      assert.equal(keyboardLayout.ofWayland('/nonexistent/wayland-0', 100), null);
    },
    'keyboardLayout.ofXDisplay': () => void keyboardLayout.ofXDisplay(),
    // The sanitizers' own too: a fault then ends the process all the same.
    'hostProcess.forgetFaultHandlers': () => hostProcess.forgetFaultHandlers(),
    'hostProcess.bindToParent': () => {
      assert.throws(() => Reflect.apply(hostProcess.bindToParent, null, ['init']), TypeError);
      assert.equal(hostProcess.bindToParent(process.ppid), 'bound');
      assert.equal(hostProcess.bindToParent(process.pid), 'parent-gone');
    },
    ...opusExercises(opus),
    'peerCredentials.findTcpPeer': () => {
      assert.throws(() => Reflect.apply(peerCredentials.findTcpPeer, null, ['127.0.0.1']), TypeError);
      for (const fd of [-1, 0, 2 ** 31]) assert.equal(peerCredentials.findTcpPeer(fd).status, 'not-found');
    },
    'peerCredentials.findTcpPeerLater': async () => {
      assert.throws(() => Reflect.apply(peerCredentials.findTcpPeerLater, null, ['127.0.0.1']), TypeError);
      for (const fd of [-1, 0])
        assert.equal((await peerCredentials.findTcpPeerLater(fd)).status, 'not-found');
    },
    'peerCredentials.findTcpListener': async () => {
      assert.throws(() => Reflect.apply(peerCredentials.findTcpListener, null, ['80']), TypeError);
      assert.equal(await peerCredentials.findTcpListener(80), 0);
    },
    'peerCredentials.findTcpPeerBetween': () => {
      const { findTcpPeerBetween } = peerCredentials;
      assert.throws(() => Reflect.apply(findTcpPeerBetween, null, ['127.0.0.1']), TypeError);
      for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', 'nowhere']) {
        assert.equal(findTcpPeerBetween(address, 1, address, 2).status, 'not-found');
      }
    },
    'peerCredentials.countUnread': () => {
      assert.throws(() => Reflect.apply(peerCredentials.countUnread, null, ['127.0.0.1']), TypeError);
      for (const fd of [-1, 0]) {
        for (const sent of [0, 1, -1]) assert.equal(peerCredentials.countUnread(fd, sent), null);
      }
    },
    'peerCredentials.findUnixPeer': () => {
      assert.throws(() => Reflect.apply(peerCredentials.findUnixPeer, null, ['stdin']), TypeError);
      assert.equal(peerCredentials.findUnixPeer(-1).status, 'not-found');
    },
    'peerCredentials.findUnixPeerInode': () => {
      assert.throws(() => Reflect.apply(peerCredentials.findUnixPeerInode, null, ['stdin']), TypeError);
      assert.equal(peerCredentials.findUnixPeerInode(-1), 0);
    },
    'peerCredentials.findProgram': () => {
      assert.throws(() => Reflect.apply(peerCredentials.findProgram, null, ['1']), TypeError);
      assert.equal(typeof peerCredentials.findProgram(process.pid), 'string');
    },
    'peerCredentials.findUser': () => {
      assert.throws(() => Reflect.apply(peerCredentials.findUser, null, [0]), TypeError);
      assert.equal(peerCredentials.findUser('root'), '0');
      assert.equal(peerCredentials.findUser('no such user'), '');
    },
    'peerCredentials.currentUser': () =>
      assert.equal(peerCredentials.currentUser(), String(process.geteuid?.())),
    'serviceNotify.notify': () => {
      assert.throws(() => Reflect.apply(serviceNotify.notify, null, [{}]), TypeError);
      assert.equal(serviceNotify.notify('/nonexistent/notify', 'READY=1').status, 'failed');
    },
    ...speexDspExercises(speexDsp),
    'udpSocket.open': () => {
      assert.throws(() => Reflect.apply(udpSocket.open, null, ['udp4']), TypeError);
      for (const isIpv6 of [false, true]) closeSync(udpSocket.open(isIpv6));
    },
    'udpSocket.mark': () => {
      assert.throws(() => Reflect.apply(udpSocket.mark, null, [1, 46]), TypeError);
      assert.equal(udpSocket.mark(-1, false, 46), false);
      const descriptor = udpSocket.open(false);
      assert.equal(udpSocket.mark(descriptor, false, 46), true);
      closeSync(descriptor);
    },
    'xDisplay.probe': () => void xDisplay.probe(),
    'xInput.isUsable': () => void xInput.isUsable(),
    'xInput.KeyListener': async () => {
      assert.throws(() => Reflect.construct(xInput.KeyListener, [{}]), TypeError);
      if (xInput.isUsable()) await listen(() => new xInput.KeyListener(heard));
      else assert.throws(() => new xInput.KeyListener(heard), { code: 'unavailable' });
    },
  };

  async function listen(start: () => { stop(): void }): Promise<void> {
    const listener = start();
    await aWhile();
    listener.stop();
    listener.stop();
  }
}

/** The members of the addon's parts: `audioEndpoints.list`, `evdev.KeyListener`, … */
export function namesOf(addon: object): string[] {
  return Object.entries(addon).flatMap(([name, part]) =>
    Object.keys(part).map((member) => `${name}.${member}`),
  );
}
