import type { EventLog } from './event-log.js';

/** Where a library that is told connects: REST and gateway of this version. */
export const VERSION = '6';

/** What the round asks of a client library: its adapter calls the library's own methods. */
export interface GuildOperations {
  /** names of the guilds that the library knows of */
  guilds(): Promise<string[]>;
  createGuild(name: string): Promise<string>;
  deleteGuild(guild: string): Promise<unknown>;

  /** names of the roles as the library knows them, the highest first */
  roles(guild: string): Promise<string[]>;
  createRole(guild: string, name: string, permissions: number, reason: string): Promise<string>;
  editRole(guild: string, role: string, name: string, permissions: number): Promise<unknown>;
  moveRole(guild: string, role: string, position: number): Promise<unknown>;
  deleteRole(guild: string, role: string): Promise<unknown>;

  /** names of a category's channels as the library knows them, or of those in none, by kind and place */
  channels(guild: string, parent: string | null): Promise<string[]>;
  /** @param type text, voice or category */
  createChannel(guild: string, name: string, type: 0 | 2 | 4): Promise<string>;
  editChannel(channel: string, name: string): Promise<unknown>;
  /** puts the text channels into this order */
  sortChannels(guild: string, channels: readonly [string, ...string[]]): Promise<unknown>;
  fileChannel(channel: string, parent: string): Promise<unknown>;
  deleteChannel(channel: string): Promise<unknown>;

  /** what the library knows to be allowed and denied to a role in a channel; null: it has no overwrite */
  overwrite(channel: string, role: string): Promise<{ allow: number; deny: number } | null>;
  deny(channel: string, role: string, permissions: number): Promise<unknown>;
  deleteOverwrite(channel: string, role: string): Promise<unknown>;

  setNick(guild: string, user: string, nick: string): Promise<unknown>;
  addRole(guild: string, user: string, role: string): Promise<unknown>;
  removeRole(guild: string, user: string, role: string): Promise<unknown>;
  kick(guild: string, user: string): Promise<unknown>;
  ban(guild: string, user: string, days: number, reason: string): Promise<unknown>;
  unban(guild: string, user: string): Promise<unknown>;
  /** reasons by user */
  bans(guild: string): Promise<Record<string, string | null | undefined>>;
  countPrune(guild: string, days: number): Promise<number | null>;
  prune(guild: string, days: number): Promise<number | null>;
  messages(channel: string): Promise<string[]>;

  /** @returns the id of the message */
  sendEmbed(channel: string, content: string, title: string): Promise<string>;
  /** @returns the id of the message */
  sendFile(channel: string, name: string, text: string): Promise<string>;
  /** names and texts of the files of a message, as the library finds them */
  files(channel: string, message: string): Promise<[name: string, text: string][]>;
  /** titles of the embeds of a message */
  embedTitles(channel: string, message: string): Promise<(string | null | undefined)[]>;
  react(channel: string, message: string, emoji: string): Promise<unknown>;
  /** names of users who reacted with an emoji */
  reactors(channel: string, message: string, emoji: string): Promise<string[]>;
  pin(channel: string, message: string): Promise<unknown>;
  /** ids of the pinned messages of a channel */
  pins(channel: string): Promise<string[]>;
  bulkDelete(channel: string, messages: string[]): Promise<unknown>;
  /** @param image a data URI */
  createEmoji(guild: string, name: string, image: string): Promise<string>;
  /** names of the emojis as the library knows them */
  emojis(guild: string): Promise<string[]>;

  /** writes to a person; opens the DM first where the library does not know it */
  sendPrivately(user: string, content: string): Promise<unknown>;

  attachIntegration(guild: string, type: string, id: string): Promise<unknown>;
  setGracePeriod(guild: string, integration: string, seconds: number): Promise<unknown>;
  syncIntegration(guild: string, integration: string): Promise<unknown>;
  /** grace periods in seconds by id */
  integrations(guild: string): Promise<Record<string, number | null | undefined>>;
  deleteIntegration(guild: string, integration: string): Promise<unknown>;

  embed(guild: string): Promise<unknown>;
  setEmbed(guild: string, embed: { enabled: boolean; channel_id: string | null }): Promise<unknown>;

  createInvite(channel: string): Promise<string>;
  /** the guild and the channel that an invite leads to */
  invite(code: string): Promise<{ guild: string | undefined; channel: string | null | undefined }>;
  deleteInvite(code: string): Promise<unknown>;

  /** the reason that the audit log keeps of the last creation of a role */
  roleReason(guild: string): Promise<string | null | undefined>;
}

/** A client library that is signed in as a bot. */
export interface GuildClient extends GuildOperations {
  readonly log: EventLog;
  /** events that the library has no emitter for */
  readonly silent: ReadonlySet<string>;
  close(): Promise<unknown> | unknown;
}

/** Logs a library in as a bot. @returns once it is ready and knows the guilds it is in */
export type Login = (apiUrl: string, token: string) => Promise<GuildClient>;
