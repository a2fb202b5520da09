import type { GuildUser } from '../../../guilds/state.js';
import type { PartialUser } from '../../../protocol/objects/user.js';

/** How a version writes users inside other objects. */
export interface UserView {
  /** The public fields of a user. */
  user(user: GuildUser): PartialUser;
}
