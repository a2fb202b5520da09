import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { messageOf } from './errors.js';

/** An audio endpoint as the addon tells it (native/audio-endpoints/audio_endpoints.h). */
export interface NativeAudioEndpoint {
  /** what identifies it persistently: on Windows the endpoint id, elsewhere a path-like name of the addon's */
  readonly identity: string;
  readonly name: string;
  /** where the hardware behind it is: on Linux a path in /sys, or `bluetooth:ADDRESS`; empty where that is not known */
  readonly place: string;
  readonly isInput: boolean;
  readonly isDefault: boolean;
}

/** What the system's sound service says (native/audio-endpoints/audio_endpoints.h). */
export interface NativeAudioEndpointList {
  /** absent: there is no sound service; silent: there is one, but it did not answer in time */
  readonly service: 'answered' | 'absent' | 'silent';
  /** why there is no list; empty if it answered */
  readonly detail: string;
  readonly endpoints: readonly NativeAudioEndpoint[];
}

/** Whether keys can be heard through the X display (native/x-display/x_display.h). */
export interface XDisplayProbe {
  readonly state: 'usable' | 'missing-library' | 'unreachable' | 'lacks-record';
  /** what the system says about it; empty if usable */
  readonly detail: string;
}

/** An input device of Linux (native/evdev/device_info.h). One can be of several kinds, or of none. */
export interface NativeInputDevice {
  /** e.g. `/dev/input/event3` */
  readonly node: string;
  readonly name: string;
  readonly keyboard: boolean;
  readonly mouse: boolean;
  readonly gamepad: boolean;
  /** whether this process may open it */
  readonly readable: boolean;
}

/** Listens to every keyboard and mouse that this process may read, also to those plugged in later. */
export interface NativeKeyListener {
  /** Closes every device; nothing is told after that. Again: nothing. */
  stop(): void;
}

/** The input devices of Linux (native/binding/evdev.cc). */
export interface NativeEvdev {
  /** What is plugged in, without opening it. */
  listDevices(): NativeInputDevice[];
  /**
   * Listens from its construction on.
   *
   * @param onKey a key or button went down or up, by its code in linux/input-event-codes.h; auto-repeat is left out
   * @param onDenied a keyboard or mouse was met that this process may not read; again when it is met again
   */
  readonly KeyListener: new (
    onKey: (code: number, down: boolean) => void,
    onDenied: () => void,
  ) => NativeKeyListener;
}

/** A keyboard's layout as XKB names it; what is empty or absent is XKB's default (native/keyboard-layout/). */
export interface XkbNames {
  readonly rules?: string;
  readonly model?: string;
  /** e.g. `de`, or `us,ru` */
  readonly layout: string;
  /** e.g. `nodeadkeys` */
  readonly variant?: string;
  readonly options?: string;
  /** which of several layouts is active, from 0 on */
  readonly group?: number;
}

/** A keyboard's layout in XKB's text format. */
export interface XkbKeymap {
  readonly keymap: string;
}

/** Keyboard layouts of Linux (native/binding/keyboard_layout.cc). */
export interface NativeKeyboardLayout {
  /**
   * What keys type without modifiers, by their codes in linux/input-event-codes.h; takes some milliseconds. A key that
   * begins an accented character has the accent. `error` says why there are none, else it is empty.
   */
  characters(layout: XkbNames | XkbKeymap): {
    readonly error: string;
    readonly characters: readonly [number, string][];
  };
  /** The layout in use on the X display that DISPLAY names; null if it does not tell. Blocks until the server answers. */
  ofXDisplay(): XkbNames | null;
  /** The layout of the Wayland compositor with this socket; null if it has none, or does not tell in time. Blocks meanwhile. */
  ofWayland(socket: string, timeoutMs: number): XkbKeymap | null;
}

/** A gamepad or joystick that is plugged in (native/gamepads/gamepads.h). */
export interface NativeGamepad {
  /** what identifies it persistently; two that are alike to the system have the same */
  readonly identity: string;
  readonly name: string;
  /** what a line of SDL's database of game controllers begins with to be about it: 32 hexadecimal digits */
  readonly guid: string;
  /** where the layout of its buttons is known from; none: they are not heard */
  readonly mapping: 'none' | 'system' | 'file';
  /** whether this process may read it */
  readonly readable: boolean;
}

/** Hears gamepads from its construction until `stop`. */
export interface NativeGamepadListener {
  /** closes every gamepad; nothing is told after it. Again: nothing */
  stop(): void;
}

