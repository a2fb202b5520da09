import type { Message } from '../protocol/objects/message.js';
import { PERMISSIONS } from '../protocol/permissions.js';
import { Refusal } from './refusal.js';

/**
 * Checks that a message has content, and that its author may send each kind of it.
 *
 * @param permissions of the author in the channel, as bits of `PERMISSIONS`
 * @throws {Refusal} EMPTY_MESSAGE, or MISSING_PERMISSIONS for embeds without EMBED_LINKS
 */
export function requireMessageContent(
  { content, embeds }: Pick<Message, 'content' | 'embeds'>,
  permissions: number,
): void {
  if (content === '' && embeds.length === 0) throw new Refusal('EMPTY_MESSAGE');
  if (embeds.length > 0 && !(permissions & PERMISSIONS.EMBED_LINKS)) throw new Refusal('MISSING_PERMISSIONS');
}
