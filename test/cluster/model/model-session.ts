import assert from 'node:assert/strict';
import type { GuildEntry } from '#guildhall/store/cluster.js';
import { DispatchJournal, type JournalRecord } from './dispatch-journal.js';
import type { ModelNode } from './model-node.js';
import type { SimulatedDatabase } from './simulated-database.js';
import type { Simulation } from './simulation.js';

/** How many events a session can be continued from. */
const KEPT_EVENTS = 8;

/** An event as the client received it. */
interface ReceivedEvent {
  readonly guildId: string;
  readonly key: string;
}

/** A client and its session, which may move to another node. */
export class ModelSession {
  node: ModelNode | null = null;
  /** of the current session: the entries before the first event */
  #baseline = new Map<string, number>();
  #received: ReceivedEvent[] = [];
  #journal = new DispatchJournal(KEPT_EVENTS);
  #unfollow: (() => void)[] = [];
  /** distinguishes the current connection from earlier ones */
  #connection = 0;

  constructor(
    private readonly world: Simulation,
    private readonly database: SimulatedDatabase,
    private readonly guildIds: readonly string[],
  ) {}

  /** The session starts over on a node: its client receives the guilds as they are. */
  async identify(node: ModelNode): Promise<void> {
    this.#leave();
    const connection = this.#connection;
    const loaded = await Promise.all(
      this.guildIds.map(async (id) => [id, await this.database.load(node.process, id)] as const),
    );
    if (connection !== this.#connection || node.isStopped) return;
    this.#baseline = new Map(loaded.map(([id, { head }]) => [id, head]));
    this.#received = [];
    this.#journal = new DispatchJournal(KEPT_EVENTS, { base: 0, positions: [...this.#baseline], events: [] });
    this.#follow(node);
  }

  /** The node ends in order and stores the session; another node continues it. */
  async move(node: ModelNode, toHead: boolean): Promise<void> {
    const record = this.#journal.toRecord();
    this.#leave();
    if (!this.#continue(node, record, toHead)) await this.identify(node);
  }

  /** @returns the first violation of what a client may expect; null if there is none */
  findViolation(isFinal: boolean): string | null {
    const positions = new Map(this.#baseline);
    for (const { guildId, key } of this.#received) {
      const position = (positions.get(guildId) ?? 0) + 1;
      positions.set(guildId, position);
      if (this.database.entry(guildId, position)?.text !== key) {
        return `event: ${key} is not number ${position} of guild ${guildId}`;
      }
    }
    if (!isFinal || this.node === null) return null;
    const late = this.guildIds.find((id) => positions.get(id) !== this.database.head(id));
    return late === undefined ? null : `event: the newest one of guild ${late} did not arrive`;
  }

  #continue(node: ModelNode, record: JournalRecord, toHead: boolean): boolean {
    const journal = new DispatchJournal(KEPT_EVENTS, record);
    const positions = journal.positionsAt(this.#received.length);
    if (positions === null) return false;
    // What was dispatched and not received is dispatched again.
    this.#journal = new DispatchJournal(KEPT_EVENTS, {
      base: this.#received.length,
      positions: this.guildIds.map((id) => [id, toHead ? this.database.head(id) : (positions.get(id) ?? 0)]),
      events: [],
    });
    this.#follow(node);
    return true;
  }

  #follow(node: ModelNode): void {
    this.node = node;
    const positions = this.#journal.positionsAt(this.#journal.last);
    assert.ok(positions !== null);
    this.#unfollow = this.guildIds.map((id) =>
      node.follow(id, positions.get(id) ?? 0, (entry) => this.#dispatch(entry)),
    );
  }

  #dispatch({ guildId, sequence, text }: GuildEntry): void {
    this.#journal.dispatched({ guildId, sequence });
    const number = this.#journal.last;
    const connection = this.#connection;
    // A connection keeps the order; what is on the way is lost with it.
    const arrive = () => {
      if (connection !== this.#connection) return;
      if (number > this.#received.length + 1) this.world.add(null, arrive);
      else this.#received.push({ guildId, key: text });
    };
    this.world.add(null, arrive);
  }

  #leave(): void {
    this.#connection += 1;
    for (const unfollow of this.#unfollow.splice(0)) unfollow();
    this.node = null;
  }
}
