import type { VoiceConnectionStatus } from '../../protocol/rpc/voice-connection.js';
import type { ArrivedFrame } from './packet-stream.js';

export interface EndpointSessionListener {
  /** the connection is in this state now, for this reason */
  state(state: VoiceConnectionStatus['state']): void;
  ping(ms: number): void;
  /** a user has this source */
  source(ssrc: number, userId: string): void;
  /** a user left the channel */
  left(userId: string): void;
  /** a frame of Opus arrived */
  frame(frame: ArrivedFrame): void;
  /** the session is over; `rejoin`: the channel must be joined again to get another token */
  ended(reason: 'left' | 'rejoin'): void;
}
