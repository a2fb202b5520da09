import type { HIDAsync } from 'node-hid';
import { KeyedLock } from '../../platform/async/keyed-lock.js';
import type { HidReference } from './hid-contract.js';
import type { FoundHidDevice, IsHeld } from './list-hid-devices.js';
import type { NodeHid } from './load-node-hid.js';

/** Phone Mute of the telephony page (HID Usage Tables, 14.1). */
const PHONE_MUTE = 0x000b_002f;
/** On macOS no other program would receive the other buttons of the headset. */
const SHARED = { nonExclusive: true };
/** the key of the lock: buttons are opened and closed one after the other */
const BUTTONS = 'buttons';

/** Reads the mute buttons of headsets while there are listeners; each press is reported once. */
export class OpenMuteButtons {
  readonly #open = new Map<string, HIDAsync>();
  #listening = false;
  /** prevents two updates from opening the same device */
  readonly #turns = new KeyedLock();

  /**
   * @param findButton finds the button with a usage of the device at a path
   */
  constructor(
    private readonly hid: { readonly HIDAsync: Pick<NodeHid['HIDAsync'], 'open'> },
    private readonly findButton: (path: string, usage: number) => Promise<IsHeld | null>,
    private readonly pressed: (device: HidReference) => void,
  ) {}

  listen(plugged: readonly FoundHidDevice[]): Promise<void> {
    return this.#turns.run(BUTTONS, async () => {
      this.#listening = true;
      await this.#match(plugged);
    });
  }

  unlisten(): Promise<void> {
    return this.#turns.run(BUTTONS, async () => {
      this.#listening = false;
      await Promise.all([...this.#open.keys()].map((path) => this.#close(path)));
    });
  }

  /** Opens new devices while there are listeners, and closes those that are gone. */
  update(plugged: readonly FoundHidDevice[]): Promise<void> {
    return this.#turns.run(BUTTONS, () => this.#match(plugged));
  }

  async #match(plugged: readonly FoundHidDevice[]): Promise<void> {
    const gone = [...this.#open.keys()].filter((path) => !plugged.some((each) => each.path === path));
    await Promise.all(gone.map((path) => this.#close(path)));
    if (!this.#listening) return;
    for (const found of plugged) if (!this.#open.has(found.path)) await this.#tryOpen(found);
  }

  async #tryOpen({ path, device: { id, container } }: FoundHidDevice): Promise<void> {
    const isHeld = await this.findButton(path, PHONE_MUTE);
    if (isHeld === null) return;
    // A device that cannot be opened is retried when its permissions change.
    const opened = await this.hid.HIDAsync.open(path, SHARED).catch(() => null);
    if (opened === null) return;
    this.#open.set(path, opened);
    let held = false;
    opened.on('data', (report: Uint8Array) => {
      const now = isHeld(report);
      if (now === null) return;
      if (now && !held) this.pressed({ id, container });
      held = now;
    });
    // It was unplugged.
    opened.on('error', () => void this.#close(path));
  }

  async #close(path: string): Promise<void> {
    const opened = this.#open.get(path);
    this.#open.delete(path);
    // Closing a device that was unplugged fails.
    await opened?.close().catch(() => {});
  }
}
