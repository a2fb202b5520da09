import { namedSchemas } from '../declaration/schema-references.js';
import { ApplicationSchema } from './application.js';
import { AttachmentSchema } from './attachment.js';
import { ChannelSchema, OverwriteSchema } from './channel.js';
import { EmbedSchema } from './embed.js';
import { EmojiSchema, PartialEmojiSchema } from './emoji.js';
import { GuildEmbedSchema, GuildSchema, UserGuildSchema } from './guild.js';
import { IntegrationSchema } from './integration.js';
import { FullInviteSchema, InviteSchema } from './invite.js';
import { BanSchema, MemberSchema } from './member.js';
import { MessageSchema, ReactionSchema } from './message.js';
import { RoleSchema } from './role.js';
import { UserSchema } from './user.js';
import { VoiceRegionSchema } from './voice.js';

/** The objects of REST (docs/rest.md, Objects). */
export const REST_OBJECTS = namedSchemas({
  Application: [ApplicationSchema, 'A registered application.'],
  Attachment: [AttachmentSchema, 'A file of a message.'],
  Ban: [BanSchema, 'A ban of a user from a guild.'],
  Channel: [ChannelSchema, 'A channel of a guild, a DM or a group.'],
  MessageEmbed: [EmbedSchema, 'An embed of a message.'],
  Emoji: [EmojiSchema, 'A custom emoji of a guild.'],
  PartialEmoji: [PartialEmojiSchema, 'The emoji of a reaction; the id of a Unicode emoji is null.'],
  InviteWithMetadata: [FullInviteSchema, 'An invite with its use and limits.'],
  GuildEmbed: [GuildEmbedSchema, 'The embeddable view of a guild.'],
  Guild: [GuildSchema, 'A guild.'],
  Integration: [IntegrationSchema, 'A connection of a guild to a streaming platform.'],
  Invite: [InviteSchema, 'An invite to a channel.'],
  Member: [MemberSchema, 'A user in a guild.'],
  Message: [MessageSchema, 'A message in a text channel.'],
  Overwrite: [OverwriteSchema, 'The permissions of a role or member in one channel.'],
  Reaction: [ReactionSchema, 'The reactions to a message with one emoji.'],
  Role: [RoleSchema, "A role; the id of @everyone is the guild's id."],
  UserGuild: [UserGuildSchema, "A guild in the user's own list."],
  User: [UserSchema, 'A user; `verified` and `email` only with the scope `email`.'],
  VoiceRegion: [VoiceRegionSchema, 'A voice region.'],
});
