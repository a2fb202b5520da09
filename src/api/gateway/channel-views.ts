import type { VoiceSnapshot } from '../../guilds/events.js';
import type { GuildAsDecided, GuildChannel } from '../../guilds/state.js';
import { voiceSnapshot } from '../../guilds/voice.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { EncodedEvent } from './frames/encoded-event.js';
import type { Session } from './session.js';
import type { GuildSessions } from './session-index.js';

/** An event, and the user whose voice state it contains; null: nobody's. */
interface EventAboutUser {
  readonly event: EncodedEvent;
  readonly userId: Snowflake | null;
}

/** What to send to a session that knows one set of channels and may view another. */
interface Difference {
  /** what it knows then */
  readonly channels: ReadonlySet<Snowflake>;
  readonly hidden: readonly GuildChannel[];
  readonly shown: readonly GuildChannel[];
}

/**
 * Sends channels that become visible or hidden to sessions, with each event encoded once (docs/gateway.md, Hidden
 * channels). `session.guilds` contains the known channels of a session.
 */
export class ChannelViews {
  readonly #revealed = new Map<Snowflake, EncodedEvent[]>();
  readonly #concealed = new Map<Snowflake, EventAboutUser[]>();
  /** sets that sessions share stay shared after a change */
  readonly #changed = new Map<ReadonlySet<Snowflake>, Map<Snowflake, ReadonlySet<Snowflake>>>();
  readonly #differences = new Map<ReadonlySet<Snowflake>, Map<ReadonlySet<Snowflake>, Difference>>();

  /**
   * @param guild as the events show it
   * @param sessions those that receive its events
   */
  constructor(
    private readonly guild: GuildAsDecided,
    private readonly sessions: Pick<GuildSessions, 'setChannels'>,
  ) {}

  /** Whether a session has received a channel. */
  knows(session: Session, channelId: Snowflake): boolean {
    return session.guilds.get(this.guild.id)?.has(channelId) ?? false;
  }

  /** Sends a channel, with the voice states in it, to a session that may view it and has not received it. */
  reveal(session: Session, channelId: Snowflake): void {
    const channel = this.guild.channels.get(channelId);
    const known = session.guilds.get(this.guild.id);
    if (channel === undefined || known === undefined || known.has(channelId)) return;
    this.sessions.setChannels(session, this.#toggled(known, channelId));
    this.#sendRevealed(session, channel);
  }

  #sendRevealed(session: Session, channel: GuildChannel): void {
    for (const event of this.#revealEvents(channel)) session.dispatch(event);
  }

  /** Removes a channel and the voice states in it from a session that has received it. */
  conceal(session: Session, channelId: Snowflake): void {
    const channel = this.guild.channels.get(channelId);
    const known = session.guilds.get(this.guild.id);
    if (channel === undefined || known === undefined || !known.has(channelId)) return;
    this.sessions.setChannels(session, this.#toggled(known, channelId));
    this.#sendConcealed(session, channel);
  }

  #sendConcealed(session: Session, channel: GuildChannel): void {
    for (const { event, userId } of this.#concealEvents(channel)) {
      // Everybody sees their own channel.
      if (userId !== session.userId) session.dispatch(event);
    }
  }

  /** A channel was deleted. */
  forget(session: Session, channelId: Snowflake): void {
    const known = session.guilds.get(this.guild.id);
    if (known?.has(channelId)) this.sessions.setChannels(session, this.#toggled(known, channelId));
  }

  /** Reveals and hides channels until a session has received exactly these. */
  show(session: Session, visible: ReadonlySet<Snowflake>): void {
    const known = session.guilds.get(this.guild.id);
    if (known === undefined) return;
    const { channels, hidden, shown } = this.#difference(known, visible);
    this.sessions.setChannels(session, channels);
    for (const channel of hidden) this.#sendConcealed(session, channel);
    for (const channel of shown) this.#sendRevealed(session, channel);
  }

  #difference(known: ReadonlySet<Snowflake>, visible: ReadonlySet<Snowflake>): Difference {
    const ofKnown = memoized(this.#differences, known, () => new Map());
    return memoized(ofKnown, visible, () => {
      const { channels } = this.guild;
      const present = ([...ids]: Iterable<Snowflake>) => ids.flatMap((id) => channels.get(id) ?? []);
      const hidden = present(known).filter(({ id }) => !visible.has(id));
      const shown = present(visible).filter(({ id }) => !known.has(id));
      const isHidden = new Set(hidden.map(({ id }) => id));
      const kept = [...known].filter((id) => !isHidden.has(id));
      return { channels: new Set([...kept, ...shown.map(({ id }) => id)]), hidden, shown };
    });
  }

  #toggled(known: ReadonlySet<Snowflake>, channelId: Snowflake): ReadonlySet<Snowflake> {
    const byChannel = memoized(this.#changed, known, () => new Map());
    return memoized(byChannel, channelId, () => {
      const copy = new Set(known);
      if (!copy.delete(channelId)) copy.add(channelId);
      return copy;
    });
  }

  #revealEvents(channel: GuildChannel): EncodedEvent[] {
    return memoized(this.#revealed, channel.id, () => [
      EncodedEvent.ofGuild(this.guild.id, { type: 'channelCreated', channel }),
      ...this.#voiceEvents(channel, (voice) => voice).map(({ event }) => event),
    ]);
  }

  #concealEvents(channel: GuildChannel): EventAboutUser[] {
    return memoized(this.#concealed, channel.id, () => [
      ...this.#voiceEvents(channel, withoutChannel),
      { event: hiddenChannelEvent(this.guild.id, channel), userId: null },
    ]);
  }

  #voiceEvents(channel: GuildChannel, toShown: (voice: VoiceSnapshot) => VoiceSnapshot): EventAboutUser[] {
    const { guild } = this;
    return [...guild.voiceStates.values()]
      .filter(({ channelId }) => channelId === channel.id)
      .map((state) => ({
        event: EncodedEvent.ofGuild(guild.id, {
          type: 'voiceStateUpdated',
          voice: toShown(voiceSnapshot(guild, state)),
          from: channel.id,
        }),
        userId: state.userId,
      }));
  }
}

/**
 * The event that a channel is gone, for sessions that may not view it any more: it may have another name or topic since,
 * and says what it is alone.
 */
export function hiddenChannelEvent(guildId: Snowflake, { id, type }: GuildChannel): EncodedEvent {
  const channel: GuildChannel = {
    ...{ id, type, applicationId: null, name: '', topic: null, position: 0, nsfw: false, bitrate: null },
    ...{ userLimit: null, parentId: null, permissionOverwrites: [], lastMessageId: null, lastPinAt: null },
  };
  return EncodedEvent.ofGuild(guildId, { type: 'channelDeleted', channel });
}

/** A voice state for sessions that may not view its channel: the user has left, and nothing that they do there is shown. */
export function withoutChannel(voice: VoiceSnapshot): VoiceSnapshot {
  return { ...voice, channelId: null, selfMute: false, selfDeaf: false, isSuppressed: false };
}

function memoized<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = values.get(key);
  if (value === undefined) {
    value = make();
    values.set(key, value);
  }
  return value;
}
