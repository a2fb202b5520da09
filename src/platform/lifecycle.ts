import type { Logger } from './log.js';

/** Something that is started once and stopped once. */
export interface Component {
  /** Stops it and waits until it has let go of everything. Calling it again does nothing. */
  stop(): Promise<void>;
}

/** Keeps running components and stops them in the reverse order of their start. */
export class Lifecycle implements Component {
  readonly #running: { name: string; component: Component }[] = [];
  #stopping: Promise<void> | null = null;

  constructor(private readonly log: Logger) {}

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
        // One that fails to stop must not keep the others from it.
        this.log.error({ err: error, component: name }, 'component did not stop cleanly');
      }
    }
  }
}
