import { messageOf } from '../../platform/errors.js';
import type { Logger } from '../../platform/log.js';
import type { DriverHost } from '../host/driver-host.js';
import type { AUDIO } from './audio-contract.js';

/** How loud inputs are, from the audio driver, which records only those that somebody listens to. */
export class DriverInputLevels {
  readonly #listeners = new Map<string, Set<(level: number) => void>>();

  constructor(
    private readonly driver: DriverHost<typeof AUDIO>,
    private readonly log: Logger,
  ) {
    driver.events.on('level', ({ id, level }) => {
      for (const heard of [...(this.#listeners.get(id) ?? [])]) heard(level);
    });
    // A driver that has just come up, for the first time or after its death, records nothing.
    driver.availability.on('up', () => {
      for (const id of this.#listeners.keys()) this.#tell('listen', id);
    });
  }

  listen(inputId: string, heard: (level: number) => void): () => void {
    const listener = (level: number) => heard(level);
    const listeners = this.#listeners.get(inputId) ?? new Set();
    this.#listeners.set(inputId, listeners.add(listener));
    const release = this.driver.need();
    if (listeners.size === 1) this.#tell('listen', inputId);
    return () => {
      if (!listeners.delete(listener)) return;
      if (listeners.size === 0) {
        this.#listeners.delete(inputId);
        this.#tell('unlisten', inputId);
      }
      release();
    };
  }

  #tell(request: 'listen' | 'unlisten', inputId: string): void {
    this.driver.requestIfRunning(request, inputId).catch((error: unknown) => {
      this.log.warn({ reason: messageOf(error) }, 'an input cannot be heard at the moment');
    });
  }
}
