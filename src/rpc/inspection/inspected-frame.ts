import type { Timestamp } from '../../protocol/timestamp.js';

/** A frame of a connection as the person's console shows it: without secrets, and cut if it is long. */
export interface InspectedFrame {
  /** counts the frames of the inspection from 1; a gap: frames between were not shown, because there were too many */
  readonly number: number;
  readonly at: Timestamp;
  /** seen from the daemon */
  readonly direction: 'received' | 'sent';
  /** null: none, or too long for a name */
  readonly cmd: string | null;
  /** the same */
  readonly evt: string | null;
  /** as text; null: none */
  readonly nonce: string | null;
  /** its length on the connection, in bytes */
  readonly bytes: number;
  /** its content as JSON; the beginning if `is_cut` */
  readonly text: string;
  readonly is_cut: boolean;
}
