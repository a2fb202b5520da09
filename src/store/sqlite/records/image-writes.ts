import type { ImageChange } from '../../../guilds/changes.js';
import type { GuildImage } from '../../../guilds/state.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import { put, remove, type Write } from '../writes.js';

/** How an image of a guild or a group is stored. @param ownerId the guild or group */
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
  /** its hash; null: there was none */
  readonly before: string | null;
  /** null: there is none from now on; undefined: it stays */
  readonly after: GuildImage | null | undefined;
}

/** How an image is replaced. */
export function imageWrites({ kind, ownerId, before, after }: ImageReplacement): Write[] {
  if (after === undefined || (after?.hash ?? null) === before) return [];
  const writes: Write[] = [];
  if (after !== null) {
    writes.push(put('images', { kind, owner_id: ownerId, hash: after.hash, data: after.data }));
  }
  if (before !== null) writes.push(remove('images', { kind, owner_id: ownerId, hash: before }));
  return writes;
}
