import type { GuildState } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Session } from './session.js';

/** The maximum number of channels of a guild whose viewers are remembered. */
const MAX_CHANNELS = 64;

/**
 * The sessions that receive the events of a guild, and the channels that each of them has received (docs/gateway.md,
 * Hidden channels). Channels are only changed here, because they decide who receives the events of a channel.
 */
export class GuildSessions {
  readonly #all = new Set<Session>();
  /** by channel, for `#guild` in `#version`; at most `MAX_CHANNELS` */
  readonly #viewers = new Map<Snowflake, readonly Session[]>();
  #guild: GuildState | null = null;
  #version = 0;

  constructor(private readonly guildId: Snowflake) {}

  get all(): ReadonlySet<Session> {
    return this.#all;
  }

  /** @param channels the channels that it receives with the guild */
  add(session: Session, channels: ReadonlySet<Snowflake>): void {
    this.#all.add(session);
    this.setChannels(session, channels);
  }

  /** A session has received exactly these channels from now on. */
  setChannels(session: Session, channels: ReadonlySet<Snowflake>): void {
    session.guilds.set(this.guildId, channels);
    this.#viewers.clear();
  }

  remove(session: Session): void {
    this.#all.delete(session);
    this.#viewers.clear();
  }

  /**
   * The sessions that receive the events of a channel. Which ones is decided again after each change of the guild, of the
   * sessions and of the channels that they have received; events without such a change in between, like messages, share it.
   *
   * @param guild the current state
   * @param find finds them
   */
  viewers(guild: GuildState, channelId: Snowflake, find: () => readonly Session[]): readonly Session[] {
    if (this.#guild !== guild || this.#version !== guild.version) {
      this.#viewers.clear();
      this.#guild = guild;
      this.#version = guild.version;
    }
    let viewers = this.#viewers.get(channelId);
    if (viewers === undefined) {
      // May reveal the channel to some of them, which forgets what is remembered.
      viewers = find();
      if (this.#viewers.size >= MAX_CHANNELS) this.#viewers.clear();
      this.#viewers.set(channelId, viewers);
    }
    return viewers;
  }
}
