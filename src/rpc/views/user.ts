import type { PartialUser, User } from '../../protocol/objects/user.js';
import type { LocalUser, RpcUser } from '../../protocol/rpc/user.js';

/** A user as RPC sends it. */
export function toRpcUser({ id, username, discriminator, avatar, bot }: PartialUser): RpcUser {
  return { id, username, discriminator, avatar, ...(bot === undefined ? {} : { bot }) };
}

/** The person as their own programs know them over IPC: clients expect these fields, of which the service has some. */
export function toLocalUser(user: User): LocalUser {
  const { id, username, discriminator, avatar } = user;
  return {
    id,
    username,
    discriminator,
    global_name: null,
    avatar,
    avatar_decoration_data: null,
    bot: user.bot === true,
    flags: 0,
    premium_type: 0,
  };
}

/** The number of default avatars. */
const DEFAULT_AVATARS = 5;

/** The URL of a user's avatar, or of a default avatar. */
export function toAvatarUrl(
  { cdnUrl }: { readonly cdnUrl: string },
  { id, avatar, discriminator }: PartialUser,
): string {
  return avatar === null
    ? `${cdnUrl}/embed/avatars/${Number(discriminator) % DEFAULT_AVATARS}.png`
    : `${cdnUrl}/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`;
}
