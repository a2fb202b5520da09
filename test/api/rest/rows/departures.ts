import type { PartialUser } from '#guildhall/protocol/objects/user.js';
import type { Person } from '../../support/test-service.js';

/** A person as others see them. */
export function toPublicUser({ id, username, discriminator }: Person): PartialUser {
  return { id, username, discriminator, avatar: null };
}

/** The events that other members receive when a member leaves. */
export function departed(guild: string, person: Person): [string, unknown][] {
  return [['GUILD_MEMBER_REMOVE', { guild_id: guild, user: toPublicUser(person) }]];
}
