import { then } from '../../platform/then.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { ConflictError, StoreError } from '../../store/errors.js';

/** How often a reply is made for one request: each time, the changes that it was made from may be refused. */
const MOST_ATTEMPTS = 8;

/** A guild or private channel in memory, and a reply that is made from it. */
export interface MemoryReply<State, Result> {
  readonly id: Snowflake;
  /** Finds the state, again for each attempt. */
  load(): State | Promise<State>;
  /** Makes the reply. It reads the state before it awaits anything. */
  make(state: State): Result | Promise<Result>;
  /** `once`: it reads what cannot be read again, so that another attempt is left to the client */
  readonly attempts?: 'many' | 'once';
}

/**
 * The changes of guilds or private channels that are in memory and not stored yet (docs/architecture.md, How a change becomes
 * durable). Replies are made from memory at once, and sent when everything that they may show is stored: while others go on
 * changing a guild, a reply waits only for changes that were made before it.
 */
export class UncommittedChanges {
  /** by guild or private channel: resolves when the newest of its changes is stored, and with it all earlier ones */
  readonly #newest = new Map<Snowflake, Promise<void>>();

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
   * A reply to a request that changes nothing, also a refusal. If a change that it may show is refused, it is made again from
   * what is loaded then. Without a promise if nothing has to be waited for.
   *
   * @throws what `load` and `make` throw; {ConflictError} version: the changes were refused each time
   */
  read<State, Result>(reply: MemoryReply<State, Result>): Result | Promise<Result> {
    return this.#attempt(reply, true, 1);
  }

  /**
   * The same for a request that changes something: only refusals wait, because a change that succeeded is stored after those that
   * it was decided on.
   */
  decide<State, Result>(reply: MemoryReply<State, Result>): Result | Promise<Result> {
    return this.#attempt(reply, false, 1);
  }

  #attempt<State, Result>(
    reply: MemoryReply<State, Result>,
    isRead: boolean,
    attempt: number,
  ): Result | Promise<Result> {
    return then(reply.load(), (state) => {
      const saving = this.#newest.size === 0 ? undefined : this.#newest.get(reply.id);
      if (saving === undefined) return reply.make(state);
      const again = () => {
        if (attempt === MOST_ATTEMPTS || reply.attempts === 'once') throw new ConflictError('version');
        return this.#attempt(reply, isRead, attempt + 1);
      };
      const refuse = async (error: unknown) => {
        // Errors of the store say themselves that nothing was changed.
        if (error instanceof StoreError || (await isStoredBy(saving))) throw error;
        return again();
      };
      try {
        const made = reply.make(state);
        if (made instanceof Promise && !isRead) return made.catch(refuse);
        if (!isRead) return made;
        return Promise.resolve(made).then(
          async (result) => ((await isStoredBy(saving)) ? result : again()),
          refuse,
        );
      } catch (error) {
        return refuse(error);
      }
    });
  }
}

function isStoredBy(saving: Promise<void>): Promise<boolean> {
  return saving.then(
    () => true,
    () => false,
  );
}
