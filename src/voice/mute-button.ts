import type { HidReference, MuteButtons } from '../hardware/hardware.js';
import { isPartOf } from '../hardware/hid/is-part-of.js';
import type { InputInUse } from './certified-take-over.js';

/**
 * The mute button of the current certified input. It is read only while that input reports `hardware_mute`. Its effect
 * lasts until the input changes, its vendor reports another `hardware_mute`, or `mute` is set.
 */
export class MuteButton {
  #inUse: InputInUse | null = null;
  #muted: boolean | null = null;
  #unwatch: (() => void) | null = null;

  /** @param pressed called at each press; calls `press` if it has an effect */
  constructor(
    private readonly buttons: MuteButtons,
    private readonly pressed: () => void,
  ) {}

  /** Sets the current input. */
  follow(inUse: InputInUse | null): void {
    if (!this.#isThe(inUse)) this.#muted = null;
    this.#inUse = inUse?.device.hardware_mute === undefined ? null : inUse;
    if (this.#inUse === null) this.stop();
    else this.#unwatch ??= this.buttons.watch((device) => this.#handlePress(device));
  }

  /** Whether the button muted the person while this input is current; null if it had no effect. */
  mutedOf(inUse: InputInUse): boolean | null {
    return this.#isThe(inUse) ? this.#muted : null;
  }

  /** Whether the button muted the person; null if it has no effect now. */
  get muted(): boolean | null {
    return this.#muted;
  }

  /** Toggles the mute of the person. @param muted whether they were muted before the first press */
  press(muted: boolean): void {
    this.#muted = !(this.#muted ?? muted);
  }

  /** Ends the effect of the button. */
  forget(): void {
    this.#muted = null;
  }

  stop(): void {
    this.#unwatch?.();
    this.#unwatch = null;
  }

  #handlePress(device: HidReference): void {
    if (this.#inUse !== null && isPartOf(device, this.#inUse.endpoint, this.#inUse.device)) this.pressed();
  }

  #isThe(inUse: InputInUse | null): boolean {
    return (
      this.#inUse?.endpoint.id === inUse?.endpoint.id &&
      this.#inUse?.device.hardware_mute === inUse?.device.hardware_mute
    );
  }
}
