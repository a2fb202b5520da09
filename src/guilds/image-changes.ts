import type { ImageChange, ImageUse } from './changes.js';
import type { GuildImage } from './state.js';

/** Changes of an image of a guild or a group: replaced, removed (null) or unchanged (undefined). */
export function imageChanges(
  use: ImageUse,
  before: string | null,
  image: GuildImage | null | undefined,
): ImageChange[] {
  if (image === undefined || (image?.hash ?? null) === before) return [];
  const changes: ImageChange[] = image === null ? [] : [{ kind: 'image', use, image }];
  return before === null ? changes : [...changes, { kind: 'image-removed', use, hash: before }];
}
