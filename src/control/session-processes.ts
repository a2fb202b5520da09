import type { DescribeProcess, ProcessDescription } from '../platform/processes/process-description.js';
import type { RpcSessions } from '../rpc/sessions/live-sessions.js';

/** The programs at the other end of connections. Each is looked for once, because that costs processor time. */
export class SessionProcesses {
  /** by the id of the connection; null: it is being looked for, or unknown */
  #known = new Map<string, ProcessDescription | null>();

  constructor(
    private readonly sessions: Pick<RpcSessions, 'findPeer'>,
    private readonly describe: DescribeProcess,
  ) {}

  /** Forgets connections that are not among these. @param ids of connections */
  keep(ids: ReadonlySet<string>): void {
    this.#known = new Map([...this.#known].filter(([id]) => ids.has(id)));
  }

  /** @returns null while it is being looked for, and if it is unknown */
  of(id: string): ProcessDescription | null {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    this.#known.set(id, null);
    void this.#find(id);
    return null;
  }

  async #find(id: string): Promise<void> {
    const peer = await this.sessions.findPeer(id);
    const process = peer === null ? null : await this.describe(peer);
    if (this.#known.has(id)) this.#known.set(id, process);
  }
}
