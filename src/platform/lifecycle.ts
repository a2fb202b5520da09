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

  constructor(private readonly log: Logger) {}

  /**
   * Starts components one after another.
   *
   * @param start adds each component to the lifecycle once it runs
   * @returns what `start` returns; if it throws, the components that run by then are stopped first
   */
  static async start<T>(log: Logger, start: (lifecycle: Lifecycle) => Promise<T>): Promise<T> {
    const lifecycle = new Lifecycle(log);
    try {
      return await start(lifecycle);
    } catch (error) {
      await lifecycle.stop();
      throw error;
    }
  }

  add<T extends Component>(name: string, component: T): T {
    this.#running.push({ name, component });
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
