import { audienceOf, type EventOf, type GuildEventType, type SharedEvent } from '../../guilds/events.js';
import type { GuildState } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { ChannelViews } from './channel-views.js';
import { EncodedEvent } from './encoded-event.js';
import type { Session } from './session.js';

/** An event of a guild, and the sessions that may receive it. */
interface Delivery {
  readonly guild: GuildState;
  readonly sessions: ReadonlySet<Session>;
  readonly encoded: EncodedEvent;
}

/**
 * Sends an event to its recipients among some sessions. Sessions receive nothing about channels that their users may
 * not view (docs/gateway.md, Hidden channels).
 *
 * @param guild the current state
 */
export function sendEvent(guild: GuildState, sessions: ReadonlySet<Session>, event: SharedEvent): void {
  if (sessions.size === 0) return;
  const audience = audienceOf(event);
  const encoded = EncodedEvent.ofGuild(guild.id, event);
  switch (audience.kind) {
    case 'user':
      for (const session of sessions) if (session.serves(guild.id)) session.dispatch(encoded);
      return;
    case 'guild':
      for (const session of sessions) if (session.userId !== audience.except) session.dispatch(encoded);
      return;
    case 'channel':
      sendToViewers({ guild, sessions, encoded }, event.type, audience.channelId);
      return;
    case 'voice':
      if (event.type === 'voiceStateUpdated') sendVoiceState({ guild, sessions, encoded }, event);
  }
}

function sendToViewers(
  { guild, sessions, encoded }: Delivery,
  type: GuildEventType,
  channelId: Snowflake,
): void {
  const views = new ChannelViews(guild);
  const isOfChannel = type === 'channelCreated' || type === 'channelUpdated';
  for (const session of sessions) {
    const isKnown = views.knows(session, channelId);
    if (type === 'channelDeleted') {
      views.forget(session, channelId);
      if (isKnown) session.dispatch(encoded);
    } else if (!views.mayView(session, channelId)) {
      if (type === 'channelUpdated') views.conceal(session, channelId);
    } else {
      if (!isKnown) views.reveal(session, channelId);
      // A session that just received the channel has its current state.
      if (isKnown || !isOfChannel) session.dispatch(encoded);
    }
  }
}

/** Users who may not view the channel see the user in none; everybody sees their own channel. */
function sendVoiceState(
  { guild, sessions, encoded }: Delivery,
  { voice, from }: EventOf<'voiceStateUpdated'>,
): void {
  const views = new ChannelViews(guild);
  const { channelId: to, userId } = voice;
  const left = EncodedEvent.ofGuild(guild.id, {
    type: 'voiceStateUpdated',
    voice: { ...voice, channelId: null },
    from,
  });
  for (const session of sessions) {
    const sees = (id: Snowflake | null) => id !== null && views.knows(session, id);
    if (session.userId === userId) {
      session.dispatch(encoded);
    } else if (to !== null && views.mayView(session, to)) {
      views.reveal(session, to);
      session.dispatch(encoded);
    } else if (sees(from)) {
      session.dispatch(left);
    }
  }
}
