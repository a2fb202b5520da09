import type { ImageChange } from '../../../guilds/changes.js';
import type { GuildImage } from '../../../guilds/state.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import { put, remove, type Write } from '../writes.js';

/** The writes of an image of a guild or a group. @param ownerId the guild or group */
export function writesOfImage(ownerId: Snowflake, change: ImageChange): Write[] {
  switch (change.kind) {
    case 'image':
      return [
        put('images', {
          kind: change.use,
          owner_id: ownerId,
          hash: change.image.hash,
          data: change.image.data,
        }),
      ];
    case 'image-removed':
      return [remove('images', { kind: change.use, owner_id: ownerId, hash: change.hash })];
  }
}

/** The image of an account or application before and after a change. */
export interface ImageReplacement {
  readonly kind: 'avatars' | 'icons';
  readonly ownerId: Snowflake;
  /** its hash; null if there was none */
  readonly before: string | null;
  /** null removes it; undefined leaves it unchanged */
  readonly after: GuildImage | null | undefined;
}

/** The writes that replace an image. */
export function imageWrites({ kind, ownerId, before, after }: ImageReplacement): Write[] {
  if (after === undefined || (after?.hash ?? null) === before) return [];
  const writes: Write[] = [];
  if (after !== null) {
    writes.push(put('images', { kind, owner_id: ownerId, hash: after.hash, data: after.data }));
  }
  if (before !== null) writes.push(remove('images', { kind, owner_id: ownerId, hash: before }));
  return writes;
}
