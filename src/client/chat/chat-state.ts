import type { Channel } from '../../protocol/objects/channel.js';
import type { GuildCreate } from '../../protocol/objects/guild.js';
import type { Presence } from '../../protocol/objects/presence.js';
import type { PartialUser, User } from '../../protocol/objects/user.js';
import type { VoiceState } from '../../protocol/objects/voice.js';
import { compareSnowflakes, type Snowflake } from '../../protocol/snowflake.js';
import { ServiceError } from '../service-error.js';
import { guildSize, type LiveGuild, liveGuild } from './live-guild.js';
import { isPrivate, LivePrivateChannels } from './live-private-channels.js';
import { viewerOf } from './may-view.js';
import type { ChatState, VoiceChange } from './state.js';

/** The maximum size of the client's state in memory, in bytes; a hundred guilds of a thousand members each fit. */
const STATE_BYTES = 192 * 1024 * 1024;

/** The client's state: the person's guilds and private channels. */
export class LiveChatState implements ChatState {
  /**
   * about the size of the state in memory: replaced objects count until the next recount; infinite once the
   * state is too large
   */
  #bytes = 0;
  readonly #private = new LivePrivateChannels();
  readonly #guilds = new Map<Snowflake, LiveGuild>();
  /** the guild of each channel */
  readonly #channels = new Map<Snowflake, Snowflake>();
  /** the guilds in whose voice channels each user is: bots may be in several. The last one from which it was heard counts */
  readonly #inVoice = new Map<Snowflake, { last: LiveGuild; readonly all: Set<LiveGuild> }>();

  /**
   * @param me the signed-in person, who may not view every channel; null: nobody, who may view none
   * @param mostBytes the maximum size of the state in bytes; up to twice as much between two recounts
   */
  constructor(
    private readonly me: () => Snowflake | null,
    private readonly mostBytes: number = STATE_BYTES,
  ) {}

