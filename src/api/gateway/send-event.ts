import { audienceOf, type EventOf, type SharedEvent } from '../../guilds/events.js';
import type { GuildAsDecided } from '../../guilds/state.js';
import { viewersOf, viewersOfChannel } from '../../guilds/visible-channels.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { ChannelViews, hiddenChannelEvent, withoutChannel } from './channel-views.js';
import { EncodedEvent } from './frames/encoded-event.js';
import type { Session } from './session.js';
import type { GuildSessions, SessionIndex } from './session-index.js';

/** An event of a guild, and the sessions that may receive it. */
interface Delivery {
  readonly guild: GuildAsDecided;
  readonly sessions: GuildSessions;
  readonly encoded: EncodedEvent;
}

/** An event that changes whether a channel is there, or who may view it. */
type ChannelEvent = EventOf<'channelCreated' | 'channelUpdated' | 'channelDeleted'>;

/**
 * Sends an event to its recipients among the live sessions. Sessions receive nothing about channels that their users may
 * not view (docs/gateway.md, Hidden channels).
 *
 * @param guild as it was when the event was decided
 */
export function sendEvent(
  guild: GuildAsDecided,
  index: Pick<SessionIndex, 'ofGuild' | 'ofUser'>,
  event: SharedEvent,
): void {
  const audience = audienceOf(event);
  const encoded = EncodedEvent.ofGuild(guild.id, event);
  if (audience.kind === 'user') {
    for (const session of index.ofUser(audience.userId)) {
      if (session.serves(guild.id)) session.dispatch(encoded);
    }
    return;
  }
  const sessions = index.ofGuild(guild.id);
  if (sessions === undefined) return;
  const delivery = { guild, sessions, encoded };
  if (audience.kind === 'guild') sendToAll(delivery, audience.except);
  else if (event.type === 'voiceStateUpdated') sendVoiceState(delivery, event);
  else if (isChannelEvent(event)) sendChannel(delivery, event);
  else if (audience.kind === 'channel') sendToViewers(delivery, audience.channelId);
}

function sendToAll({ sessions, encoded }: Delivery, except: Snowflake | undefined): void {
  for (const session of sessions.all) {
    if (except === undefined || session.userId !== except) session.dispatch(encoded);
  }
}

/** Sessions that may view the channel and have not received it receive it first. */
function sendToViewers({ guild, sessions, encoded }: Delivery, channelId: Snowflake): void {
  const viewers = sessions.viewers(guild, channelId, () => {
    const views = new ChannelViews(guild, sessions);
    const mayView = viewersOf(guild, channelId);
    const allowed = [...sessions.all].filter(({ userId }) => mayView(userId));
    for (const session of allowed) views.reveal(session, channelId);
    return allowed;
  });
  for (const session of viewers) session.dispatch(encoded);
}

function isChannelEvent(event: SharedEvent): event is ChannelEvent {
  return (
    event.type === 'channelCreated' || event.type === 'channelUpdated' || event.type === 'channelDeleted'
  );
}

function sendChannel({ guild, sessions, encoded }: Delivery, { type, channel }: ChannelEvent): void {
  const views = new ChannelViews(guild, sessions);
  // A deleted channel as it was, any other as it is now.
  const mayView = viewersOfChannel(guild, guild.channels.get(channel.id) ?? channel);
  const hidden = hiddenChannelEvent(guild.id, channel);
  for (const session of sessions.all) {
    const isKnown = views.knows(session, channel.id);
    if (type === 'channelDeleted') {
      views.forget(session, channel.id);
      // It may have been hidden just before, which the session was not told yet.
      if (isKnown) session.dispatch(mayView(session.userId) ? encoded : hidden);
    } else if (!mayView(session.userId)) {
      if (type === 'channelUpdated') views.conceal(session, channel.id);
    } else if (isKnown) {
      session.dispatch(encoded);
    } else {
      // Contains the current state of the channel.
      views.reveal(session, channel.id);
    }
  }
}

/** Users who may not view the channel see the user in none; everybody sees their own channel. */
function sendVoiceState(
  { guild, sessions, encoded }: Delivery,
  { voice, from }: EventOf<'voiceStateUpdated'>,
): void {
  const views = new ChannelViews(guild, sessions);
  const { channelId: to, userId } = voice;
  const left = EncodedEvent.ofGuild(guild.id, {
    type: 'voiceStateUpdated',
    voice: withoutChannel(voice),
    from,
  });
  const mayView = viewersOf(guild, to);
  const sees = (session: Session, id: Snowflake | null) => id !== null && views.knows(session, id);
  for (const session of sessions.all) {
    if (session.userId === userId) {
      session.dispatch(encoded);
    } else if (to !== null && mayView(session.userId)) {
      views.reveal(session, to);
      session.dispatch(encoded);
    } else if (sees(session, from)) {
      session.dispatch(to === null ? encoded : left);
    }
  }
}
