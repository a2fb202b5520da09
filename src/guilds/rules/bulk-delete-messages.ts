import { compareSnowflakes, firstSnowflake, type Snowflake } from '../../protocol/snowflake.js';
import { messageDeletions } from '../audit-log/actions.js';
import { deleteMessages } from '../deleted-messages.js';
import type { Decision } from '../events.js';
import { Refusal } from '../refusal.js';
import { channelRule } from '../rule.js';

const FOURTEEN_DAYS = 14 * 86_400_000;

/** The ids in a bulk deletion, and the messages that exist. */
export interface BulkDeletion {
  /** the ids in the request, all of which are counted */
  readonly ids: readonly Snowflake[];
  /** existing ones */
  readonly messages: readonly { readonly id: Snowflake; readonly authorId: Snowflake }[];
  /** the newest remaining message of the channel; null: none */
  readonly newestLeft: Snowflake | null;
}

/**
 * Deletes several messages of a channel at once (docs/rest.md, Bulk delete messages).
 *
 * @throws {Refusal} BAD_BULK_DELETE_COUNT for fewer than 2 different ids, MESSAGES_TOO_OLD for one older than 14 days
 */
export const bulkDeleteMessages = channelRule({
  permission: 'MANAGE_MESSAGES',
  decide({ guild, channel, actor, now }, { ids, messages, newestLeft }: BulkDeletion): Decision<null> {
    if (new Set(ids).size < 2) throw new Refusal('BAD_BULK_DELETE_COUNT');
    const oldest = firstSnowflake(now - FOURTEEN_DAYS);
    if (ids.some((id) => compareSnowflakes(id, oldest) < 0)) throw new Refusal('MESSAGES_TOO_OLD');
    const found = messages.map(({ id }) => id);
    const { changes, events } = deleteMessages(guild, [{ channelId: channel.id, ids: found, newestLeft }], {
      bulk: true,
    });
    const authors = new Map<Snowflake, number>();
    for (const { authorId } of messages) authors.set(authorId, (authors.get(authorId) ?? 0) + 1);
    return {
      result: null,
      changes,
      events,
      audit: messageDeletions(actor, channel.id, authors),
    };
  },
});
