import type { Clock } from '../../platform/clock.js';
import { messageOf } from '../../platform/errors.js';
import type { Logger } from '../../platform/log.js';
import { DriverUnavailableError } from '../errors.js';
import type { KeyEvent } from './key-event.js';
import { keyId } from './key-id.js';
import type { KeyListener, KeyListening, KeySource } from './key-source.js';

/** How long a listener waits for the other sources after the first one listens, in milliseconds. */
const MAX_WAIT_MS = 500;

/**
 * Combines several sources, e.g. keyboard and gamepads. A listener starts with the first source that listens; slower
 * ones join later, and those that do not work are left out.
 */
export class MergedKeySource implements KeySource {
  constructor(
    private readonly sources: readonly KeySource[],
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  async listen(listener: KeyListener): Promise<KeyListening> {
    const merged = new MergedListening(listener, this.log);
    await merged.begin(this.sources, this.clock);
    return merged;
  }
}

class MergedListening implements KeyListening {
  readonly #listening: KeyListening[] = [];
  #stopped = false;

  constructor(
    private readonly listener: KeyListener,
    private readonly log: Logger,
  ) {}

  get hasKeys(): boolean {
    return this.#listening.some((each) => each.hasKeys);
  }

  /**
   * Resolves when all sources have answered, or some time after the first one listens. Throws if none listens, or if
   * one does not work and the others have no devices: a person whose keyboard cannot be read must get that error
   * instead of waiting for a button of a missing gamepad.
   */
  async begin(sources: readonly KeySource[], clock: Clock): Promise<void> {
    let cancelWait = (): void => {};
    const answers = new Promise<unknown[]>((resolve) => {
      const waitForOthers = (): void => {
        cancelWait = clock.after(MAX_WAIT_MS, () => resolve([]));
      };
      void Promise.all(sources.map((source) => this.#begin(source, waitForOthers))).then(resolve);
    });
    const failures = (await answers).filter((answer) => answer !== null);
    cancelWait();
    if (this.hasKeys || failures.length === 0) return;
    await this.stop();
    throw joined(failures);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#listening.map((each) => each.stop()));
  }

  /** Never throws. @returns why this source does not work, or null */
  async #begin(source: KeySource, onListening: () => void): Promise<unknown> {
    try {
      const listening = await source.listen(new TrackedKeys(this.listener));
      if (this.#stopped) {
        await listening.stop();
        return null;
      }
      const hadKeys = this.hasKeys;
      this.#listening.push(listening);
      if (listening.hasKeys && !hadKeys) onListening();
      return null;
    } catch (error) {
      this.log.debug({ reason: messageOf(error) }, 'key source is unavailable');
      return error;
    }
  }
}

/** Tracks the keys that are down in one source, so that its crash does not affect combinations of other sources. */
class TrackedKeys implements KeyListener {
  readonly #held = new Set<string>();

  constructor(private readonly listener: KeyListener) {}

  event(event: KeyEvent): void {
    const id = keyId(event.key);
    if (event.down) this.#held.add(id);
    else this.#held.delete(id);
    this.listener.event(event);
  }

  interrupted(): void {
    if (this.#held.size === 0) return;
    this.#held.clear();
    this.listener.interrupted();
  }
}

/** Combines all errors into one; an error other than a missing driver takes precedence. */
function joined(failures: readonly unknown[]): unknown {
  const lacks = failures.filter((error) => error instanceof DriverUnavailableError);
  const [first, ...others] = lacks;
  if (first === undefined || lacks.length < failures.length) {
    return failures.find((error) => !(error instanceof DriverUnavailableError));
  }
  if (others.length === 0) return first;
  const reason = lacks.map(({ driver, reason }) => `${driver}: ${reason}`).join('; ');
  const hints = new Set(lacks.flatMap(({ hint }) => hint ?? []));
  return new DriverUnavailableError(first.driver, reason, hints.size === 0 ? null : [...hints].join('; '));
}
