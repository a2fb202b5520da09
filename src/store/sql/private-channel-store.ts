import { dmKey, type PrivateChannel, type Recipient } from '../../guilds/private-channels/private-channel.js';
import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { CommitListener } from '../commit.js';
import type { GroupsOfUsersAtMost, PrivateChannelSave, PrivateChannelStore } from '../private-channels.js';
import { absent, atMost, type Condition, type Subject, unchanged } from './conditions.js';
import type { Reader } from './reader.js';
import type { RecordOf, RowOf } from './tables.js';
import type { Writer } from './writer.js';
import { put, remove, type Write } from './writes.js';
import { writesOfImage, writesOfMessages } from './writes-of-changes.js';

const IS_ONE = 'IN (SELECT CAST(value AS BIGINT) FROM json_each(?))';
const OF_APPLICATION = 'FROM channels WHERE application_id = ? AND guild_id IS NULL';
/** DMs have a key. */
const GROUPS_OF_USER = `FROM private_channel_recipients WHERE user_id = ?
    AND (SELECT dm_key FROM private_channels WHERE id = channel_id) IS NULL`;
const OF_DM = 'FROM private_channels WHERE dm_key = ?';
const LAST_MESSAGES = `SELECT CAST(id AS TEXT) AS channel, CAST(last AS TEXT) AS message FROM (
    SELECT id, (SELECT MAX(messages.id) FROM messages WHERE channel_id = private_channels.id) AS last
    FROM private_channels WHERE id ${IS_ONE}) AS found WHERE last IS NOT NULL`;

/** DMs and groups in the tables `channels`, `private_channels` and `private_channel_recipients`. */
export class SqlPrivateChannelStore implements PrivateChannelStore {
  constructor(
    private readonly reader: Reader,
    private readonly writer: Writer,
  ) {}

  async byIds(ids: readonly Snowflake[]): Promise<PrivateChannel[]> {
    const { reader } = this;
    const list = JSON.stringify(ids);
    const [channels, details, recipients, lastMessages] = await Promise.all([
      reader.rows('channels', `FROM channels WHERE guild_id IS NULL AND id ${IS_ONE} ORDER BY id`, list),
      reader.rows('private_channels', `FROM private_channels WHERE id ${IS_ONE}`, list),
      reader.rows(
        'private_channel_recipients',
        `FROM private_channel_recipients WHERE channel_id ${IS_ONE} ORDER BY user_id`,
        list,
      ),
      reader.all<{ channel: Snowflake; message: Snowflake }>(LAST_MESSAGES, list),
    ]);
    return channelsFromRows({
      channels,
      details,
      recipients,
      lastMessages: new Map(lastMessages.map(({ channel, message }) => [channel, message])),
    });
  }

  async idOfDm(key: string): Promise<Snowflake | null> {
    return (await this.reader.ids('id', OF_DM, key))[0] ?? null;
  }

  openIdsOfUser(userId: Snowflake): Promise<Snowflake[]> {
    const source = 'FROM private_channel_recipients WHERE user_id = ? AND is_open = 1 ORDER BY channel_id';
    return this.reader.ids('channel_id', source, userId);
  }

  countOfApplication(applicationId: Snowflake): Promise<number> {
    return this.reader.count(`SELECT COUNT(*) AS count ${OF_APPLICATION}`, applicationId);
  }

  countGroupsOfUser(userId: Snowflake): Promise<number> {
    return this.reader.count(`SELECT COUNT(*) AS count ${GROUPS_OF_USER}`, userId);
  }

  async sharingGuild(userId: Snowflake, others: readonly Snowflake[]): Promise<ReadonlySet<Snowflake>> {
    const ids = await this.reader.ids(
      'user_id',
      `FROM (SELECT DISTINCT theirs.user_id FROM members AS own
         JOIN members AS theirs ON theirs.guild_id = own.guild_id
         WHERE own.user_id = CAST(?1 AS BIGINT)
           AND theirs.user_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?2))) AS found`,
      userId,
      JSON.stringify(others),
    );
    return new Set(ids);
  }

  async save(
    { before, after, changes, groupsAtMost, groupsOfUsersAtMost, isCompared = false }: PrivateChannelSave,
    listener?: CommitListener,
  ): Promise<void> {
    const channel = after ?? before;
    if (channel === null) return;
    const { id } = channel;
    const writes = [
      ...writesOfChannel(before, after),
      ...changes.flatMap((change) =>
        change.kind === 'image' || change.kind === 'image-removed'
          ? writesOfImage(id, change)
          : writesOfMessages(change),
      ),
    ];
    const version = { expected: before === null ? null : 1, next: after === null ? null : 1 };
    const subject: Subject = { id, version, conflict: 'gone' };
    const conditions = [
      ...(before === null ? conditionsOfNew(channel, groupsAtMost) : []),
      ...(before !== null && isCompared ? conditionsOfEqual(before) : []),
      ...conditionsOfJoining(before, after, groupsOfUsersAtMost),
    ];
    await this.writer.commit(writes, listener, { subject, ...(conditions.length > 0 && { conditions }) });
  }
}

