import { describeMember, type EventTable, nameOf, nameOfSecond } from './event-log.js';

interface Member {
  readonly nickname: string | null;
  readonly user: { readonly username: string };
  readonly roles: { readonly cache: { readonly size: number } };
}

/** The events that discord.js 12, 13 and 14 emit alike. */
export const DISCORD_JS_EVENTS: EventTable = {
  guildCreate: ['GUILD_CREATE', nameOf],
  guildDelete: ['GUILD_DELETE', nameOf],
  roleCreate: ['GUILD_ROLE_CREATE', nameOf],
  roleUpdate: ['GUILD_ROLE_UPDATE', nameOfSecond],
  roleDelete: ['GUILD_ROLE_DELETE', nameOf],
  channelCreate: ['CHANNEL_CREATE', nameOf],
  channelUpdate: ['CHANNEL_UPDATE', nameOfSecond],
  channelDelete: ['CHANNEL_DELETE', nameOf],
  guildMemberAdd: ['GUILD_MEMBER_ADD', ({ user }: Member) => user.username],
  guildMemberUpdate: [
    'GUILD_MEMBER_UPDATE',
    (_before: unknown, { nickname, user, roles }: Member) =>
      // Its roles of a member count @everyone.
      describeMember(nickname ?? user.username, roles.cache.size - 1),
  ],
  guildMemberRemove: ['GUILD_MEMBER_REMOVE', ({ user }: Member) => user.username],
  messageDelete: ['MESSAGE_DELETE', ({ content }: { content: string | null }) => content ?? undefined],
  messageUpdate: ['MESSAGE_UPDATE', (_before: unknown, { content }: { content: string }) => content],
  messageDeleteBulk: ['MESSAGE_DELETE_BULK', ({ size }: { size: number }) => String(size)],
  messageReactionAdd: [
    'MESSAGE_REACTION_ADD',
    ({ emoji }: { emoji: { name: string | null } }) => emoji.name ?? undefined,
  ],
  channelPinsUpdate: ['CHANNEL_PINS_UPDATE', (_channel: unknown, time: Date | null) => String(time !== null)],
  emojiCreate: ['GUILD_EMOJIS_UPDATE', nameOf],
  guildIntegrationsUpdate: ['GUILD_INTEGRATIONS_UPDATE', nameOf],
};

interface Ban {
  readonly user: { readonly username: string };
}

/** The events of discord.js 13 and 14 that 12 emits with other arguments. */
export const BAN_EVENTS: EventTable = {
  guildBanAdd: ['GUILD_BAN_ADD', ({ user }: Ban) => user.username],
  guildBanRemove: ['GUILD_BAN_REMOVE', ({ user }: Ban) => user.username],
};