/** Who owns the other end of a connection (native/peer-credentials/peer_credentials.h). */
export interface NativePeer {
  /** not-found: closed already, or not on this machine; unavailable: the system cannot be asked */
  readonly status: 'found' | 'not-found' | 'unavailable';
  /** a uid in decimal, on Windows a SID; empty unless found */
  readonly user: string;
  /** the peer's process; 0 where the system does not say (TCP on Linux) */
  readonly pid: number;
  /** inode of the peer's socket; 0 except for TCP on Linux */
  readonly inode: number;
}

/** Our own addon, built from native/ by binding.gyp. */
export interface NativeAddon {
  /** Asks the system's sound service, off the main thread. */
  listAudioEndpoints(timeoutMs: number): Promise<NativeAudioEndpointList>;
  /**
   * Calls back whenever the sound service's endpoints or its defaults may be others than before, once when it begins to
   * watch, and when the service itself comes or goes. Keeps no process alive. @returns what ends it
   */
  watchAudioEndpoints(changed: () => void): () => void;
  /** Ends this process when its parent (by process id) ends, and forbids core files. @returns '' or what went wrong */
  bindToParent(parentPid: number): string;
  /** Lets segmentation faults end this process again, whatever handlers were installed for them; POSIX only. */
  forgetFaultHandlers(): void;
  /** Looks up the owner of the other end of a TCP connection within this machine, without blocking. */
  findTcpPeer(localAddress: string, localPort: number, remoteAddress: string, remotePort: number): NativePeer;
  /** Looks up who connected to the Unix socket with this descriptor. */
  findUnixPeer(fd: number): NativePeer;
  /** The user of this process, written as in `NativePeer.user`; empty if the system does not say. */
  currentUser(): string;
  /** The user with this name, written as in `NativePeer.user`; empty if there is none. May be slow. */
  findUser(name: string): string;
  /** Sends one sd_notify(3) message. @returns '' or what went wrong */
  notifyServiceManager(socket: string, message: string): string;
  /** Returns free pages of the allocator to the operating system; takes milliseconds. @returns whether any were returned */
  releaseFreeMemory(): boolean;
  /** Opens and closes the X display that DISPLAY names; blocks until the server answers. */
  probeXDisplay(): XDisplayProbe;
  /** only on Linux */
  readonly evdev?: NativeEvdev;
  /** only on Linux */
  readonly keyboardLayout?: NativeKeyboardLayout;
  /** What is wrong with the text of a file of gamepad mappings, a sentence each, e.g. `line 3: …`. */
  checkGamepadMappings(mappings: string): readonly string[];
  /** What is plugged in, on Linux without opening it; `mappings` is the text of a file in the format of SDL's database, or empty. */
  listGamepads(mappings: string): readonly NativeGamepad[];
  /**
   * Hears the buttons of all gamepads as those of one. `onButton` gets indices of the W3C standard gamepad.
   * The constructor throws if that cannot be done.
   */
  readonly GamepadListener: new (
    mappings: string,
    onButton: (button: number, down: boolean) => void,
  ) => NativeGamepadListener;
}

const FUNCTIONS = [
  'listAudioEndpoints',
  'watchAudioEndpoints',
  'bindToParent',
  'forgetFaultHandlers',
  'findTcpPeer',
  'findUnixPeer',
  'currentUser',
  'findUser',
  'notifyServiceManager',
  'releaseFreeMemory',
  'probeXDisplay',
  'checkGamepadMappings',
  'listGamepads',
  'GamepadListener',
] as const;

const LINUX_PARTS = ['evdev', 'keyboardLayout'] as const;

/** The addon, or why there is none (not built, or built by another version). */
export type LoadedAddon = { readonly addon: NativeAddon } | { readonly addon: null; readonly reason: string };

/** Loads the addon; Node loads it once and hands out the same again. Works from the checkout and from a package. */
export function loadNativeAddon(): LoadedAddon {
  const path = fileURLToPath(new URL('../../build/Release/guildhall.node', import.meta.url));
  try {
    const loaded: unknown = createRequire(import.meta.url)(path);
    if (isNativeAddon(loaded)) return { addon: loaded };
    return { addon: null, reason: 'the native addon is of another version' };
  } catch (error) {
    const text = messageOf(error);
    const reason = text.startsWith('Cannot find module') ? 'the native addon is not built' : text;
    return { addon: null, reason };
  }
}

function isNativeAddon(value: unknown): value is NativeAddon {
  if (typeof value !== 'object' || value === null) return false;
  const isLinux = process.platform === 'linux';
  if (isLinux && LINUX_PARTS.some((name) => typeof Reflect.get(value, name) !== 'object')) return false;
  return FUNCTIONS.every((name) => typeof Reflect.get(value, name) === 'function');
}
