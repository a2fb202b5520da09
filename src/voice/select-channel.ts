import type { ChatClient } from '../client/client.js';
import type { Clock } from '../platform/clock.js';
import { waitUntil } from '../platform/wait-until.js';
import type { Channel } from '../protocol/objects/channel.js';
import { JoinTimedOutError } from './errors.js';

/** Asks the service to move the person, and waits until it has. @throws {JoinTimedOutError} */
export async function selectVoiceChannel(
  { client, clock }: { client: ChatClient; clock: Clock },
  channel: Channel | null,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const wanted = channel?.id ?? null;
  let current = client.voiceChannelId;
  if (current === wanted) return;
  const moved = waitUntil({
    look: () => (current === wanted ? true : undefined),
    listen: (lookAgain) => [
      client.on('ownVoiceChannel', ({ channelId }) => {
        current = channelId;
        lookAgain();
      }),
    ],
    clock,
    ms,
    signal,
  });
  client.moveToVoiceChannel(channel);
  if ((await moved) === null) throw new JoinTimedOutError();
}
