import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildChange } from './changes.js';
import type { Effects, GuildEvent } from './events.js';
import type { GuildState } from './state.js';

/** Messages of one channel that are deleted together. */
export interface MessagesOfChannel {
  readonly channelId: Snowflake;
  readonly ids: readonly Snowflake[];
  /** the newest remaining message of the channel; null: none */
  readonly newestLeft: Snowflake | null;
}

/** Up to this many messages fire MESSAGE_DELETE each; more fire MESSAGE_DELETE_BULK with at most this many ids. */
const BULK_SIZE = 100;

/**
 * Deletes messages of any number of channels (docs/gateway.md, Deleted messages).
 *
 * @param bulk sends MESSAGE_DELETE_BULK even for few messages
 */
export function deleteMessages(
  guild: GuildState,
  channels: readonly MessagesOfChannel[],
  { bulk = false }: { readonly bulk?: boolean } = {},
): Effects {
  const changes: GuildChange[] = [];
  const events: GuildEvent[] = [];
  for (const { channelId, ids, newestLeft } of channels) {
    if (ids.length === 0) continue;
    changes.push({ kind: 'messages-removed', ids });
    // A message may have been created after the caller read the store.
    const last = guild.channels.get(channelId)?.lastMessageId;
    if (last && ids.includes(last)) changes.push({ kind: 'last-message', channelId, messageId: newestLeft });
    events.push(...deletionEvents(channelId, ids, bulk));
  }
  return { changes, events };
}

function deletionEvents(channelId: Snowflake, ids: readonly Snowflake[], bulk: boolean): GuildEvent[] {
  if (!bulk && ids.length <= BULK_SIZE) {
    return ids.map((messageId) => ({ type: 'messageDeleted', channelId, messageId }));
  }
  const events: GuildEvent[] = [];
  for (let start = 0; start < ids.length; start += BULK_SIZE) {
    const messageIds = ids.slice(start, start + BULK_SIZE);
    events.push({ type: 'messagesDeleted', channelId, messageIds });
  }
  return events;
}
