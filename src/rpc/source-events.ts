import type { ChatClient, ChatEvents } from '../client/client.js';
import type { Listenable } from '../platform/async/events.js';
import type { VoiceEvents, VoiceRoom } from '../voice/voice.js';

/** The events inside the daemon that RPC events are made from. */
export type SourceEvents = ChatEvents & VoiceEvents;

/** The source events that the voice room emits; the client emits all others. */
const VOICE_EVENTS: Readonly<Record<keyof VoiceEvents, true>> = {
  voiceSettingsUpdate: true,
  settingsHolder: true,
  voiceChannelSelect: true,
  voiceConnectionStatus: true,
  userVoiceSettingsUpdate: true,
  speakingStart: true,
  speakingStop: true,
};

/** Combines the source events of client and voice. */
export function combineSourceEvents(client: ChatClient, voice: VoiceRoom): Listenable<SourceEvents> {
  return {
    on(name, listener) {
      const source = Object.hasOwn(VOICE_EVENTS, name) ? voice : client;
      return (source as Listenable<SourceEvents>).on(name, listener);
    },
  };
}
