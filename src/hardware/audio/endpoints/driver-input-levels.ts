import { messageOf } from '../../../platform/errors.js';
import type { Logger } from '../../../platform/log.js';
import type { DriverHost } from '../../host/driver-host.js';
import type { AUDIO } from '../audio-contract.js';

/** Levels of inputs from the audio driver, which records only inputs with listeners. */
export class DriverInputLevels {
  readonly #listeners = new Map<string, Set<(level: number) => void>>();

  constructor(
    private readonly driver: DriverHost<typeof AUDIO>,
    private readonly log: Logger,
  ) {
    driver.events.on('level', ({ id, level }) => {
      for (const onLevel of [...(this.#listeners.get(id) ?? [])]) onLevel(level);
    });
    // A driver that has just started, for the first time or after a crash, records nothing.
    driver.availability.on('up', () => {
      for (const id of this.#listeners.keys()) this.#notify('listen', id);
    });
  }

  listen(inputId: string, onLevel: (level: number) => void): () => void {
    const listener = (level: number) => onLevel(level);
    const listeners = this.#listeners.get(inputId) ?? new Set();
    this.#listeners.set(inputId, listeners.add(listener));
    const release = this.driver.need();
    if (listeners.size === 1) this.#notify('listen', inputId);
    return () => {
      if (!listeners.delete(listener)) return;
      if (listeners.size === 0) {
        this.#listeners.delete(inputId);
        this.#notify('unlisten', inputId);
      }
      release();
    };
  }

  #notify(request: 'listen' | 'unlisten', inputId: string): void {
    this.driver.requestIfRunning(request, inputId).catch((error: unknown) => {
      this.log.warn({ reason: messageOf(error) }, 'failed to measure an audio input');
    });
  }
}
