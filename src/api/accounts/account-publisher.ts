import { waitAtMost } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildStore } from '../../store/guilds.js';

/** In how many guilds of one user a change is published at a time: a bot may be in thousands. */
const GUILDS_AT_A_TIME = 4;
/** How long a change waits for its publication, in milliseconds: other nodes may own the guilds, and not answer. */
const WAIT_MS = 1000;
/** How long publications in progress are waited for when the service stops, in milliseconds. */
const STOP_WITHIN_MS = 500;

export interface AccountPublisherOptions {
  readonly guildStore: Pick<GuildStore, 'idsOfUser'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
  /** Publishes the account in one guild, which another node may own. */
  publish(guildId: Snowflake, userId: Snowflake): unknown;
}

/** A user's publication in progress. */
interface Run {
  readonly ended: Promise<void>;
  /** the one after it, with all changes since it began; null: there were none */
  next: Promise<void> | null;
}

/**
 * Publishes changed accounts to the guilds of their users, whose members see name and avatar. Changes during a publication
 * share the next one. The changes are stored already: what cannot be published is logged, and does not undo them.
 */
export class AccountPublisher implements Component {
  readonly #runs = new Map<Snowflake, Run>();
  #isStopped = false;

  constructor(private readonly options: AccountPublisherOptions) {}

  /** Resolves once the account is published as it is now, or after a second. */
  publish(userId: Snowflake): Promise<void> {
    return waitAtMost(this.options.clock, WAIT_MS, this.#published(userId));
  }

  /** Publishes to no further guild after a short time: nodes that do not answer would use up that of the whole shutdown. */
  async stop(): Promise<void> {
    const { clock, log } = this.options;
    await waitAtMost(clock, STOP_WITHIN_MS, this.#untilIdle());
    this.#isStopped = true;
    const users = this.#runs.size;
    if (users > 0) log.warn({ users }, 'stopped before all changes of accounts were published');
  }

  /** Waits until no publication is in progress, or it is stopped. */
  async #untilIdle(): Promise<void> {
    while (this.#runs.size > 0 && !this.#isStopped) {
      await Promise.all([...this.#runs.values()].map(({ ended, next }) => next ?? ended));
    }
  }

  #published(userId: Snowflake): Promise<void> {
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

  /** Never rejects. */
  async #publishToAll(userId: Snowflake): Promise<void> {
    if (this.#isStopped) return;
    const { guildStore, log, publish } = this.options;
    let failures = 0;
    let lastError: unknown;
    const attempt = async <T>(run: () => Promise<T> | T): Promise<T | undefined> => {
      try {
        return await run();
      } catch (error) {
        failures += 1;
        lastError = error;
        return undefined;
      }
    };
    const waiting = ((await attempt(() => guildStore.idsOfUser(userId))) ?? []).values();
    const publishSome = async () => {
      for (const guildId of waiting) {
        if (this.#isStopped) return;
        await attempt(() => publish(guildId, userId));
      }
    };
    await Promise.all(Array.from({ length: GUILDS_AT_A_TIME }, publishSome));
    if (failures > 0)
      log.warn({ err: lastError, user: userId, failures }, 'failed to publish the change of an account');
  }
}
