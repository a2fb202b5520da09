import type { NodeUnderFaults } from './node-under-faults.js';
import { type Change, WritingClients } from './writing-clients.js';

/** The pause between two changes of one client, in milliseconds. */
const PAUSE_MS = 30;

/** Clients that change each guild over each node, one change after the other. */
export class ClusterLoad extends WritingClients {
  protected readonly changes: readonly Change[];

  constructor(nodes: readonly NodeUnderFaults[], guildIds: readonly string[]) {
    super(guildIds, PAUSE_MS);
    this.changes = nodes.flatMap((node) =>
      guildIds.map((guildId) => (number: number) => this.#change(node, guildId, `change-${number}`)),
    );
  }

  async #change(node: NodeUnderFaults, guildId: string, key: string): Promise<void> {
    const outcome = await node.rename(guildId, key);
    this.count(outcome);
    if (outcome === 'done') this.acknowledged.add(guildId, key);
  }
}
