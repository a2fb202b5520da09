import type { GuildChange, ImageUse } from './changes.js';
import type { GuildImage } from './state.js';

/** How one image of a guild is replaced, taken away (null) or left as it is (undefined). */
export function imageChanges(
  use: ImageUse,
  before: string | null,
  image: GuildImage | null | undefined,
): GuildChange[] {
  if (image === undefined || (image?.hash ?? null) === before) return [];
  const changes: GuildChange[] = image === null ? [] : [{ kind: 'image', use, image }];
  return before === null ? changes : [...changes, { kind: 'image-removed', use, hash: before }];
}
