import { compareSnowflakes, type Snowflake } from '#guildhall/protocol/snowflake.js';
import type { CommitListener } from '#guildhall/store/commit.js';
import type { GuildSave, GuildStore, TemporaryMembership } from '#guildhall/store/guilds.js';
import type { StoredGuild } from '#guildhall/store/stored-guild.js';
import type { CommitQueue } from './commit-queue.js';
import { changeGuild, emptyGuild, removeGuild } from './guild-changes.js';
import { findGuildConflict } from './guild-conditions.js';
import { byAge, type MemoryData, pick } from './memory-data.js';

/** Guilds in memory. */
export class MemoryGuilds implements GuildStore {
  constructor(
    private readonly data: MemoryData,
    private readonly queue: CommitQueue,
  ) {}

  async load(id: Snowflake): Promise<StoredGuild | null> {
    const stored = this.data.guilds.get(id);
    if (stored === undefined) return null;
    const invites = [...stored.invites.values()];
    const channels = byAge(stored.channels.values());
    const people = [
      ...stored.members.keys(),
      ...invites.flatMap(({ inviterId }) => inviterId ?? []),
      ...[...stored.integrations.values()].map(({ userId }) => userId),
    ];
    return {
      state: {
        ...stored,
        roles: new Map(byAge(stored.roles.values()).map((one) => [one.id, one])),
        channels: new Map(
          channels.map((one) => [one.id, { ...one, lastMessageId: this.#lastMessage(one.id) }]),
        ),
        members: inOrder(stored.members),
        bans: inOrder(stored.bans),
        voiceStates: new Map(),
        invites: new Map(
          invites
            .sort((a, b) => a.createdAt - b.createdAt || (a.code < b.code ? -1 : 1))
            .map((one) => [one.code, one]),
        ),
        integrations: inOrder(stored.integrations),
        subscribers: new Map(
          [...stored.subscribers].flatMap(([id, users]) => (users.size > 0 ? [[id, new Map(users)]] : [])),
        ),
        temporaryMembers: new Set(stored.temporaryMembers),
        emojis: inOrder(stored.emojis),
      },
      accounts: pick(this.data.accounts, people),
    };
  }

  async idsOfUser(userId: Snowflake): Promise<Snowflake[]> {
    return this.#ids(({ members }) => members.has(userId));
  }

  async idOfChannel(channelId: Snowflake): Promise<Snowflake | null> {
    return this.#ids(({ channels }) => channels.has(channelId))[0] ?? null;
  }

  async idOfInvite(code: string): Promise<Snowflake | null> {
    return this.#ids(({ invites }) => invites.has(code))[0] ?? null;
  }

  async idsWithIntegrations(): Promise<Snowflake[]> {
    return this.#ids(({ integrations }) => [...integrations.values()].some(({ enabled }) => enabled));
  }

  async temporaryMemberships(userIds: readonly Snowflake[]): Promise<TemporaryMembership[]> {
    return this.#temporary().filter(({ userId }) => userIds.includes(userId));
  }

  async someTemporaryMemberships(
    last: TemporaryMembership | null,
    limit: number,
  ): Promise<TemporaryMembership[]> {
    const isAfter = ({ guildId, userId }: TemporaryMembership) =>
      last === null ||
      (compareSnowflakes(guildId, last.guildId) || compareSnowflakes(userId, last.userId)) > 0;
    return this.#temporary().filter(isAfter).slice(0, limit);
  }

  async countOfUser(userId: Snowflake): Promise<number> {
    return this.#ids(({ members }) => members.has(userId)).length;
  }

  async countOfApplication(applicationId: Snowflake): Promise<number> {
    return this.#ids(({ settings }) => settings.applicationId === applicationId).length;
  }

  async channelCountOfApplication(applicationId: Snowflake): Promise<number> {
    const channels = [...this.data.guilds.values()].flatMap((guild) => [...guild.channels.values()]);
    return channels.filter((channel) => channel.applicationId === applicationId).length;
  }

  create(save: Omit<GuildSave, 'expectedVersion'>, listener?: CommitListener): Promise<void> {
    const { guilds } = this.data;
    return this.#submit(save, listener, (state) => guilds.set(state.id, state));
  }

  save(save: GuildSave, listener?: CommitListener): Promise<void> {
    return this.#submit(save, listener, null, save.expectedVersion);
  }

  #submit(
    { guild, changes, conditions = [] }: Omit<GuildSave, 'expectedVersion'>,
    listener: CommitListener | undefined,
    add: ((state: StoredGuild['state']) => void) | null,
    expectedVersion?: number,
  ): Promise<void> {
    const { data } = this;
    // The guild may have changed when its turn comes.
    const { id, version, settings } = guild;
    return this.queue.submit(
      {
        subject: id,
        check: () => {
          if (data.guilds.get(id)?.version !== expectedVersion) return 'version';
          return findGuildConflict(data, id, conditions);
        },
        apply: () => {
          add?.(emptyGuild(id, settings));
          const stored = data.guilds.get(id);
          if (stored === undefined) return;
          changeGuild(data, stored, changes);
          stored.version = version;
          if (changes.some(({ kind }) => kind === 'guild-removed')) removeGuild(data, stored);
        },
      },
      listener,
    );
  }

  #temporary(): TemporaryMembership[] {
    return byAge(this.data.guilds.values()).flatMap(({ id, temporaryMembers }) =>
      [...temporaryMembers].sort(compareSnowflakes).map((userId) => ({ guildId: id, userId })),
    );
  }

  #ids(isOne: (guild: StoredGuild['state']) => boolean): Snowflake[] {
    return byAge(this.data.guilds.values())
      .filter(isOne)
      .map(({ id }) => id);
  }

  #lastMessage(channelId: Snowflake): Snowflake | null {
    const messages = [...this.data.messages.values()].filter((message) => message.channelId === channelId);
    return byAge(messages).at(-1)?.id ?? null;
  }
}

/** A map by id in the order of the ids. */
function inOrder<Value>(map: ReadonlyMap<Snowflake, Value>): Map<Snowflake, Value> {
  return new Map([...map].sort(([a], [b]) => compareSnowflakes(a, b)));
}
