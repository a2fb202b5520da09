import type { PartialUser } from '../../protocol/objects/user.js';
import type { RpcUser } from '../../protocol/rpc/user.js';
import type { RpcContext } from '../context.js';

/** A user as RPC sends it. */
export function toRpcUser({ id, username, discriminator, avatar, bot }: PartialUser): RpcUser {
  return { id, username, discriminator, avatar, ...(bot === undefined ? {} : { bot }) };
}

/** The number of default avatars. */
const DEFAULT_AVATARS = 5;

/** The URL of a user's avatar, or of a default avatar. */
export function toAvatarUrl({ cdnUrl }: RpcContext, { id, avatar, discriminator }: PartialUser): string {
  return avatar === null
    ? `${cdnUrl}/embed/avatars/${Number(discriminator) % DEFAULT_AVATARS}.png`
    : `${cdnUrl}/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`;
}
