import type {
  PrivateChannelDecision,
  PrivateChannelEvent,
  PrivateChannelEventType,
} from '../../guilds/private-channels/decision.js';
import {
  PRIVATE_CHANNEL_LIMITS,
  type PrivateChannel,
} from '../../guilds/private-channels/private-channel.js';
import { Refusal } from '../../guilds/refusal.js';
import { FairTurns } from '../../net/fair-turns.js';
import { KeyedLock } from '../../platform/async/keyed-lock.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { ConflictError, StoreError } from '../../store/errors.js';
import { retryOnConflict } from '../../store/retry-on-conflict.js';
import type { Store } from '../../store/store.js';
import type { UserDirectory } from '../accounts/user-directory.js';
import type { EventPublisher } from '../core/event-bus.js';
import { type Attempts, UncommittedChanges } from '../core/uncommitted-changes.js';

/** Waits until events have reached the sessions of other processes. */
export interface EventsPassed {
  eventsPassed(): Promise<void>;
}

/** Events that contain the channel, which differs between its users. */
const PERSONAL_EVENTS: ReadonlySet<PrivateChannelEventType> = new Set([
  'channelCreated',
  'channelUpdated',
  'channelDeleted',
]);

/** How many groups new recipients of a group may be in before. */
const GROUPS_BEFORE = {
  creator: PRIVATE_CHANNEL_LIMITS.GROUPS_OF_CREATOR - 1,
  added: PRIVATE_CHANNEL_LIMITS.GROUPS_OF_ADDED - 1,
};

/** How many lists of private channels are read from a shared store at once: each of a user's is all of their channels. */
const LISTS = 4;

/**
 * The private channels in memory. As for guilds, changes are decided on the channel in memory, stored, and published
 * after the commit. A failed commit drops the channel, and the next request loads it again.
 *
 * Where several nodes share the store, none keeps a channel: each use reads it, and a change is stored only if the
 * channel is still as it was read (docs/adr/0049-state-of-all-nodes.md). A change ends after its events have passed the bus.
 */
export class PrivateChannelRegistry {
  readonly #channels = new Map<Snowflake, PrivateChannel>();
  readonly #loading = new Map<Snowflake, Promise<void>>();
  /** deleted, but still in the store: they must not be loaded again */
  readonly #deleting = new Set<Snowflake>();
  /** where other nodes change channels, too: those of this node do not compete with each other, by channel */
  readonly #turns = new KeyedLock();
  readonly #lists = new FairTurns(LISTS);
  readonly #uncommitted = new UncommittedChanges((id) => this.find(id));

  constructor(
    private readonly store: Pick<Store, 'privateChannels' | 'assertRoom'>,
    private readonly users: UserDirectory,
    private readonly events: EventPublisher,
    /** of the bus to other nodes, which change channels, too; null: there are none */
    private readonly roundTrip: EventsPassed | null = null,
  ) {}

