import type { AuditEntry } from '../../guilds/audit-log/entry.js';
import type { GuildSnapshot, PresenceSnapshot, VoiceSnapshot } from '../../guilds/events.js';
import type { Message, ReactionCount } from '../../guilds/message.js';
import type { ViewedPrivateChannel } from '../../guilds/private-channels/private-channel.js';
import type { GuildEmbed } from '../../guilds/rules/guilds.js';
import type {
  GuildBan,
  GuildChannel,
  GuildEmoji,
  GuildIntegration,
  GuildInvite,
  GuildMember,
  GuildRole,
  GuildState,
  GuildUser,
} from '../../guilds/state.js';
import type { Application as ApplicationObject } from '../../protocol/objects/application.js';
import type { AuditLogEntry } from '../../protocol/objects/audit-log.js';
import type { Channel } from '../../protocol/objects/channel.js';
import type { Emoji } from '../../protocol/objects/emoji.js';
import type { Guild, GuildEmbed as GuildEmbedObject, UserGuild } from '../../protocol/objects/guild.js';
import type { Integration } from '../../protocol/objects/integration.js';
import type { FullInvite, Invite } from '../../protocol/objects/invite.js';
import type { Ban, Member } from '../../protocol/objects/member.js';
import type { Message as MessageObject } from '../../protocol/objects/message.js';
import type { Presence } from '../../protocol/objects/presence.js';
import type { Role } from '../../protocol/objects/role.js';
import type { PartialUser, User } from '../../protocol/objects/user.js';
import type { VoiceState } from '../../protocol/objects/voice.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Account, Application } from '../../store/accounts.js';

/**
 * The objects that a version of the interface sends (docs/rest.md, Objects), made of domain objects. The names of the
 * objects are those of the protocol; a version may write their fields in its own way.
 */
export interface Views {
  user(user: GuildUser | Account): PartialUser;

  /** A user's own account. @param withEmail whether the caller may see the email address */
  currentUser(account: Account, withEmail: boolean): User;

  /** The public fields of an application. */
  publicApplication(application: Application): ApplicationObject;

  /** A guild without its channels and members. */
  guild(snapshot: GuildSnapshot): Guild;

  /** A guild in the list of a member's guilds. */
  userGuild(guild: GuildState, member: GuildMember): UserGuild;

  guildEmbed(embed: GuildEmbed): GuildEmbedObject;

  role(role: GuildRole): Role;

  /** A custom emoji. @param creator included if the caller requested emojis */
  emoji(emoji: GuildEmoji, creator?: GuildUser): Emoji;

  /** A private channel as one of its users sees it. */
  privateChannel(viewed: ViewedPrivateChannel): Channel;

  channel(guildId: Snowflake, channel: GuildChannel): Channel;

  member(member: GuildMember, user: GuildUser): Member;

  /** A current member of the guild. */
  guildMember(guild: GuildState, member: GuildMember): Member;

  ban(ban: GuildBan, user: GuildUser): Ban;

  /** The public fields of an invite. */
  invite(guild: GuildState, invite: GuildInvite): Invite;

  /** An invite with its metadata, for users who manage the guild or created the invite. */
  inviteWithMetadata(guild: GuildState, invite: GuildInvite): FullInvite;

  integration(guild: GuildState, integration: GuildIntegration): Integration;

  /** A message; `guildId` is null if its channel is private. @param reactions only when it is read, not in events */
  message(message: Message, guildId: Snowflake | null, reactions?: readonly ReactionCount[]): MessageObject;

  auditLogEntry(entry: AuditEntry): AuditLogEntry;

  /** A presence; without the guild's id inside GUILD_CREATE and GUILD_MEMBERS_CHUNK. */
  presence(presence: PresenceSnapshot, guildId?: Snowflake): Presence;

  /** A voice state, without the guild's id. */
  voiceState(voice: VoiceSnapshot): VoiceState;
}