function conditionsOfNew(channel: PrivateChannel, groupsAtMost: number | undefined): Condition[] {
  const key = dmKeyOf(channel);
  const { applicationId } = channel;
  return [
    ...(key === null ? [] : [absent('taken', OF_DM, key)]),
    ...(groupsAtMost === undefined || applicationId === null
      ? []
      : [atMost(groupsAtMost, 'groupsOfApplication', OF_APPLICATION, applicationId)]),
  ];
}

function conditionsOfJoining(
  before: PrivateChannel | null,
  after: PrivateChannel | null,
  groupsAtMost: GroupsOfUsersAtMost | undefined,
): Condition[] {
  if (after === null || groupsAtMost === undefined || dmKeyOf(after) !== null) return [];
  const joining = [...after.recipients.keys()].filter((id) => before?.recipients.has(id) !== true);
  const creatorId = before === null ? after.ownerId : null;
  return joining.map((id) => {
    const most = id === creatorId ? groupsAtMost.creator : groupsAtMost.added;
    return atMost(most, 'groupsOfUser', GROUPS_OF_USER, id);
  });
}

/** The stored channel and its recipients are as they were read. */
function conditionsOfEqual(channel: PrivateChannel): Condition[] {
  const { id, recipients } = channel;
  return [
    unchanged('channels', channelRow(channel)),
    unchanged('private_channels', { ...channel, dmKey: dmKeyOf(channel) }),
    ...[...recipients.values()].map((recipient) =>
      unchanged('private_channel_recipients', { ...recipient, channelId: id }),
    ),
    atMost(recipients.size, 'changed', 'FROM private_channel_recipients WHERE channel_id = ?', id),
  ];
}

/** All rows of some private channels, except their messages. */
interface PrivateChannelRows {
  readonly channels: readonly RecordOf<'channels'>[];
  readonly details: readonly RowOf<'private_channels'>[];
  readonly recipients: readonly RowOf<'private_channel_recipients'>[];
  /** by channel, for those that have messages */
  readonly lastMessages: ReadonlyMap<Snowflake, Snowflake>;
}

/** Converts rows to private channels with their users. */
function channelsFromRows(stored: PrivateChannelRows): PrivateChannel[] {
  const details = new Map(stored.details.map((row) => [row.id, row]));
  const recipients = new Map<Snowflake, Map<Snowflake, Recipient>>();
  for (const { channelId, userId, nick, isOpen } of stored.recipients) {
    const ofChannel = recipients.get(channelId) ?? new Map<Snowflake, Recipient>();
    recipients.set(channelId, ofChannel.set(userId, { userId, nick, isOpen }));
  }
  return stored.channels.map((row) => ({
    id: row.id,
    type: row.type === CHANNEL_TYPES.DM ? CHANNEL_TYPES.DM : CHANNEL_TYPES.GROUP_DM,
    name: row.name === '' ? null : row.name,
    icon: details.get(row.id)?.icon ?? null,
    ownerId: details.get(row.id)?.ownerId ?? null,
    applicationId: row.applicationId,
    recipients: recipients.get(row.id) ?? new Map(),
    lastMessageId: stored.lastMessages.get(row.id) ?? null,
    lastPinAt: row.lastPinAt,
  }));
}

/**
 * The writes of a private channel; its messages are stored separately.
 *
 * @param before null if it is new
 * @param after null if it is deleted, with all its contents
 */
export function writesOfChannel(before: PrivateChannel | null, after: PrivateChannel | null): Write[] {
  if (after === null) return before === null ? [] : [remove('channels', { id: before.id })];
  const writes: Write[] = [];
  if (before === null || STORED_FIELDS.some((field) => before[field] !== after[field])) {
    writes.push(
      put('channels', channelRow(after)),
      put('private_channels', after, { dmKey: dmKeyOf(after) }),
    );
  }
  for (const recipient of after.recipients.values()) {
    if (before?.recipients.get(recipient.userId) !== recipient) {
      writes.push(put('private_channel_recipients', recipient, { channelId: after.id }));
    }
  }
  for (const userId of before?.recipients.keys() ?? []) {
    if (after.recipients.has(userId)) continue;
    writes.push(remove('private_channel_recipients', { channelId: after.id, userId }));
  }
  return writes;
}

/** Fields that have a column and may change; the last message is computed from the stored messages. */
const STORED_FIELDS = ['name', 'icon', 'ownerId', 'lastPinAt'] as const satisfies (keyof PrivateChannel)[];

/** The row of a private channel in `channels`. */
function channelRow({ id, type, name, applicationId, lastPinAt }: PrivateChannel): RowOf<'channels'> {
  return {
    id,
    guildId: null,
    applicationId,
    type,
    name: name ?? '',
    topic: null,
    position: 0,
    nsfw: false,
    bitrate: null,
    userLimit: null,
    parentId: null,
    permissionOverwrites: [],
    lastPinAt,
  };
}

/** The pair of users of a DM; null for a group. */
function dmKeyOf({ type, recipients }: PrivateChannel): string | null {
  return type === CHANNEL_TYPES.DM ? dmKey(recipients.keys()) : null;
}