  get #isShared(): boolean {
    return this.roundTrip !== null;
  }

  /**
   * The channel, without a promise if it is in memory. It may contain changes that are not stored yet: what is sent to anybody comes
   * from `read`.
   */
  find(id: Snowflake): PrivateChannel | null | Promise<PrivateChannel | null> {
    if (this.#isShared) return this.#read([id]).then(([channel = null]) => channel);
    if (this.#deleting.has(id)) return null;
    return this.#channels.get(id) ?? this.#loadAll([id]).then(() => this.#channels.get(id) ?? null);
  }

  /**
   * Makes a reply from a channel, or null if there is none, and gives it when all changes that it may show are stored
   * (`UncommittedChanges.read`).
   *
   * @param make reads the channel before it awaits anything
   */
  read<Result>(
    id: Snowflake,
    make: (channel: PrivateChannel | null) => Result | Promise<Result>,
  ): Result | Promise<Result> {
    return this.#uncommitted.read(id, make);
  }

  /** The same for what changes the channel: only refusals wait (`UncommittedChanges.decide`). */
  decide<Result>(
    id: Snowflake,
    make: (channel: PrivateChannel | null) => Result | Promise<Result>,
    attempts?: Attempts,
  ): Result | Promise<Result> {
    return this.#uncommitted.decide(id, make, attempts);
  }

  /** Whether a channel is in memory. */
  isLoaded(id: Snowflake): boolean {
    return this.#channels.has(id);
  }

  /** The channels in a user's list, by age. */
  async openOf(userId: Snowflake): Promise<PrivateChannel[]> {
    const { privateChannels } = this.store;
    const channels = this.#isShared
      ? await this.#lists.run(userId, async () => this.#read(await privateChannels.openIdsOfUser(userId)))
      : await this.#findAll(await privateChannels.openIdsOfUser(userId));
    return channels.filter(({ recipients }) => recipients.get(userId)?.isOpen === true);
  }

  /**
   * Changes a channel.
   *
   * @param decide gets the current channel, or null if there is none; called again if the store refuses the change
   * @returns the result of the decision, after the commit
   * @throws {Refusal} TOO_MANY_GROUPS of a new recipient
   * @throws {CommitFailedError | StoreBusyError} if nothing was stored
   */
  async change<Result>(
    id: Snowflake,
    decide: (channel: PrivateChannel | null) => PrivateChannelDecision<Result>,
  ): Promise<Result> {
    const decideAndCommit = async () => {
      const read = await this.find(id);
      this.store.assertRoom(id);
      // Nothing is awaited between this and the commit, so the decision matches the state.
      const channel = this.#isShared ? read : (this.#channels.get(id) ?? null);
      let decision: PrivateChannelDecision<Result>;
      try {
        decision = decide(channel);
      } catch (error) {
        // Decided again if a change is refused that the refusal was decided on.
        if (!(error instanceof StoreError)) await this.#uncommitted.confirm(id);
        throw error;
      }
      await this.#commit(channel, decision);
      return decision;
    };
    const attempt = () => retryOnConflict(decideAndCommit);
    const { events, result } = await (this.#isShared ? this.#turns.run(id, attempt) : attempt());
    await this.#untilPublished(events);
    return result;
  }

  /**
   * Stores a new channel.
   *
   * @param groupsAtMost the maximum number of groups of the channel's application before this one; absent: unlimited
   * @throws {Refusal} TOO_MANY_GROUPS of a recipient
   * @throws {ConflictError} taken: the two users have a DM; groupsOfApplication; {CommitFailedError | StoreBusyError}
   */
  async create(
    decision: PrivateChannelDecision<PrivateChannel>,
    groupsAtMost?: number,
  ): Promise<PrivateChannel> {
    this.store.assertRoom();
    await this.users.loadAll(decision.result.recipients.keys());
    await this.#commit(null, decision, groupsAtMost);
    await this.#untilPublished(decision.events);
    return decision.result;
  }

  async #commit(
    before: PrivateChannel | null,
    { channel: after, changes, events }: PrivateChannelDecision<unknown>,
    groupsAtMost?: number,
  ): Promise<void> {
    const subject = after ?? before;
    if (subject === null) return;
    const { id } = subject;
    // The reply shows the channel nevertheless.
    if (before === after && changes.length === 0 && events.length === 0) return this.#uncommitted.confirm(id);
    if (!this.#isShared) this.#keep(id, after);
    const isSettled = () => void (after === null && this.#deleting.delete(id));
    const saving = this.store.privateChannels.save(
      {
        before,
        after,
        changes,
        groupsOfUsersAtMost: GROUPS_BEFORE,
        ...(groupsAtMost !== undefined && { groupsAtMost }),
        ...(this.#isShared && { isCompared: true }),
      },
      {
        committed: () => {
          isSettled();
          for (const event of events) this.#send(subject, event);
        },
        refused: () => {
          isSettled();
          this.#channels.delete(id);
        },
      },
    );
    if (!this.#isShared) this.#uncommitted.add(id, saving);
    await saving.catch((error: unknown) => {
      // Another attempt would fail, too.
      const isFull = error instanceof ConflictError && error.conflict === 'groupsOfUser';
      throw isFull ? new Refusal('TOO_MANY_GROUPS') : error;
    });
  }

  async #untilPublished(events: readonly PrivateChannelEvent[]): Promise<void> {
    if (events.length > 0) await this.roundTrip?.eventsPassed();
  }

  #keep(id: Snowflake, after: PrivateChannel | null): void {
    if (after === null) {
      this.#channels.delete(id);
      this.#deleting.add(id);
    } else this.#channels.set(id, after);
  }

  #send(channel: PrivateChannel, event: PrivateChannelEvent): void {
    const isPersonal = PERSONAL_EVENTS.has(event.type);
    for (const to of isPersonal ? event.to.map((userId) => [userId]) : [event.to]) {
      const [viewer = ''] = to;
      const viewed = { channel, viewer, users: this.users };
      this.events.privateEvent(to, event, viewed);
    }
  }

  /** Channels in memory, when all changes that they show are stored. */
  async #findAll(ids: readonly Snowflake[]): Promise<PrivateChannel[]> {
    await this.#loadAll(ids);
    const found = await Promise.all(ids.map((id) => this.read(id, (channel) => channel ?? [])));
    return found.flat();
  }

  /** Reads channels that are not in memory; concurrent reads of a channel are shared. */
  async #loadAll(ids: readonly Snowflake[]): Promise<void> {
    const missing = ids.filter((id) => !this.#channels.has(id) && !this.#loading.has(id));
    if (missing.length > 0) {
      const reading = this.#readIntoMemory(missing).finally(() => {
        for (const id of missing) this.#loading.delete(id);
      });
      for (const id of missing) this.#loading.set(id, reading);
    }
    await Promise.all(ids.flatMap((id) => this.#loading.get(id) ?? []));
  }

  /** Reads channels and the accounts of their users. */
  async #read(ids: readonly Snowflake[]): Promise<PrivateChannel[]> {
    const channels = await this.store.privateChannels.byIds(ids);
    await this.users.loadAll(channels.flatMap(({ recipients }) => [...recipients.keys()]));
    return channels;
  }

  async #readIntoMemory(ids: readonly Snowflake[]): Promise<void> {
    for (const channel of await this.#read(ids))
      if (!this.#deleting.has(channel.id)) this.#channels.set(channel.id, channel);
  }
}
