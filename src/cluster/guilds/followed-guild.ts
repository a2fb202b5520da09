import type { UserDirectory } from '../../api/accounts/user-directory.js';
import { applyChanges } from '../../guilds/changes.js';
import type { GuildEvent } from '../../guilds/events.js';
import type { GuildState } from '../../guilds/state.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildEntry } from '../../store/cluster.js';
import { type DecodedEntry, decodeEntry } from './entry-codec.js';

export interface FollowedGuildOptions {
  readonly guild: GuildState;
  /** the number of the entry that the copy was loaded with */
  readonly sequence: number;
  readonly users: Pick<UserDirectory, 'has' | 'loadAll'>;
  readonly log: Logger;
  /** called after the changes of an entry were applied */
  readonly changed: (guild: GuildState, events: readonly GuildEvent[]) => void;
  /** called at most once, when the copy cannot be continued: it has to be loaded again */
  readonly broken: () => void;
}

/** A copy of a guild on a node with sessions, which its entries keep up to date. It contains only what is stored. */
export class FollowedGuild {
  readonly #waiting: (DecodedEntry & { readonly sequence: number })[] = [];
  #reached: { readonly sequence: number; readonly resolve: () => void }[] = [];
  #applied: number;
  #isApplying = false;
  #isStopped = false;

  constructor(private readonly options: FollowedGuildOptions) {
    this.#applied = options.sequence;
  }

  /** The number of the newest entry that was applied. */
  get applied(): number {
    return this.#applied;
  }

  /** Waits until an entry was applied, or nothing more is applied. */
  async untilApplied(sequence: number): Promise<void> {
    if (this.#isStopped || this.#applied >= sequence) return;
    await new Promise<void>((resolve) => this.#reached.push({ sequence, resolve }));
  }

  get guild(): GuildState {
    return this.options.guild;
  }

  /** Applies the next entry, at once if the users in it are known. */
  deliver({ guildId, sequence, text }: GuildEntry): void {
    if (this.#isStopped) return;
    const entry = decodeEntry(text);
    if (entry === null) {
      this.options.log.error({ guild: guildId, sequence }, 'failed to read an entry of a guild');
      this.#break();
      return;
    }
    this.#waiting.push({ ...entry, sequence });
    if (!this.#isApplying) void this.#applyWaiting();
  }

  /** Nothing more is applied. */
  stop(): void {
    this.#isStopped = true;
    this.#waiting.length = 0;
    for (const { resolve } of this.#reached.splice(0)) resolve();
  }

  async #applyWaiting(): Promise<void> {
    const { guild, log } = this.options;
    this.#isApplying = true;
    try {
      for (let entry = this.#waiting.shift(); entry !== undefined; entry = this.#waiting.shift()) {
        const missing = usersOf(entry).filter((id) => !this.options.users.has(id));
        if (missing.length > 0) await this.options.users.loadAll(missing);
        if (this.#isStopped) return;
        applyChanges(guild, entry.changes);
        this.options.changed(guild, entry.events);
        this.#appliedUntil(entry.sequence);
      }
    } catch (error) {
      log.error({ err: error, guild: guild.id }, 'failed to apply an entry of a guild');
      this.#break();
    }
    this.#isApplying = false;
  }

  #appliedUntil(sequence: number): void {
    this.#applied = sequence;
    if (this.#reached.length === 0) return;
    const reached = this.#reached;
    this.#reached = reached.filter((each) => each.sequence > sequence);
    for (const each of reached) if (each.sequence <= sequence) each.resolve();
  }

  #break(): void {
    if (this.#isStopped) return;
    this.stop();
    this.options.broken();
  }
}

/** The users that an entry adds to a guild. */
function usersOf({ changes }: DecodedEntry): Snowflake[] {
  return changes.flatMap((change) => {
    if (change.kind === 'member') return change.member.userId;
    if (change.kind === 'integration') return change.integration.userId;
    return change.kind === 'invite' ? (change.invite.inviterId ?? []) : [];
  });
}
