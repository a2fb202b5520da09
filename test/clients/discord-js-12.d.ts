/** The part of the npm client `discord.js` 12.5 that the tests use; its own types declare a module of another name. */
declare module 'discord.js-12' {
  import type { EventEmitter } from 'node:events';
  import type { Readable } from 'node:stream';

  interface Collection<V> extends ReadonlyMap<string, V> {
    map<T>(convert: (value: V) => T): T[];
    some(test: (value: V) => boolean): boolean;
    first(): V | undefined;
  }

  interface Cache<V> {
    readonly cache: Collection<V>;
  }

  interface User {
    readonly id: string;
    readonly username: string;
  }

  interface Role {
    readonly id: string;
    readonly name: string;
    readonly rawPosition: number;
    edit(change: { name: string; permissions: number }): Promise<Role>;
    setPosition(position: number): Promise<Role>;
    delete(): Promise<Role>;
  }

  interface Overwrite {
    readonly allow: { readonly bitfield: number };
    readonly deny: { readonly bitfield: number };
    delete(): Promise<Overwrite>;
  }

  export interface Message {
    readonly id: string;
    readonly content: string;
    readonly type: string;
    readonly embeds: readonly { readonly title: string | null }[];
    readonly attachments: Collection<{ readonly name: string | null; readonly url: string }>;
    readonly reactions: Cache<{ users: { fetch(): Promise<Collection<User>> } }>;
    react(emoji: string): Promise<unknown>;
    pin(): Promise<unknown>;
  }

  export interface VoiceConnection extends EventEmitter {
    readonly receiver: {
      createStream(user: string, options: { mode: 'opus'; end: 'manual' }): Readable;
    };
    /** @param options `converted`: stereo, 16-bit little-endian at 48 kHz */
    play(sound: Readable, options: { type: 'converted' }): EventEmitter;
    disconnect(): void;
  }

  interface GuildChannel {
    readonly id: string;
    readonly name: string;
    readonly type: string;
    readonly rawPosition: number;
    readonly parentID: string | null;
    readonly permissionOverwrites: Collection<Overwrite>;
    readonly messages: {
      fetch(id: string, cache: boolean, force: boolean): Promise<Message>;
      fetch(query: object, cache: boolean): Promise<Collection<Message>>;
      fetchPinned(): Promise<Collection<Message>>;
    };
    createOverwrite(role: string, options: Record<string, boolean>): Promise<unknown>;
    createInvite(): Promise<{ code: string }>;
    edit(change: { name?: string; parentID?: string }): Promise<unknown>;
    join(): Promise<VoiceConnection>;
    delete(): Promise<unknown>;
    send(content: string, options: { embed: { title: string } }): Promise<Message>;
    send(options: { files: readonly { name: string; attachment: Buffer }[] }): Promise<Message>;
    bulkDelete(messages: readonly string[]): Promise<unknown>;
  }

  interface Member {
    readonly user: User;
    readonly roles: { add(role: string): Promise<unknown>; remove(role: string): Promise<unknown> };
    setNickname(nick: string): Promise<unknown>;
    kick(): Promise<unknown>;
  }

  interface Integration {
    readonly id: string;
    readonly expireGracePeriod: number;
    edit(change: { expireGracePeriod: number }): Promise<unknown>;
    delete(): Promise<unknown>;
  }

  interface Guild {
    readonly name: string;
    readonly roles: Cache<Role> & {
      create(options: { data: { name: string; permissions: number }; reason: string }): Promise<Role>;
    };
    readonly channels: Cache<GuildChannel> & {
      create(name: string, options: { type: string }): Promise<GuildChannel>;
    };
    readonly members: Cache<Member> & {
      ban(user: string, options: { days: number; reason: string }): Promise<unknown>;
      unban(user: string): Promise<unknown>;
      prune(options: { days: number; dry?: boolean }): Promise<number | null>;
    };
    readonly emojis: Cache<{ readonly name: string }> & {
      create(image: string, name: string): Promise<{ id: string }>;
    };
    delete(): Promise<unknown>;
    setChannelPositions(positions: { channel: string; position: number }[]): Promise<unknown>;
    fetchBans(): Promise<Collection<{ user: User; reason: string | null }>>;
    createIntegration(integration: { type: string; id: string }): Promise<unknown>;
    fetchIntegrations(): Promise<Collection<Integration>>;
    fetchAuditLogs(query: {
      type: string;
      limit: number;
    }): Promise<{ entries: Collection<{ reason: string | null }> }>;
  }

  export class Client extends EventEmitter {
    constructor(options: { http: { version: number; api: string }; ws: { version: number } });
    readonly readyAt: Date | null;
    readonly guilds: Cache<Guild> & { create(name: string): Promise<{ id: string }> };
    readonly channels: Cache<GuildChannel>;
    readonly users: { fetch(id: string): Promise<User & { send(content: string): Promise<Message> }> };
    readonly rest: {
      request(
        method: string,
        path: string,
        options: { data?: object | undefined; route: string },
      ): Promise<unknown>;
    };
    login(token: string): Promise<string>;
    fetchInvite(code: string): Promise<{
      guild: { id: string } | null;
      channel: { id: string };
      delete(): Promise<unknown>;
    }>;
    destroy(): void;
  }

  export const Constants: { readonly ChannelTypes: Readonly<Record<string, number>> };
  export class Permissions {
    constructor(bits: number);
    toArray(): string[];
  }
}
