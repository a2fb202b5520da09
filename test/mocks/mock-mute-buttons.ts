import type { HidReference } from '#guildhall/hardware/hid/hid-contract.js';
import type { MuteButtons } from '#guildhall/hardware/hid/mute-buttons.js';

/** Mute buttons that tests press. */
export class MockMuteButtons implements MuteButtons {
  readonly #watchers = new Set<(device: HidReference) => void>();

  watch(pressed: (device: HidReference) => void): () => void {
    const watcher = (device: HidReference) => pressed(device);
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** The number of listeners; the driver would run while there are any. */
  get watchers(): number {
    return this.#watchers.size;
  }

  press(device: HidReference): void {
    for (const watcher of [...this.#watchers]) watcher(device);
  }
}
