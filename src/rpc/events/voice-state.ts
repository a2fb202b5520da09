import type { Declared } from '../../protocol/declaration/declared.js';
import { VoiceStateEntrySchema } from '../../protocol/rpc/channel.js';
import { event, type RpcEvent } from '../subscriptions/event.js';
import { toVoiceStateEntry } from '../views/voice-state-entry.js';
import { channelArgs, requireChannel } from './channel.js';

type VoiceStateSource =
  | 'voiceStateCreate'
  | 'voiceStateUpdate'
  | 'voiceStateDelete'
  | 'userVoiceSettingsUpdate';

/** What VOICE_STATE_CREATE, _UPDATE and _DELETE share: they differ in what happened only. */
function voiceStateEvent(
  declaration: Pick<Declared, 'name' | 'summary' | 'details'>,
  ...sources: VoiceStateSource[]
): RpcEvent {
  return event({
    ...declaration,
    access: { scopes: ['rpc'] },
    errors: ['INVALID_CHANNEL'],
    args: channelArgs,
    data: VoiceStateEntrySchema,
    sources,
    check: requireChannel,
    subscription: ({ channelId }) => ({ channel_id: channelId }),
    dispatch: (context, { state, member }) => toVoiceStateEntry(context, state, member),
  });
}

export const voiceStateCreate = voiceStateEvent(
  { name: 'VOICE_STATE_CREATE', summary: 'A user joined the subscribed voice channel.' },
  'voiceStateCreate',
);

export const voiceStateUpdate = voiceStateEvent(
  {
    name: 'VOICE_STATE_UPDATE',
    summary: 'The voice state of a user in the subscribed voice channel changed.',
    details:
      'It is also sent when the nick or the account of the user changes, and when the person changes how they hear them.',
  },
  'voiceStateUpdate',
  'userVoiceSettingsUpdate',
);

export const voiceStateDelete = voiceStateEvent(
  { name: 'VOICE_STATE_DELETE', summary: 'A user left the subscribed voice channel.' },
  'voiceStateDelete',
);
