import type { Listenable } from '../platform/events.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { Timestamp } from '../protocol/timestamp.js';

/** An application that records keys now, as the person sees it. */
export interface CaptureInfo {
  readonly application: { readonly id: Snowflake; readonly name: string };
  /** the connection that gets the keys */
  readonly session_id: string;
  readonly started_at: Timestamp;
  /** when it ends unless it is stopped before */
  readonly ends_at: Timestamp;
}

export interface CaptureEvents {
  /** a capture started or ended: what runs now, or null */
  changed: CaptureInfo | null;
}

/** What the person sees and can end of the captures of applications. */
export interface KeyCaptures extends Listenable<CaptureEvents> {
  readonly current: CaptureInfo | null;
  /** Ends the capture that runs. @returns what ran, or null */
  endCurrent(): Promise<CaptureInfo | null>;
}
