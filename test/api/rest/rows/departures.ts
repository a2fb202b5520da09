import type { PartialUser } from '#guildhall/protocol/objects/user.js';
import type { Person } from '../../support/test-service.js';

/** A person as others see them. */
export function publicFace({ id, username, discriminator }: Person): PartialUser {
  return { id, username, discriminator, avatar: null };
}

/** What the others hear of somebody who is gone. */
export function departed(guild: string, person: Person): [string, unknown][] {
  return [['GUILD_MEMBER_REMOVE', { guild_id: guild, user: publicFace(person) }]];
}
