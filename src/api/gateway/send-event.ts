import type { SharedEvent } from '../../guilds/events.js';
import type { GuildState } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { ChannelViews } from './channel-views.js';
import { EncodedEvent } from './encoded-event.js';
import type { Session } from './session.js';

/**
 * Sends an event to those of some sessions that it is for. Sessions learn nothing of channels that their users may not
 * view (docs/gateway.md, Hidden channels).
 *
 * @param guild as it is now
 */
export function sendEvent(guild: GuildState, sessions: ReadonlySet<Session>, event: SharedEvent): void {
  if (sessions.size === 0) return;
  const { audience } = event;
  const encoded = EncodedEvent.of(event.name, event.data);
  switch (audience.kind) {
    case 'user':
      for (const session of sessions) if (session.serves(guild.id)) session.dispatch(encoded);
      return;
    case 'guild':
      for (const session of sessions) if (session.userId !== audience.except) session.dispatch(encoded);
      return;
    case 'channel':
      sendToViewers(guild, sessions, event, encoded, audience.channelId);
      return;
    case 'voice':
      if (event.name === 'VOICE_STATE_UPDATE') sendVoiceState(guild, sessions, event, encoded, audience.from);
  }
}

function sendToViewers(
  guild: GuildState,
  sessions: ReadonlySet<Session>,
  { name }: SharedEvent,
  encoded: EncodedEvent,
  channelId: Snowflake,
): void {
  const views = new ChannelViews(guild);
  const isOfChannel = name === 'CHANNEL_CREATE' || name === 'CHANNEL_UPDATE';
  for (const session of sessions) {
    const isKnown = views.knows(session, channelId);
    if (name === 'CHANNEL_DELETE') {
      views.forget(session, channelId);
      if (isKnown) session.dispatch(encoded);
    } else if (!views.mayView(session, channelId)) {
      if (name === 'CHANNEL_UPDATE') views.conceal(session, channelId);
    } else {
      if (!isKnown) views.reveal(session, channelId);
      // Who was just sent the channel was sent it as it is now.
      if (isKnown || !isOfChannel) session.dispatch(encoded);
    }
  }
}

/** Who may not view the channel that somebody is in sees them in none; everybody sees where they are themselves. */
function sendVoiceState(
  guild: GuildState,
  sessions: ReadonlySet<Session>,
  { data }: Extract<SharedEvent, { name: 'VOICE_STATE_UPDATE' }>,
  encoded: EncodedEvent,
  from: Snowflake | null,
): void {
  const views = new ChannelViews(guild);
  const left = EncodedEvent.of('VOICE_STATE_UPDATE', { ...data, channel_id: null });
  const { channel_id: to, user_id: userId } = data;
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
