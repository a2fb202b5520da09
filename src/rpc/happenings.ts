import type { ChatClient, ChatEvents } from '../client/client.js';
import type { Listenable } from '../platform/events.js';
import type { VoiceEvents, VoiceRoom } from '../voice/voice.js';

/** What happens inside the daemon that RPC events are made from. */
export type SourceEvents = ChatEvents & VoiceEvents;

/** The happenings that the voice room tells of; the client tells of all others. */
const OF_VOICE: Readonly<Record<keyof VoiceEvents, true>> = {
  voiceSettingsUpdate: true,
  voiceChannelSelect: true,
  voiceConnectionStatus: true,
  userVoiceSettingsUpdate: true,
  speakingStart: true,
  speakingStop: true,
};

/** Everything RPC events are made from, in one place to listen at. */
export function happeningsOf(client: ChatClient, voice: VoiceRoom): Listenable<SourceEvents> {
  return {
    on(name, listener) {
      const place = Object.hasOwn(OF_VOICE, name) ? voice : client;
      return (place as Listenable<SourceEvents>).on(name, listener);
    },
  };
}
