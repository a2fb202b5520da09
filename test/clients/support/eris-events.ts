import type { EventEmitter } from 'node:events';
import { eventually } from '../../helpers/eventually.js';
import {
  describeMember,
  describeMessage,
  type EventLog,
  type EventTable,
  logEvents,
  nameOf,
} from './event-log.js';

const PIN_NOTICE = 6;

interface User {
  readonly username: string;
}

interface Member extends User {
  readonly nick: string | null;
  readonly roles: readonly string[];
}

/**
 * The events of eris, and of oceanic.js, which has its interface from eris.
 *
 * @param index of the role or member among the arguments of their events; eris passes their guild first
 */
export function erisEvents(index: 0 | 1): EventTable {
  /** Describes that argument. */
  const at =
    <T>(describe: (subject: T) => string | undefined) =>
    (...args: T[]) =>
      describe(args[index] as T);
  return {
    guildCreate: ['GUILD_CREATE', nameOf],
    guildDelete: ['GUILD_DELETE', nameOf],
    guildRoleCreate: ['GUILD_ROLE_CREATE', at(nameOf)],
    guildRoleUpdate: ['GUILD_ROLE_UPDATE', at(nameOf)],
    guildRoleDelete: ['GUILD_ROLE_DELETE', at(nameOf)],
    channelCreate: ['CHANNEL_CREATE', nameOf],
    channelUpdate: ['CHANNEL_UPDATE', nameOf],
    channelDelete: ['CHANNEL_DELETE', nameOf],
    guildMemberAdd: ['GUILD_MEMBER_ADD', at(({ username }: User) => username)],
    guildMemberUpdate: [
      'GUILD_MEMBER_UPDATE',
      at(({ nick, username, roles }: Member) => describeMember(nick ?? username, roles.length)),
    ],
    guildMemberRemove: ['GUILD_MEMBER_REMOVE', at(({ username }: User) => username)],
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
}

interface ErisClient extends EventEmitter {
  readonly ready: boolean;
  readonly guilds: { some(test: (guild: { name: string }) => boolean): boolean };
  connect(): Promise<void>;
}

/**
 * Connects and waits until the library has received the guilds it is in.
 *
 * @param raw the event of each payload
 * @returns the log of what follows
 */
export async function connectEris(client: ErisClient, events: EventTable, raw: string): Promise<EventLog> {
  const log = logEvents(client, events, raw);
  await client.connect();
  await eventually(() => client.ready && client.guilds.some(({ name }) => name === 'Ruins'));
  log.clear();
  return log;
}

/** A listener's arguments of pins: the channel, and when a message was last pinned. */
export function describePins(_channel: unknown, time: unknown): string {
  return String(Boolean(time));
}
