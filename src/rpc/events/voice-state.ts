import { VoiceStateEntrySchema } from '../../protocol/rpc/channel.js';
import { event, type RpcEvent } from '../event.js';
import { toVoiceStateEntry } from '../views/voice-state-entry.js';
import { channelArgs, requireChannel } from './channel-subscription.js';

/** What VOICE_STATE_CREATE, _UPDATE and _DELETE share: they differ in what happened only. */
function voiceStateEvent(
  evt: string,
  ...sources: ('voiceStateCreate' | 'voiceStateUpdate' | 'voiceStateDelete' | 'userVoiceSettingsUpdate')[]
): RpcEvent {
  return event({
    evt,
    scopes: ['rpc'],
    args: channelArgs,
    data: VoiceStateEntrySchema,
    sources,
    check: requireChannel,
    subscription: ({ channelId }) => ({ channel_id: channelId }),
    dispatch: (context, { state, member }) => toVoiceStateEntry(context, state, member),
  });
}

/** VOICE_STATE_CREATE: somebody joined the subscribed voice channel. */
export const voiceStateCreate = voiceStateEvent('VOICE_STATE_CREATE', 'voiceStateCreate');

/**
 * VOICE_STATE_UPDATE: somebody's voice state changed in the subscribed voice channel, or how the person hears them.
 */
export const voiceStateUpdate = voiceStateEvent(
  'VOICE_STATE_UPDATE',
  'voiceStateUpdate',
  'userVoiceSettingsUpdate',
);

/** VOICE_STATE_DELETE: somebody left the subscribed voice channel. */
export const voiceStateDelete = voiceStateEvent('VOICE_STATE_DELETE', 'voiceStateDelete');
