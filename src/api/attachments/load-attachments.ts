import type { MessageFile } from '../../guilds/attachments.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { StoredMessage } from '../../store/messages.js';
import type { Services } from '../services.js';
import { attachmentUrl } from './attachment-url.js';

/** The files of messages, by message; messages without files are not in it. */
export async function loadAttachments(
  messages: readonly Pick<StoredMessage, 'id' | 'channelId'>[],
  { store, cdnUrl }: Pick<Services, 'store' | 'cdnUrl'>,
): Promise<ReadonlyMap<Snowflake, MessageFile[]>> {
  const channels = new Map(messages.map(({ id, channelId }) => [id, channelId]));
  const found = new Map<Snowflake, MessageFile[]>();
  for (const stored of await store.attachments.ofMessages([...channels.keys()])) {
    const { id, messageId, filename, size, contentType, width, height, accessKey } = stored;
    const url = attachmentUrl(cdnUrl(), channels.get(messageId) ?? '', { id, filename, accessKey });
    const file: MessageFile = { id, filename, size, contentType, width, height, accessKey, url };
    found.set(messageId, [...(found.get(messageId) ?? []), file]);
  }
  return found;
}
