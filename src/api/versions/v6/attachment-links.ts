import type { MessageFile } from '../../../guilds/attachments.js';
import type { Embed } from '../../../protocol/objects/embed.js';

/** The prefix with which embeds refer to a file of their message. */
const LINK = 'attachment://';

/**
 * Replaces `attachment://FILENAME` in the images of embeds by the URL of that file; unknown file names are left
 * unchanged.
 */
export function resolveAttachmentLinks(embeds: readonly Embed[], files: readonly MessageFile[]): Embed[] {
  if (files.length === 0) return [...embeds];
  // If files have the same name, the first one is used.
  const urls = new Map(files.toReversed().map(({ filename, url }) => [LINK + filename, url]));
  const resolved = (url: string) => urls.get(url) ?? url;
  return embeds.map((embed) => {
    const { image, thumbnail, footer, author } = embed;
    return {
      ...embed,
      ...(image && { image: { url: resolved(image.url) } }),
      ...(thumbnail && { thumbnail: { url: resolved(thumbnail.url) } }),
      ...(footer?.icon_url && { footer: { ...footer, icon_url: resolved(footer.icon_url) } }),
      ...(author?.icon_url && { author: { ...author, icon_url: resolved(author.icon_url) } }),
    };
  });
}
