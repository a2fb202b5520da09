import type { Snowflake } from '../../protocol/snowflake.js';
import { ConflictError, StoreError } from '../../store/errors.js';

/** How often a reply is made for one request: each time, the changes that it was made from may be refused. */
const MAX_ATTEMPTS = 8;

/** `once`: a reply reads what cannot be read again, so that another attempt is left to the client. */
export type Attempts = 'many' | 'once';

interface Reply<State, Result> {
  readonly id: Snowflake;
  readonly make: (state: State) => Result | Promise<Result>;
  readonly isRead: boolean;
  /** how many attempts remain after this one */
  readonly attempts: number;
}

/**
 * The changes of guilds or private channels that are in memory and not stored yet (docs/architecture.md, How a change becomes
 * durable). Replies are made from memory at once, and sent when everything that they may show is stored: while others continue
 * changing a guild, a reply waits only for changes that were made before it.
 */
export class UncommittedChanges<State> {
  /** by guild or private channel: resolves when the newest of its changes is stored, and with it all earlier ones */
  readonly #newest = new Map<Snowflake, Promise<void>>();

  /** @param load finds a guild or private channel, again for each attempt */
  constructor(private readonly load: (id: Snowflake) => State | Promise<State>) {}

  /** A change was applied in memory. @param saving settles after that of each change of the same guild or channel before it */
  add(id: Snowflake, saving: Promise<void>): void {
    this.#newest.set(id, saving);
    const ended = () => {
      if (this.#newest.get(id) === saving) this.#newest.delete(id);
    };
    void saving.then(ended, ended);
  }

  /** Whether all changes that are in memory now are stored. */
  isStored(id: Snowflake): boolean {
    return this.#newest.size === 0 || !this.#newest.has(id);
  }

  /** Waits until the changes that are in memory now are stored. @throws {ConflictError} version: one was refused */
  async confirm(id: Snowflake): Promise<void> {
    const saving = this.#newest.get(id);
    if (saving !== undefined && !(await isStoredBy(saving))) throw new ConflictError('version');
  }

  /**
   * A reply to a request that changes nothing, also a refusal. If a change that it may show is refused, it is made once more from
   * what is loaded then. Without a promise if nothing has to be waited for.
   *
   * @param make makes the reply; it reads the state before it awaits anything
   * @throws what `load` and `make` throw; {ConflictError} version: the changes were refused each time
   */
  read<Result>(id: Snowflake, make: (state: State) => Result | Promise<Result>): Result | Promise<Result> {
    return this.#attempt({ id, make, isRead: true, attempts: MAX_ATTEMPTS - 1 });
  }

  /**
   * The same for a request that changes something: only refusals wait, because a change that succeeded is stored after those that
   * it was decided on.
   */
  decide<Result>(
    id: Snowflake,
    make: (state: State) => Result | Promise<Result>,
    attempts: Attempts = 'many',
  ): Result | Promise<Result> {
    return this.#attempt({ id, make, isRead: false, attempts: attempts === 'once' ? 0 : MAX_ATTEMPTS - 1 });
  }

  #attempt<Result>(reply: Reply<State, Result>): Result | Promise<Result> {
    const state = this.load(reply.id);
    return state instanceof Promise
      ? state.then((loaded) => this.#make(reply, loaded))
      : this.#make(reply, state);
  }

  #make<Result>(reply: Reply<State, Result>, state: State): Result | Promise<Result> {
    const saving = this.#newest.size === 0 ? undefined : this.#newest.get(reply.id);
    return saving === undefined ? reply.make(state) : this.#makeWhenStored(reply, state, saving);
  }

  #makeWhenStored<Result>(
    reply: Reply<State, Result>,
    state: State,
    saving: Promise<void>,
  ): Result | Promise<Result> {
    const { attempts, isRead, make } = reply;
    const again = () => {
      if (attempts === 0) throw new ConflictError('version');
      return this.#attempt({ ...reply, attempts: attempts - 1 });
    };
    const refuse = async (error: unknown) => {
      // Errors of the store say themselves that nothing was changed.
      if (error instanceof StoreError || (await isStoredBy(saving))) throw error;
      return again();
    };
    try {
      const made = make(state);
      if (made instanceof Promise && !isRead) return made.catch(refuse);
      if (!isRead) return made;
      return Promise.resolve(made).then(
        async (result) => ((await isStoredBy(saving)) ? result : again()),
        refuse,
      );
    } catch (error) {
      return refuse(error);
    }
  }
}

function isStoredBy(saving: Promise<void>): Promise<boolean> {
  return saving.then(
    () => true,
    () => false,
  );
}
