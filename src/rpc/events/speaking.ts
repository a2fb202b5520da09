import Type from 'typebox';
import type { Declared } from '../../protocol/declaration/declared.js';
import { event, type RpcEvent } from '../subscriptions/event.js';
import { channelArgs, requireChannel } from './channel.js';

/** What SPEAKING_START and SPEAKING_STOP share: they differ in what happened only. */
function speakingEvent(
  declaration: Pick<Declared, 'name' | 'summary'>,
  source: 'speakingStart' | 'speakingStop',
): RpcEvent {
  return event({
    ...declaration,
    access: { scopes: ['rpc'] },
    errors: ['INVALID_CHANNEL'],
    args: channelArgs,
    data: Type.Object({ user_id: Type.String() }),
    sources: [source],
    check: requireChannel,
    subscription: ({ channelId }) => ({ channel_id: channelId }),
    dispatch: (_context, { userId }) => ({ user_id: userId }),
  });
}

export const speakingStart = speakingEvent(
  { name: 'SPEAKING_START', summary: 'A user in the subscribed voice channel started speaking.' },
  'speakingStart',
);

export const speakingStop = speakingEvent(
  { name: 'SPEAKING_STOP', summary: 'A user in the subscribed voice channel stopped speaking.' },
  'speakingStop',
);
