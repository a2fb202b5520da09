import Type from 'typebox';
import { event, type RpcEvent } from '../event.js';
import { channelArgs, requireChannel } from './channel-subscription.js';

/** What SPEAKING_START and SPEAKING_STOP share: they differ in what happened only. */
function speakingEvent(evt: string, source: 'speakingStart' | 'speakingStop'): RpcEvent {
  return event({
    evt,
    scopes: ['rpc'],
    args: channelArgs,
    data: Type.Object({ user_id: Type.String() }),
    sources: [source],
    check: requireChannel,
    subscription: ({ channelId }) => ({ channel_id: channelId }),
    dispatch: (_context, { userId }) => ({ user_id: userId }),
  });
}

/** SPEAKING_START: somebody in the subscribed voice channel starts speaking. */
export const speakingStart = speakingEvent('SPEAKING_START', 'speakingStart');

/** SPEAKING_STOP: somebody in the subscribed voice channel stops speaking. */
export const speakingStop = speakingEvent('SPEAKING_STOP', 'speakingStop');
