import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildStore } from '../../store/guilds.js';

/** In how many guilds of one user a change is published at a time: a bot may be in thousands. */
const GUILDS_AT_A_TIME = 4;

export interface AccountPublisherOptions {
  readonly guildStore: Pick<GuildStore, 'idsOfUser'>;
  readonly log: Logger;
  /** Publishes the account in one guild, which another node may own. */
  publish(guildId: Snowflake, userId: Snowflake): unknown;
}

/** A publication of a user that is under way. */
interface Run {
  readonly ended: Promise<void>;
  /** the one after it, with all changes since it began; null: there were none */
  next: Promise<void> | null;
}

/**
 * Publishes changed accounts to the guilds of their users, whose members see name and avatar. Changes during a publication
 * share the next one.
 */
export class AccountPublisher {
  readonly #runs = new Map<Snowflake, Run>();

  constructor(private readonly options: AccountPublisherOptions) {}

  /** Resolves once the account is published as it is now. */
  publish(userId: Snowflake): Promise<void> {
    const running = this.#runs.get(userId);
    if (running === undefined) return this.#begin(userId);
    running.next ??= running.ended.then(() => this.#begin(userId));
    return running.next;
  }

  #begin(userId: Snowflake): Promise<void> {
    const run: Run = { ended: this.#publishToAll(userId), next: null };
    this.#runs.set(userId, run);
    return run.ended.finally(() => {
      if (this.#runs.get(userId) === run && run.next === null) this.#runs.delete(userId);
    });
  }

  /** The change is stored already: a guild in which it cannot be published does not undo it. */
  async #publishToAll(userId: Snowflake): Promise<void> {
    const { guildStore, log } = this.options;
    const waiting = (await guildStore.idsOfUser(userId)).values();
    const publishSome = async () => {
      for (const guildId of waiting) {
        try {
          await this.options.publish(guildId, userId);
        } catch (error) {
          log.warn({ err: error, guild: guildId }, 'failed to publish the change of an account');
        }
      }
    };
    await Promise.all(Array.from({ length: GUILDS_AT_A_TIME }, publishSome));
  }
}
