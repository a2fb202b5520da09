import { Emitter, type Unsubscribe } from '../../platform/async/events.js';
import { Deferred } from '../../platform/async/promises.js';
import type { Logger } from '../../platform/log.js';
import type { Shortcut } from '../../protocol/rpc/shortcut.js';
import type { LostKeys, ShortcutCapture, ShortcutCapturer } from '../hardware.js';
import { HeldShortcut } from './held-shortcut.js';
import type { KeyEvent } from './key-event.js';
import type { KeyListener, KeyListening, KeySource } from './key-source.js';
import { ShortcutRecorder } from './shortcut-recorder.js';

/** Captures shortcuts from a key source; each capture listens separately. */
export class KeyShortcutCapturer implements ShortcutCapturer {
  readonly #running = new Set<RunningCapture>();
  readonly #watching = new Set<KeyListening>();
  #isStopped = false;

  constructor(
    private readonly keys: KeySource,
    private readonly log: Logger,
  ) {}

  async start(changed?: (shortcut: Shortcut) => void): Promise<ShortcutCapture> {
    const capture = new RunningCapture(this.log, () => this.#running.delete(capture));
    if (changed !== undefined) capture.on('change', changed);
    await capture.begin(this.keys);
    // A stop meanwhile did not know it: nothing may read keys after that.
    if (this.#isStopped) await capture.stop();
    else this.#running.add(capture);
    return capture;
  }

  async watch(
    shortcut: Shortcut,
    listener: (isHeld: boolean) => void,
    lost?: LostKeys,
  ): Promise<() => Promise<void>> {
    const listening = await this.keys.listen(new HeldShortcut(shortcut, listener, lost));
    if (this.#isStopped) await listening.stop();
    else this.#watching.add(listening);
    return async () => {
      if (this.#watching.delete(listening)) await listening.stop();
    };
  }

  /** Ends all captures. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#running, ...this.#watching].map((each) => each.stop()));
  }
}

class RunningCapture implements ShortcutCapture, KeyListener {
  readonly #completed = new Deferred<Shortcut>();
  readonly #recorder = new ShortcutRecorder();
  readonly #events: Emitter<{ change: Shortcut }>;
  #listening: KeyListening | null = null;
  #stopping: Promise<void> | null = null;

  constructor(
    log: Logger,
    private readonly ended: () => void,
  ) {
    this.#events = Emitter.logging(log, 'shortcut capture');
  }

  get completed(): Promise<Shortcut> {
    return this.#completed.promise;
  }

  get hasKeys(): boolean {
    return this.#listening?.hasKeys ?? false;
  }

  async begin(keys: KeySource): Promise<void> {
    this.#listening = await keys.listen(this);
  }

  on(name: 'change', listener: (shortcut: Shortcut) => void): Unsubscribe {
    return this.#events.on(name, listener);
  }

  event({ key, down, fromStart }: KeyEvent): void {
    if (this.#stopping !== null) return;
    if (fromStart === true) {
      this.#recorder.hold(key);
      return;
    }
    if (down) {
      const held = this.#recorder.press(key);
      if (held !== null) this.#events.emit('change', held);
      return;
    }
    this.#recorder.release(key);
    if (this.#recorder.completed !== null) this.#completed.resolve(this.#recorder.completed);
  }

  interrupted(): void {
    this.#recorder.reset();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    this.#completed.resolve(this.#recorder.captured);
    this.ended();
    await this.#listening?.stop();
  }
}
