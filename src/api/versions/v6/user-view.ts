import type { GuildUser } from '../../../guilds/state.js';
import type { PartialUser } from '../../../protocol/objects/user.js';

/** How a version shows users inside other objects. */
export interface UserView {
  /** What others see of a user. */
  user(user: GuildUser): PartialUser;
}
