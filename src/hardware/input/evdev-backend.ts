import { missingModuleHint, type NativeListener } from '../../platform/native/binding.js';
import { type EvdevBinding, loadEvdev } from '../../platform/native/evdev.js';
import { loadKeyboardLayout, type XkbKeymap, type XkbNames } from '../../platform/native/keyboard-layout.js';
import { deniedInput } from './evdev-access.js';
import { toKeyEvent } from './evdev-key-event.js';
import type { InputBackend, InputBackendKind } from './input-backend.js';
import type { KeyEvent } from './key-event.js';
import { systemLayout, waylandLayout } from './system-layout.js';

const LOST_PERMISSION = 72;
/** How long udev may take to set the permissions of a new device, in milliseconds. */
const PERMISSIONS_SETTLE_MS = 2000;

/** Reads keys from the kernel's event devices: on Linux, with any display server or none. */
export const EVDEV: InputBackendKind = {
  name: 'evdev',

  probe() {
    const loaded = loadEvdev();
    if (loaded.binding === null) return { reason: loaded.reason, hint: missingModuleHint() };
    return deniedInput(loaded.binding.listDevices());
  },

  async load(emit) {
    const loaded = loadEvdev();
    if (loaded.binding === null) throw new EvdevError(loaded.reason);
    return new EvdevBackend(loaded.binding, emit);
  },
};

class EvdevBackend implements InputBackend {
  readonly #layouts = loadKeyboardLayout().binding;
  #listener: NativeListener | null = null;
  /** waits until udev has set the permissions of a device that could not be read */
  #settling: NodeJS.Timeout | undefined;

  constructor(
    private readonly evdev: EvdevBinding,
    private readonly emit: (event: KeyEvent) => void,
  ) {}

  layout(): XkbNames | XkbKeymap | null {
    return waylandLayout(process.env, this.#layouts) ?? systemLayout(process.env);
  }

  hasDevices(): boolean {
    return this.evdev.listDevices().some(({ keyboard, mouse, readable }) => readable && (keyboard || mouse));
  }

  listen(): void {
    this.#listener ??= new this.evdev.KeyListener(
      (code, down, fromStart) => this.#onKey(code, down, fromStart),
      () => this.#onDenied(),
    );
  }

  unlisten(): void {
    this.#listener?.stop();
    this.#listener = null;
    clearTimeout(this.#settling);
    this.#settling = undefined;
  }

  #onKey(code: number, down: boolean, fromStart: boolean): void {
    const event = toKeyEvent(code, down, fromStart);
    if (event !== null) this.emit(event);
  }

  /** If nothing readable is left, the process ends, so that the next one reports why. */
  #onDenied(): void {
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      if (deniedInput(this.evdev.listDevices()) !== null) process.exit(LOST_PERMISSION);
    }, PERMISSIONS_SETTLE_MS);
  }
}

/** The addon cannot read event devices. */
class EvdevError extends Error {
  override readonly name = 'EvdevError';
}
