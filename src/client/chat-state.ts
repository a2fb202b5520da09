import type { Channel } from '../protocol/objects/channel.js';
import type { GuildCreate } from '../protocol/objects/guild.js';
import type { User } from '../protocol/objects/user.js';
import { compareSnowflakes, type Snowflake } from '../protocol/snowflake.js';
import { type LiveGuild, liveGuild } from './live-guild.js';
import type { ChatState, VoiceChange } from './state.js';

/** What the client knows of the person's guilds. */
export class LiveChatState implements ChatState {
  readonly #guilds = new Map<Snowflake, LiveGuild>();
  /** which guild a channel is in */
  readonly #channels = new Map<Snowflake, Snowflake>();

  guilds(): LiveGuild[] {
    return [...this.#guilds.values()].sort((a, b) => compareSnowflakes(a.id, b.id));
  }

  guild(id: Snowflake): LiveGuild | undefined {
    return this.#guilds.get(id);
  }

  channel(id: Snowflake): Channel | undefined {
    const guildId = this.#channels.get(id);
    return guildId === undefined ? undefined : this.#guilds.get(guildId)?.channels.get(id);
  }

  addGuild(created: GuildCreate): LiveGuild {
    this.removeGuild(created.id);
    const guild = liveGuild(created);
    this.replaceGuild(guild);
    for (const id of guild.channels.keys()) this.#channels.set(id, guild.id);
    return guild;
  }

  replaceGuild(guild: LiveGuild): void {
    this.#guilds.set(guild.id, guild);
  }

  removeGuild(id: Snowflake): void {
    for (const channel of this.#guilds.get(id)?.channels.keys() ?? []) this.#channels.delete(channel);
    this.#guilds.delete(id);
  }

  /** @returns whether the channel's guild is known */
  putChannel(channel: Channel): boolean {
    const guild = channel.guild_id === undefined ? undefined : this.#guilds.get(channel.guild_id);
    if (guild === undefined) return false;
    guild.channels.set(channel.id, channel);
    this.#channels.set(channel.id, guild.id);
    return true;
  }

  removeChannel(id: Snowflake): void {
    const guildId = this.#channels.get(id);
    if (guildId !== undefined) this.#guilds.get(guildId)?.channels.delete(id);
    this.#channels.delete(id);
  }

  user(id: Snowflake): User | undefined {
    for (const guild of this.#guilds.values()) {
      const member = guild.members.get(id);
      if (member !== undefined) return member.user;
    }
    return undefined;
  }

  voiceChange(userId: Snowflake): VoiceChange | null {
    for (const guild of this.#guilds.values()) {
      const state = guild.voice_states.get(userId);
      const member = guild.members.get(userId);
      if (state && member && state.channel_id !== null) return { channelId: state.channel_id, state, member };
    }
    return null;
  }

  /** the voice channel a user is in, null if none */
  voiceChannelOf(userId: Snowflake): Snowflake | null {
    return this.voiceChange(userId)?.channelId ?? null;
  }

  clear(): void {
    this.#guilds.clear();
    this.#channels.clear();
  }
}
