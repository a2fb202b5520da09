/** The part of the npm client `discord-rpc` 4.0.1 that the tests use. */
declare module 'discord-rpc' {
  import type { EventEmitter } from 'node:events';

  export class Client extends EventEmitter {
    constructor(options: { transport: 'websocket'; origin?: string });
    readonly fetch: { endpoint: string };
    readonly user: { id: string; username: string } | null;
    readonly application: { id: string; name: string } | null;
    readonly accessToken: string | null;
    login(options: {
      clientId: string;
      clientSecret?: string;
      accessToken?: string;
      rpcToken?: boolean | string;
      redirectUri?: string;
      scopes?: string[];
    }): Promise<this>;
    getGuilds(): Promise<{ guilds: { id: string; name: string }[] }>;
    getGuild(id: string, timeout?: number): Promise<Record<string, unknown>>;
    getChannels(guildId: string): Promise<{ id: string; name: string; type: number }[]>;
    getChannel(id: string): Promise<Record<string, unknown>>;
    getVoiceSettings(): Promise<Record<string, unknown>>;
    setCertifiedDevices(devices: Record<string, unknown>[]): Promise<null>;
    setUserVoiceSettings(id: string, settings: object): Promise<Record<string, unknown>>;
    selectVoiceChannel(
      id: string | null,
      options?: { timeout?: number; force?: boolean },
    ): Promise<Record<string, unknown> | null>;
    selectTextChannel(
      id: string | null,
      options?: { timeout?: number },
    ): Promise<Record<string, unknown> | null>;
    setVoiceSettings(settings: object): Promise<Record<string, unknown>>;
    setActivity(activity: object): Promise<unknown>;
    clearActivity(): Promise<unknown>;
    createLobby(type: number, capacity: number, metadata: object): Promise<unknown>;
    getRelationships(): Promise<unknown>;
    sendJoinInvite(user: { id: string }): Promise<unknown>;
    subscribe(event: string, args?: Record<string, unknown>): Promise<{ unsubscribe(): Promise<unknown> }>;
    request(cmd: string, args?: unknown, evt?: string): Promise<unknown>;
    destroy(): Promise<void>;
  }
  const RPC: { Client: typeof Client };
  export default RPC;
}
