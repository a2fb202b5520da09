import type { GuildChange } from '../../guilds/changes.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { CommitListener } from '../commit.js';
import type { GuildCondition, GuildSave, GuildStore, TemporaryMembership } from '../guilds.js';
import type { StoredGuild } from '../stored-guild.js';
import { absent, atMost, type Condition, present, type VoiceChange } from './conditions.js';
import { loadGuild } from './load-guild.js';
import type { Reader, SqlValue } from './reader.js';
import type { Writer } from './writer.js';
import { writesOf } from './writes-of-changes.js';

const OF_USER = 'FROM members WHERE user_id = ?';
const OF_APPLICATION = 'FROM guilds WHERE application_id = ?';
const OF_USERS = `FROM temporary_members WHERE (guild_id, user_id) IN (SELECT guild_id, user_id FROM members
  WHERE user_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)))`;
const AFTER = 'FROM temporary_members WHERE (guild_id, user_id) > (?, ?) ORDER BY guild_id, user_id LIMIT ?';
const CHANNELS_OF_APPLICATION = 'FROM channels WHERE application_id = ? AND guild_id IS NOT NULL';

/** Guilds in the table `guilds` and those that refer to it. */
export class SqlGuildStore implements GuildStore {
  constructor(
    private readonly reader: Reader,
    private readonly writer: Writer,
  ) {}

  load(id: Snowflake): Promise<StoredGuild | null> {
    return loadGuild(this.reader, id);
  }

  idsOfUser(userId: Snowflake): Promise<Snowflake[]> {
    return this.reader.ids('guild_id', 'FROM members WHERE user_id = ? ORDER BY guild_id', userId);
  }

  async idOfChannel(channelId: Snowflake): Promise<Snowflake | null> {
    const source = 'FROM channels WHERE id = ? AND guild_id IS NOT NULL';
    return (await this.reader.ids('guild_id', source, channelId))[0] ?? null;
  }

  async idOfInvite(code: string): Promise<Snowflake | null> {
    return (await this.reader.ids('guild_id', 'FROM invites WHERE code = ?', code))[0] ?? null;
  }

  idsWithIntegrations(): Promise<Snowflake[]> {
    const source =
      'FROM (SELECT DISTINCT guild_id FROM integrations WHERE enabled = 1) AS found ORDER BY guild_id';
    return this.reader.ids('guild_id', source);
  }

  countOfUser(userId: Snowflake): Promise<number> {
    return this.reader.count(`SELECT COUNT(*) AS count ${OF_USER}`, userId);
  }

  countOfApplication(applicationId: Snowflake): Promise<number> {
    return this.reader.count(`SELECT COUNT(*) AS count ${OF_APPLICATION}`, applicationId);
  }

  channelCountOfApplication(applicationId: Snowflake): Promise<number> {
    return this.reader.count(`SELECT COUNT(*) AS count ${CHANNELS_OF_APPLICATION}`, applicationId);
  }

  temporaryMemberships(userIds: readonly Snowflake[]): Promise<TemporaryMembership[]> {
    return this.#temporary(OF_USERS, JSON.stringify(userIds));
  }

  someTemporaryMemberships(last: TemporaryMembership | null, limit: number): Promise<TemporaryMembership[]> {
    return this.#temporary(AFTER, last?.guildId ?? '0', last?.userId ?? '0', limit);
  }

  create(save: Omit<GuildSave, 'expectedVersion'>, listener?: CommitListener): Promise<void> {
    return this.#commit(save, null, listener);
  }

  save(save: GuildSave, listener?: CommitListener): Promise<void> {
    return this.#commit(save, save.expectedVersion, listener);
  }

  #temporary(source: string, ...values: SqlValue[]): Promise<TemporaryMembership[]> {
    return this.reader.rows('temporary_members', source, ...values);
  }

  #commit(
    { guild, changes, conditions = [], fence }: Omit<GuildSave, 'expectedVersion'>,
    expected: number | null,
    listener: CommitListener | undefined,
  ): Promise<void> {
    const isGone = changes.some(({ kind }) => kind === 'guild-removed');
    const subject = { id: guild.id, version: { expected, next: isGone ? null : guild.version } };
    const requirements = {
      subject,
      ...(conditions.length > 0 && { conditions: conditions.map((one) => toSql(one, guild.id)) }),
    };
    const fenced =
      fence === undefined
        ? requirements
        : Object.assign({ fence, voice: changes.filter(isOfVoice) }, requirements);
    return this.writer.commit(writesOf(guild, changes), listener, fenced);
  }
}

function isOfVoice(change: GuildChange): change is VoiceChange {
  return change.kind === 'voice-state' || change.kind === 'voice-state-removed';
}

function toSql(condition: GuildCondition, guildId: Snowflake): Condition {
  switch (condition.conflict) {
    case 'guildsOfUser':
      return atMost(condition.atMost, condition.conflict, OF_USER, condition.userId);
    case 'guildsOfApplication':
      return atMost(condition.atMost, condition.conflict, OF_APPLICATION, condition.applicationId);
    case 'channelsOfApplication':
      return atMost(condition.atMost, condition.conflict, CHANNELS_OF_APPLICATION, condition.applicationId);
    case 'gone':
      return present(condition.conflict, 'FROM applications WHERE id = ?', condition.applicationId);
    case 'taken':
      return absent(
        condition.conflict,
        'FROM invites WHERE code = ? AND guild_id <> ?',
        condition.inviteCode,
        guildId,
      );
  }
}
