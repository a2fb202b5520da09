import { VoiceStateEntrySchema } from '../../protocol/rpc/channel.js';
import { event, type RpcEvent } from '../event.js';
import { voiceStateEntry } from '../views/voice-state-entry.js';
import { channelArgs, requireChannel } from './channel-subscription.js';

/** What VOICE_STATE_CREATE, _UPDATE and _DELETE share: they differ in what happened only. */
export function voiceStateEvent(
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
    dispatch: (context, { state, member }) => voiceStateEntry(context, state, member),
  });
}
