import type { Listenable } from '../platform/async/events.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { Timestamp } from '../protocol/timestamp.js';

/** The running key capture, as shown to the person. */
export interface CaptureInfo {
  readonly application: { readonly id: Snowflake; readonly name: string };
  /** the connection that started it */
  readonly session_id: string;
  readonly started_at: Timestamp;
  /** when it ends at the latest */
  readonly ends_at: Timestamp;
}

export interface CaptureEvents {
  /** a capture started or ended: the running one, or null */
  changed: CaptureInfo | null;
}

/** Lets the person see and end key captures. */
export interface KeyCaptures extends Listenable<CaptureEvents> {
  readonly current: CaptureInfo | null;
  /** Ends the running capture. @returns that capture, or null if there was none */
  endCurrent(): Promise<CaptureInfo | null>;
}
