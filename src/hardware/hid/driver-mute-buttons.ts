import { messageOf } from '../../platform/errors.js';
import type { Logger } from '../../platform/log.js';
import type { DriverHost } from '../host/driver-host.js';
import type { HID, HidReference } from './hid-contract.js';
import type { MuteButtons } from './mute-buttons.js';

/** Mute buttons from the HID driver, which listens only while somebody listens here. */
export class DriverMuteButtons implements MuteButtons {
  readonly #watchers = new Set<(device: HidReference) => void>();

  constructor(
    private readonly driver: DriverHost<typeof HID>,
    private readonly log: Logger,
  ) {
    driver.events.on('mute', (device) => {
      for (const watcher of [...this.#watchers]) watcher(device);
    });
    // A driver that has just come up, for the first time or after its death, does not listen.
    driver.availability.on('up', () => {
      if (this.#watchers.size > 0) this.#tell('listen');
    });
  }

  watch(pressed: (device: HidReference) => void): () => void {
    const watcher = (device: HidReference) => pressed(device);
    this.#watchers.add(watcher);
    const release = this.driver.need();
    if (this.#watchers.size === 1) this.#tell('listen');
    return () => {
      if (!this.#watchers.delete(watcher)) return;
      if (this.#watchers.size === 0) this.#tell('unlisten');
      release();
    };
  }

  #tell(request: 'listen' | 'unlisten'): void {
    this.driver.requestIfRunning(request).catch((error: unknown) => {
      this.log.warn({ reason: messageOf(error) }, 'mute buttons cannot be heard at the moment');
    });
  }
}
