import type { ChatClient } from '../client/client.js';
import type { Clock } from '../platform/clock.js';
import type { Channel } from '../protocol/objects/channel.js';
import { JoinTimedOutError } from './errors.js';

/** Asks the service to move the person, and waits until it has. @throws {JoinTimedOutError} */
export function selectVoiceChannel(
  { client, clock }: { client: ChatClient; clock: Clock },
  channel: Channel | null,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const wanted = channel?.id ?? null;
  if (client.voiceChannelId === wanted) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const settle = (how: () => void) => {
      for (const each of undo.splice(0)) each();
      how();
    };
    const giveUp = () => settle(() => reject(new JoinTimedOutError()));
    const undo = [
      clock.after(ms, giveUp),
      client.on('ownVoiceChannel', ({ channelId }) => {
        if (channelId === wanted) settle(resolve);
      }),
      () => signal.removeEventListener('abort', giveUp),
    ];
    signal.addEventListener('abort', giveUp, { once: true });
    client.moveToVoiceChannel(channel);
  });
}
