import type { SessionLiveness } from '../../api/guilds/guild-registry.js';
import { createSecret } from '../../platform/crypto/secrets.js';
import type { LiveNodes } from '../live-nodes.js';
import { isProcessEnd } from '../process-name.js';

/** The length of the random end of a process's name (`processName`). */
const END_LENGTH = 16;

/** The ids of sessions, which contain the process they are of. */
export class SessionIds implements SessionLiveness {
  /** what the ids of sessions of this process begin with */
  readonly ownEnd: string;

  /**
   * @param name of this process
   * @param here the sessions of this process
   */
  constructor(
    name: string,
    private readonly here: SessionLiveness,
    private readonly nodes: Pick<LiveNodes, 'isGone'>,
  ) {
    this.ownEnd = name.slice(-END_LENGTH);
  }

  /** Whether it is a session of this process. */
  isOwn(id: string): boolean {
    return id.startsWith(this.ownEnd);
  }

  create(): string {
    return this.ownEnd + createSecret();
  }

  /** What the id begins with, if it may be of a session of another process that runs. */
  processOf(id: string): string | null {
    const end = id.slice(0, END_LENGTH);
    if (end === this.ownEnd) return null;
    // A client may send any text, and it becomes part of a subject of the bus.
    return isProcessEnd(end) && !this.nodes.isGone(end) ? end : null;
  }

  /** Whether a session is live, on whichever node. One of another node counts as live until that has ended. */
  has(id: string): boolean {
    const end = id.slice(0, END_LENGTH);
    return end === this.ownEnd ? this.here.has(id) : !this.nodes.isGone(end);
  }
}
