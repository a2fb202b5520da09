import type { GuildView } from '../../client/chat/state.js';
import type { Message } from '../../protocol/objects/message.js';
import { compareRoles } from '../../protocol/objects/role.js';
import type { RpcMessage } from '../../protocol/rpc/message.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { RpcContext } from '../context.js';
import { toRpcUser } from './user.js';

/** The color of names of members without a colored role. */
const DEFAULT_COLOR = '#ffffff';

/** A message as RPC sends it (docs/rpc.md, Commands). */
export function toRpcMessage({ client: { state }, contents }: RpcContext, message: Message): RpcMessage {
  const guildId = message.guild_id ?? state.channel(message.channel_id)?.guild_id;
  const guild = guildId === undefined ? undefined : state.guild(guildId);
  return {
    id: message.id,
    // The service does not support blocking users.
    blocked: false,
    content: message.content,
    content_parsed: contents.of(message),
    author_color: guild === undefined ? DEFAULT_COLOR : memberColor(guild, message.author.id),
    edited_timestamp: message.edited_timestamp,
    timestamp: message.timestamp,
    tts: message.tts,
    mentions: message.mentions.map(toRpcUser),
    mention_roles: message.mention_roles,
    mention_everyone: message.mention_everyone,
    embeds: message.embeds,
    attachments: message.attachments,
    type: message.type,
    pinned: message.pinned,
    author: toRpcUser(message.author),
  };
}

/** The color of a member's name: that of their highest role with a color, e.g. `#3498db`. */
function memberColor(guild: GuildView, userId: Snowflake): string {
  const own = (guild.members.get(userId)?.roles ?? []).flatMap((id) => guild.roles.get(id) ?? []);
  const [highest] = own.filter(({ color }) => color !== 0).sort((a, b) => compareRoles(b, a));
  return highest === undefined ? DEFAULT_COLOR : `#${highest.color.toString(16).padStart(6, '0')}`;
}
