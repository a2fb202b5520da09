import type { HidReference, MuteButtons } from '../hardware/hardware.js';
import { isPartOf } from '../hardware/hid/is-part-of.js';
import type { InputInUse } from './certified-take-over.js';

/**
 * The mute button of the certified input in use. It is listened to only while that input says something about
 * `hardware_mute`. What it did holds until the input is another, its vendor reports another `hardware_mute`, or somebody
 * sets `mute`.
 */
export class MuteButton {
  #inUse: InputInUse | null = null;
  #muted: boolean | null = null;
  #unwatch: (() => void) | null = null;

  /** @param pressed called at each press; what follows from it is up to `press` */
  constructor(
    private readonly buttons: MuteButtons,
    private readonly pressed: () => void,
  ) {}

  /** This input is in use from now on. */
  follow(inUse: InputInUse | null): void {
    if (!this.#isThe(inUse)) this.#muted = null;
    this.#inUse = inUse?.device.hardware_mute === undefined ? null : inUse;
    if (this.#inUse === null) this.stop();
    else this.#unwatch ??= this.buttons.watch((device) => this.#heard(device));
  }

  /** What the button made of the person's mute while this input is in use; null: nothing. */
  mutedOf(inUse: InputInUse): boolean | null {
    return this.#isThe(inUse) ? this.#muted : null;
  }

  /** Mutes or unmutes the person. @param muted whether they were muted before the first press */
  press(muted: boolean): void {
    this.#muted = !(this.#muted ?? muted);
  }

  /** Somebody else decides from now on. */
  forget(): void {
    this.#muted = null;
  }

  stop(): void {
    this.#unwatch?.();
    this.#unwatch = null;
  }

  #heard(device: HidReference): void {
    if (this.#inUse !== null && isPartOf(device, this.#inUse.endpoint, this.#inUse.device)) this.pressed();
  }

  #isThe(inUse: InputInUse | null): boolean {
    return (
      this.#inUse?.endpoint.id === inUse?.endpoint.id &&
      this.#inUse?.device.hardware_mute === inUse?.device.hardware_mute
    );
  }
}
