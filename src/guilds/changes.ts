import type { Message } from '../protocol/objects/message.js';
import type { Role } from '../protocol/objects/role.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildChannel, GuildMember, GuildSettings, GuildState } from './state.js';

/** What an operation changes of a guild: whole values, put or removed. */
export type GuildChange =
  | { readonly kind: 'settings'; readonly settings: GuildSettings }
  | { readonly kind: 'role'; readonly role: Role }
  | { readonly kind: 'role-removed'; readonly id: Snowflake }
  | { readonly kind: 'channel'; readonly channel: GuildChannel }
  | { readonly kind: 'channel-removed'; readonly id: Snowflake }
  | { readonly kind: 'member'; readonly member: GuildMember }
  | { readonly kind: 'member-removed'; readonly userId: Snowflake }
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'message-removed'; readonly id: Snowflake };

/** Makes the changes in memory. The version rises unless only messages change, which are not kept there. */
export function applyChanges(guild: GuildState, changes: readonly GuildChange[]): void {
  let raise = false;
  for (const change of changes) {
    applyChange(guild, change);
    raise ||= change.kind !== 'message' && change.kind !== 'message-removed';
  }
  if (raise) guild.version += 1;
}

function applyChange(guild: GuildState, change: GuildChange): void {
  switch (change.kind) {
    case 'settings':
      guild.settings = change.settings;
      return;
    case 'role':
      guild.roles.set(change.role.id, change.role);
      return;
    case 'role-removed':
      guild.roles.delete(change.id);
      return;
    case 'channel':
      guild.channels.set(change.channel.id, change.channel);
      return;
    case 'channel-removed':
      guild.channels.delete(change.id);
      return;
    case 'member':
      guild.members.set(change.member.userId, change.member);
      return;
    case 'member-removed':
      guild.members.delete(change.userId);
      return;
    case 'message':
      rememberLastMessage(guild, change.message);
      return;
    case 'message-removed':
      return;
  }
}

function rememberLastMessage(guild: GuildState, message: Message): void {
  const channel = guild.channels.get(message.channel_id);
  if (channel === undefined || message.edited_timestamp !== null) return;
  guild.channels.set(channel.id, { ...channel, last_message_id: message.id });
}
