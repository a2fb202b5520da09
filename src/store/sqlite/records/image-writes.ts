import type { ImageChange } from '../../../guilds/changes.js';
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
