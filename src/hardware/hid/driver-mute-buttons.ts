import { messageOf } from '../../platform/errors.js';
import type { Logger } from '../../platform/log.js';
import type { DriverHost } from '../host/driver-host.js';
import type { HID, HidReference } from './hid-contract.js';
import type { MuteButtons } from './mute-buttons.js';

/** Mute buttons from the HID driver, which reads them only while there are listeners. */
export class DriverMuteButtons implements MuteButtons {
  readonly #watchers = new Set<(device: HidReference) => void>();

  constructor(
    private readonly driver: DriverHost<typeof HID>,
    private readonly log: Logger,
  ) {
    driver.events.on('mute', (device) => {
      for (const watcher of [...this.#watchers]) watcher(device);
    });
    // A driver that has just started, for the first time or after a crash, does not read them yet.
    driver.availability.on('up', () => {
      if (this.#watchers.size > 0) this.#notify('listen');
    });
  }

  watch(pressed: (device: HidReference) => void): () => void {
    const watcher = (device: HidReference) => pressed(device);
    this.#watchers.add(watcher);
    const release = this.driver.need();
    if (this.#watchers.size === 1) this.#notify('listen');
    return () => {
      if (!this.#watchers.delete(watcher)) return;
      if (this.#watchers.size === 0) this.#notify('unlisten');
      release();
    };
  }

  #notify(request: 'listen' | 'unlisten'): void {
    this.driver.requestIfRunning(request).catch((error: unknown) => {
      this.log.warn({ reason: messageOf(error) }, 'failed to read mute buttons');
    });
  }
}
