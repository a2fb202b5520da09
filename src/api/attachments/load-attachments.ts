import type { MessageFile } from '../../guilds/attachments.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { MessageRow } from '../../store/sqlite/rows.js';
import type { Services } from '../services.js';
import { attachmentUrl } from './attachment-url.js';

/** The files of messages, by message; messages without files are not in it. */
export async function loadAttachments(
  messages: readonly Pick<MessageRow, 'id' | 'channel_id'>[],
  { store, cdnUrl }: Pick<Services, 'store' | 'cdnUrl'>,
): Promise<ReadonlyMap<Snowflake, MessageFile[]>> {
  const channels = new Map(messages.map(({ id, channel_id }) => [id, channel_id]));
  const found = new Map<Snowflake, MessageFile[]>();
  for (const row of await store.attachments.ofMessages([...channels.keys()])) {
    const { id, message_id, filename, size, width, height, content_type, access_key: accessKey } = row;
    const url = attachmentUrl(cdnUrl(), channels.get(message_id) ?? '', { id, filename, accessKey });
    const file: MessageFile = {
      id,
      filename,
      size,
      contentType: content_type,
      width,
      height,
      accessKey,
      url,
    };
    found.set(message_id, [...(found.get(message_id) ?? []), file]);
  }
  return found;
}