  /**
   * Reserves space for an event.
   *
   * @param bytes about the size of the event in memory
   * @throws {ServiceError} if the state would be too large
   */
  reserve(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= 2 * this.mostBytes) return;
    const known = this.#bytes === Number.POSITIVE_INFINITY ? this.#bytes : this.#recount() + bytes;
    // A state that is too large is not recounted until the next session, because that is slow.
    this.#bytes = known > this.mostBytes ? Number.POSITIVE_INFINITY : known;
    if (known > this.mostBytes) {
      throw new ServiceError(`The service sent more than ${this.mostBytes} bytes of state`, 502);
    }
  }

  guilds(): LiveGuild[] {
    return [...this.#guilds.values()].sort((a, b) => compareSnowflakes(a.id, b.id));
  }

  guild(id: Snowflake): LiveGuild | undefined {
    return this.#guilds.get(id);
  }

  channel(id: Snowflake): Channel | undefined {
    const found = this.#private.get(id);
    if (found !== undefined) return found;
    const guildId = this.#channels.get(id);
    const guild = guildId === undefined ? undefined : this.#guilds.get(guildId);
    const channel = guild?.channels.get(id);
    return guild && channel && viewerOf(guild, this.me())(channel) ? channel : undefined;
  }

  isHidden(id: Snowflake): boolean {
    return this.#channels.has(id) && this.channel(id) === undefined;
  }

  privateChannels(): Channel[] {
    return this.#private.all();
  }

  channels(guildId: Snowflake): Channel[] {
    const guild = this.#guilds.get(guildId);
    if (guild === undefined) return [];
    return [...guild.channels.values()].filter(viewerOf(guild, this.me()));
  }

  addGuild(created: GuildCreate): LiveGuild {
    this.removeGuild(created.id);
    const guild = liveGuild(created);
    this.#guilds.set(guild.id, guild);
    for (const id of guild.channels.keys()) this.#channels.set(id, guild.id);
    for (const { channel_id, user_id } of guild.voice_states.values()) {
      if (channel_id !== null) this.#enterVoice(guild, user_id);
    }
    return guild;
  }

  removeGuild(id: Snowflake): void {
    const guild = this.#guilds.get(id);
    if (guild === undefined) return;
    for (const channel of guild.channels.keys()) this.#channels.delete(channel);
    for (const userId of guild.voice_states.keys()) this.#leaveVoice(guild, userId);
    this.#guilds.delete(id);
  }

  /** Changes where a user is in the voice channels of a guild. */
  putVoiceState(guild: LiveGuild, state: VoiceState): void {
    if (state.channel_id === null) {
      guild.voice_states.delete(state.user_id);
      this.#leaveVoice(guild, state.user_id);
    } else {
      guild.voice_states.set(state.user_id, state);
      this.#enterVoice(guild, state.user_id);
    }
  }

  /** @returns whether the channel is private, or its guild is known */
  putChannel(channel: Channel): boolean {
    if (isPrivate(channel)) {
      this.#private.put(channel);
      return true;
    }
    const guild = channel.guild_id === undefined ? undefined : this.#guilds.get(channel.guild_id);
    if (guild === undefined) return false;
    guild.channels.set(channel.id, channel);
    this.#channels.set(channel.id, guild.id);
    return true;
  }

  removeChannel(id: Snowflake): void {
    this.#private.remove(id);
    const guildId = this.#channels.get(id);
    if (guildId !== undefined) this.#guilds.get(guildId)?.channels.delete(id);
    this.#channels.delete(id);
  }

  addRecipient(channelId: Snowflake, user: PartialUser): void {
    this.#private.addRecipient(channelId, user);
  }

  removeRecipient(channelId: Snowflake, userId: Snowflake): void {
    this.#private.removeRecipient(channelId, userId);
  }

  user(id: Snowflake): User | undefined {
    for (const guild of this.#guilds.values()) {
      const member = guild.members.get(id);
      if (member !== undefined) return member.user;
    }
    return undefined;
  }

  presence(userId: Snowflake): Presence | undefined {
    for (const guild of this.#guilds.values()) {
      const presence = guild.presences.get(userId);
      if (presence !== undefined) return presence;
    }
    return undefined;
  }

  voiceChange(userId: Snowflake): VoiceChange | null {
    const guild = this.#inVoice.get(userId)?.last;
    const state = guild?.voice_states.get(userId);
    const member = guild?.members.get(userId);
    return state && member && state.channel_id !== null
      ? { channelId: state.channel_id, state, member }
      : null;
  }

  /** the voice channel of a user and its guild; null if there is none */
  voiceChannelOf(userId: Snowflake): { channelId: Snowflake; guildId: Snowflake } | null {
    const guild = this.#inVoice.get(userId)?.last;
    const channelId = guild?.voice_states.get(userId)?.channel_id ?? null;
    return guild === undefined || channelId === null ? null : { channelId, guildId: guild.id };
  }

  clear(): void {
    this.#private.clear();
    this.#guilds.clear();
    this.#channels.clear();
    this.#inVoice.clear();
    this.#bytes = 0;
  }

  #enterVoice(guild: LiveGuild, userId: Snowflake): void {
    const entered = this.#inVoice.get(userId) ?? { last: guild, all: new Set() };
    entered.last = guild;
    entered.all.add(guild);
    this.#inVoice.set(userId, entered);
  }

  #leaveVoice(guild: LiveGuild, userId: Snowflake): void {
    const entered = this.#inVoice.get(userId);
    if (!entered?.all.delete(guild)) return;
    const [other] = entered.all;
    if (other === undefined) this.#inVoice.delete(userId);
    else if (entered.last === guild) entered.last = other;
  }

  #recount(): number {
    let bytes = this.#private.size();
    for (const guild of this.#guilds.values()) bytes += guildSize(guild);
    return bytes;
  }
}
