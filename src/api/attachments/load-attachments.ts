import type { MessageFile } from '../../guilds/message.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { AttachmentStore, StoredMessage } from '../../store/messages.js';

/** What the files of messages are loaded from. */
export interface AttachmentReaders {
  readonly attachmentStore: Pick<AttachmentStore, 'ofMessages'>;
  /** where files are served, e.g. `http://127.0.0.1:6480/cdn` */
  readonly cdnUrl: () => string;
}

/** The files of messages, by message; messages without files are not in it. */
export async function loadAttachments(
  messages: readonly Pick<StoredMessage, 'id' | 'channelId'>[],
  { attachmentStore, cdnUrl }: AttachmentReaders,
): Promise<ReadonlyMap<Snowflake, MessageFile[]>> {
  const channels = new Map(messages.map(({ id, channelId }) => [id, channelId]));
  const found = new Map<Snowflake, MessageFile[]>();
  for (const stored of await attachmentStore.ofMessages([...channels.keys()])) {
    const { id, messageId, filename, size, contentType, width, height, accessKey } = stored;
    const url = attachmentUrl(cdnUrl(), channels.get(messageId) ?? '', { id, filename, accessKey });
    const file: MessageFile = { id, filename, size, contentType, width, height, accessKey, url };
    found.set(messageId, [...(found.get(messageId) ?? []), file]);
  }
  return found;
}

/** What of a file is in its URL. */
interface FileAddress {
  readonly id: Snowflake;
  readonly filename: string;
  readonly accessKey: string;
}

/**
 * The URL of a file. Ids can be guessed from the time, so the key decides who may read it.
 *
 * @param cdnUrl e.g. `http://127.0.0.1:6480/cdn`
 */
export function attachmentUrl(
  cdnUrl: string,
  channelId: Snowflake,
  { id, filename, accessKey }: FileAddress,
): string {
  return `${cdnUrl}/attachments/${channelId}/${id}/${filename}?key=${accessKey}`;
}
