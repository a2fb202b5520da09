import type { Attachment } from '../protocol/objects/attachment.js';
import type { Embed } from '../protocol/objects/embed.js';
import type { Snowflake } from '../protocol/snowflake.js';

/** A file of a message. */
export interface MessageFile {
  readonly id: Snowflake;
  readonly filename: string;
  /** in bytes */
  readonly size: number;
  /** the media type that it is served as */
  readonly contentType: string;
  /** in pixels; null unless the file is an image */
  readonly width: number | null;
  readonly height: number | null;
  /** random text without which the file is not served */
  readonly accessKey: string;
  readonly url: string;
}

/** How embeds name a file of their message. */
const LINK = 'attachment://';

/** A file as REST and gateway carry it. */
export function toAttachment({ id, filename, size, url, width, height }: MessageFile): Attachment {
  return { id, filename, size, url, proxy_url: url, width, height };
}

/** Replaces `attachment://FILENAME` in the images of embeds by the URL of that file; names without a file stay. */
export function resolveAttachmentLinks(
  embeds: readonly Embed[],
  attachments: readonly Attachment[],
): Embed[] {
  return mapImageUrls(embeds, urlsByLink(attachments));
}

/**
 * Undoes `resolveAttachmentLinks`: embeds are stored with links, because the address of the service may be another one
 * when they are read.
 */
export function restoreAttachmentLinks(
  embeds: readonly Embed[],
  attachments: readonly Attachment[],
): Embed[] {
  return mapImageUrls(embeds, new Map([...urlsByLink(attachments)].map(([link, url]) => [url, link])));
}

/** Of files with the same name the first one counts. */
function urlsByLink(attachments: readonly Attachment[]): ReadonlyMap<string, string> {
  return new Map(attachments.toReversed().map(({ filename, url }) => [LINK + filename, url]));
}

function mapImageUrls(embeds: readonly Embed[], replacements: ReadonlyMap<string, string>): Embed[] {
  if (replacements.size === 0) return [...embeds];
  const replaced = (url: string) => replacements.get(url) ?? url;
  return embeds.map((embed) => {
    const { image, thumbnail, footer, author } = embed;
    return {
      ...embed,
      ...(image && { image: { url: replaced(image.url) } }),
      ...(thumbnail && { thumbnail: { url: replaced(thumbnail.url) } }),
      ...(footer?.icon_url && { footer: { ...footer, icon_url: replaced(footer.icon_url) } }),
      ...(author?.icon_url && { author: { ...author, icon_url: replaced(author.icon_url) } }),
    };
  });
}
