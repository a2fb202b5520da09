import { describeMessage, type EventTable, nameOf } from './event-log.js';

const PIN_NOTICE = 6;

interface User {
  readonly username: string;
}

/** The events that eris and oceanic.js, which has its interface from eris, emit alike. */
export const ERIS_EVENTS: EventTable = {
  guildCreate: ['GUILD_CREATE', nameOf],
  guildDelete: ['GUILD_DELETE', nameOf],
  channelCreate: ['CHANNEL_CREATE', nameOf],
  channelUpdate: ['CHANNEL_UPDATE', nameOf],
  channelDelete: ['CHANNEL_DELETE', nameOf],
  guildBanAdd: ['GUILD_BAN_ADD', (_guild: unknown, { username }: User) => username],
  guildBanRemove: ['GUILD_BAN_REMOVE', (_guild: unknown, { username }: User) => username],
  messageCreate: [
    'MESSAGE_CREATE',
    ({ content, type }: { content: string; type: number }) => describeMessage(content, type === PIN_NOTICE),
  ],
  messageDelete: ['MESSAGE_DELETE', ({ content }: { content?: string }) => content],
  messageUpdate: ['MESSAGE_UPDATE', ({ content }: { content: string }) => content],
  messageDeleteBulk: ['MESSAGE_DELETE_BULK', ({ length }: readonly unknown[]) => String(length)],
  guildEmojisUpdate: [
    'GUILD_EMOJIS_UPDATE',
    (_guild: unknown, emojis: readonly { name: string }[]) => emojis.map(({ name }) => name).join(),
  ],
};

/** A listener's arguments of pins: the channel, and when a message was last pinned. */
export function describePins(_channel: unknown, time: unknown): string {
  return String(Boolean(time));
}
