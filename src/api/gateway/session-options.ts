import type { Activity, Status } from '../../protocol/objects/presence.js';
import type { Caller } from '../core/caller.js';
import type { EncodedEvent } from './frames/encoded-event.js';
import type { FrameFormat } from './frames/frame-format.js';
import type { ReplayLimits } from './replay-limits.js';
import type { SendingTurns } from './sending-turns.js';

/** The live connection of a session. */
export interface SessionTransport {
  readonly format: FrameFormat;
  readonly isClosed: boolean;
  /** whether it accepts more now; otherwise it calls `drained` of the session later */
  readonly hasRoom: boolean;
  dispatch(event: EncodedEvent, sequence: number): void;
  /** closes the connection, from which the client may resume */
  dropSlowReader(): void;
  close(code: number, reason: string): void;
}

/** What all sessions of a process share. */
export interface SharedBySessions {
  readonly replayLimits: ReplayLimits;
  readonly turns: SendingTurns;
}

export interface SessionOptions {
  readonly id: string;
  /** what its client names to resume it: `id`, or the id on the node from which it moved here */
  readonly resumeId: string;
  readonly caller: Caller;
  /** guilds with more members are sent without offline members */
  readonly largeThreshold: number;
  /** the shard and the number of shards; null: not sharded */
  readonly shard: readonly [number, number] | null;
  readonly status: SessionStatus;
  /** whether the session receives OAUTH2_APPLICATIONS_UPDATE */
  readonly receivesApplicationUpdates: boolean;
}

export interface SessionStatus {
  readonly status: Status;
  readonly game: Activity | null;
}
