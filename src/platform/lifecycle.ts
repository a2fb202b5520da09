import type { Logger } from './log.js';

/** A component that is started once and stopped once. */
export interface Component {
  /** Stops the component and releases its resources. Further calls have no effect. */
  stop(): Promise<void>;
}

/** Stops running components in the reverse order of their start. */
export class Lifecycle implements Component {
  readonly #running: { name: string; component: Component }[] = [];
  #stopping: Promise<void> | null = null;

  /** @param cancelled aborts the start: the next component that is added is stopped at once, like all before it */
  constructor(
    private readonly log: Logger,
    private readonly cancelled: AbortSignal | null = null,
  ) {}

  /**
   * Starts components one after another.
   *
   * @param start adds each component to the lifecycle once it runs
   * @param cancelled aborts the start
   * @returns what `start` returns; if it throws, the components that run by then are stopped first
   * @throws the signal's reason if the start was aborted
   */
  static async start<T>(
    log: Logger,
    start: (lifecycle: Lifecycle) => Promise<T>,
    cancelled: AbortSignal | null = null,
  ): Promise<T> {
    const lifecycle = new Lifecycle(log, cancelled);
    try {
      return await start(lifecycle);
    } catch (error) {
      await lifecycle.stop();
      throw error;
    }
  }

  /** @throws the signal's reason if the start was aborted; `stop` then stops this component, too */
  add<T extends Component>(name: string, component: T): T {
    this.#running.push({ name, component });
    this.cancelled?.throwIfAborted();
    return component;
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll(): Promise<void> {
    for (const { name, component } of this.#running.splice(0).reverse()) {
      try {
        await component.stop();
      } catch (error) {
        // A component that fails to stop must not keep the others from stopping.
        this.log.error({ err: error, component: name }, 'failed to stop component');
      }
    }
  }
}
