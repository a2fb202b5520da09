import { PERMISSIONS } from '../protocol/permissions.js';
import type { Message } from './message.js';
import { Refusal } from './refusal.js';

/**
 * Checks that a message has content that its author may send.
 *
 * @param permissions of the author in the channel, as bits of `PERMISSIONS`
 * @throws {Refusal} EMPTY_MESSAGE, or MISSING_PERMISSIONS for embeds without EMBED_LINKS and files without ATTACH_FILES
 */
export function requireMessageContent(
  { content, embeds, attachments }: Pick<Message, 'content' | 'embeds' | 'attachments'>,
  permissions: number,
): void {
  if (content === '' && embeds.length + attachments.length === 0) throw new Refusal('EMPTY_MESSAGE');
  const needed =
    (embeds.length > 0 ? PERMISSIONS.EMBED_LINKS : 0) |
    (attachments.length > 0 ? PERMISSIONS.ATTACH_FILES : 0);
  if ((permissions & needed) !== needed) throw new Refusal('MISSING_PERMISSIONS');
}
