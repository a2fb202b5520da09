import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildChange } from './changes.js';
import type { GuildEvent } from './events.js';
import type { GuildState } from './state.js';

/** Messages of one channel that are deleted together. */
export interface MessagesOfChannel {
  readonly channelId: Snowflake;
  readonly ids: readonly Snowflake[];
  /** the newest message of the channel that is not among them; null: none */
  readonly newestLeft: Snowflake | null;
}

/** Up to this many messages fire MESSAGE_DELETE each; more fire MESSAGE_DELETE_BULK, at most this many ids an event. */
const BULK_SIZE = 100;

/**
 * Deletes messages of any number of channels (docs/gateway.md, Deleted messages).
 *
 * @param bulk whether one MESSAGE_DELETE_BULK is sent however few messages there are
 */
export function deleteMessages(
  guild: GuildState,
  channels: readonly MessagesOfChannel[],
  { bulk = false }: { readonly bulk?: boolean } = {},
): { changes: GuildChange[]; events: GuildEvent[] } {
  const changes: GuildChange[] = [];
  const events: GuildEvent[] = [];
  for (const { channelId, ids, newestLeft } of channels) {
    if (ids.length === 0) continue;
    changes.push({ kind: 'messages-removed', ids });
    // A message may have been created since the caller read the store.
    const last = guild.channels.get(channelId)?.last_message_id;
    if (last && ids.includes(last)) changes.push({ kind: 'last-message', channelId, messageId: newestLeft });
    events.push(...deletionEvents(guild.id, channelId, ids, bulk));
  }
  return { changes, events };
}

function deletionEvents(
  guildId: Snowflake,
  channelId: Snowflake,
  ids: readonly Snowflake[],
  bulk: boolean,
): GuildEvent[] {
  const audience = { kind: 'channel', channelId } as const;
  const place = { channel_id: channelId, guild_id: guildId };
  if (!bulk && ids.length <= BULK_SIZE) {
    return ids.map((id) => ({ name: 'MESSAGE_DELETE', data: { id, ...place }, audience }));
  }
  const events: GuildEvent[] = [];
  for (let start = 0; start < ids.length; start += BULK_SIZE) {
    const data = { ids: ids.slice(start, start + BULK_SIZE), ...place };
    events.push({ name: 'MESSAGE_DELETE_BULK', data, audience });
  }
  return events;
}
