import type { Fence, GuildEntry, OwnedEpochs, Taken } from '#guildhall/store/cluster.js';
import { type Conflict, ConflictError, OutcomeUnknownError } from '#guildhall/store/errors.js';
import { lockRows, type Row, whenUnlocked } from './row-locks.js';
import type { Operation, SimulatedConnections } from './simulated-connections.js';
import type { SimulatedProcess, Simulation } from './simulation.js';

/** A guild of the model: each change counts it up by one. */
export interface ModelGuild {
  /** the number of changes, as the one who made the last change counted it */
  readonly value: number;
  /** of the requests that changed it, in order */
  readonly keys: readonly string[];
}

/** A change that is stored with a fence. */
export interface ModelCommit {
  readonly guildId: string;
  readonly key: string;
  readonly value: number;
  readonly fence: Fence;
}

/** A stored change, with what the model knows about it. */
export interface StoredChange {
  readonly key: string;
  readonly sequence: number;
  readonly epoch: number;
  /** the epoch of the guild at the moment of the commit */
  readonly epochThen: number;
}

/** How likely a transaction is slow, and how slow at most, in milliseconds. */
const SLOW = { chance: 0.2, mostMs: 1500 };

interface OwnerRow extends Row {
  readonly node: string;
  readonly epoch: number;
}

interface LeaseRow extends Row {
  until: number;
}

/** What the database leaves out; all true is what PostgreSQL is asked to do. */
export interface DatabaseRules {
  /** whether a commit requires the epoch of the guild */
  readonly checksEpoch: boolean;
  /** whether a commit locks the owner's row from its check on */
  readonly locksOwner: boolean;
  /** whether taking a guild locks the lease of its owner */
  readonly locksLease: boolean;
  /** whether a key is stored, and refused the second time */
  readonly storesKeys: boolean;
}

export const ALL_RULES: DatabaseRules = {
  checksEpoch: true,
  locksOwner: true,
  locksLease: true,
  storesKeys: true,
};

/** A database with a clock of its own. What a node asks of it runs in one or two steps. */
export class SimulatedDatabase {
  readonly guilds = new Map<string, ModelGuild>();
  readonly changes = new Map<string, StoredChange[]>();
  readonly #owners = new Map<string, OwnerRow>();
  readonly #leases = new Map<string, LeaseRow>();
  readonly #entries = new Map<string, GuildEntry[]>();
  readonly #replies = new Map<string, string>();

  constructor(
    private readonly world: Simulation,
    private readonly rules: DatabaseRules,
    private readonly connections: SimulatedConnections,
  ) {}

  addGuild(id: string): void {
    this.guilds.set(id, { value: 0, keys: [] });
    this.#owners.set(id, { node: '', epoch: 0, isLocked: false });
    this.changes.set(id, []);
    this.#entries.set(id, []);
  }

  head(guildId: string): number {
    return this.#entries.get(guildId)?.length ?? 0;
  }

  entry(guildId: string, sequence: number): GuildEntry | undefined {
    return this.#entries.get(guildId)?.[sequence - 1];
  }

  load(process: SimulatedProcess, guildId: string): Promise<ModelGuild & { readonly head: number }> {
    return this.connections.call(process, (settle) => {
      const guild = this.guilds.get(guildId) ?? { value: 0, keys: [] };
      const head = this.head(guildId);
      settle(() => ({ ...guild, head }));
    });
  }

  /** Reads the lease of the owner in one step and takes the guild in another; both rows are locked in between. */
  take(process: SimulatedProcess, guildId: string, node: string): Promise<Taken> {
    return this.connections.call(process, (settle) => {
      whenUnlocked(
        this.world,
        () => [this.#owners.get(guildId), this.#leaseOfOwner(guildId)],
        (locks) => {
          const row = this.#owners.get(guildId);
          const remainingMs = (this.#leaseOfOwner(guildId)?.until ?? 0) - this.world.now;
          if (row !== undefined && row.node !== node && remainingMs > 0) {
            settle(() => ({ kind: 'held', node: row.node, remainingMs }));
            return;
          }
          const unlock = lockRows(this.rules.locksLease ? locks : locks.slice(0, 1));
          this.#addEnd(() => {
            unlock();
            const epoch = (this.#owners.get(guildId)?.epoch ?? 0) + 1;
            this.#owners.set(guildId, { node, epoch, isLocked: false });
            const sequence = this.head(guildId);
            settle(() => ({ kind: 'taken', epoch, sequence }));
          });
        },
      );
    });
  }

  renew(
    process: SimulatedProcess,
    node: string,
    leaseMs: number,
    lists: boolean,
  ): Promise<OwnedEpochs | null> {
    return this.connections.call(process, (settle) => {
      whenUnlocked(
        this.world,
        () => [this.#leases.get(node)],
        () => {
          const lease = this.#leases.get(node) ?? { until: 0, isLocked: false };
          const isContinued = lease.until > this.world.now && !lists;
          lease.until = this.world.now + leaseMs;
          this.#leases.set(node, lease);
          const owned = [...this.#owners].filter(([, owner]) => owner.node === node);
          const epochs = new Map(owned.map(([guildId, { epoch }]) => [guildId, epoch]));
          settle(() => (isContinued ? null : epochs));
        },
      );
    });
  }

  release(process: SimulatedProcess, node: string): Promise<void> {
    return this.connections.call(process, (settle) => {
      whenUnlocked(
        this.world,
        () => [this.#leases.get(node)],
        () => {
          this.#leases.delete(node);
          settle(() => undefined);
        },
      );
    });
  }

  /** Checks the fence in one step and stores in another; the row is locked in between. */
  commit(process: SimulatedProcess, commit: ModelCommit): Promise<void> {
    const { guildId, fence, key } = commit;
    const { checksEpoch, locksOwner } = this.rules;
    const operation: Operation<void> = (settle) => {
      const refuse = (conflict: Conflict) =>
        settle(() => {
          throw new ConflictError(conflict);
        });
      const check = () => {
        const row = this.#owners.get(guildId);
        const follows = fence.entry?.sequence === this.head(guildId) + 1;
        if (checksEpoch && (row?.epoch !== fence.epoch || !follows)) return refuse('owner');
        const unlock = lockRows(locksOwner ? [row] : []);
        this.#addEnd(() => {
          unlock();
          if (this.#replies.has(key)) return refuse('repeated');
          this.#store(commit);
          settle(() => undefined);
        });
      };
      if (locksOwner) whenUnlocked(this.world, () => [this.#owners.get(guildId)], check);
      else check();
    };
    return this.connections.call(
      process,
      operation,
      () => new OutcomeUnknownError('the connection was lost'),
    );
  }

  after(process: SimulatedProcess, guildId: string, sequence: number, limit: number): Promise<GuildEntry[]> {
    return this.connections.call(process, (settle) => {
      const found = (this.#entries.get(guildId) ?? []).slice(sequence, sequence + limit);
      settle(() => found);
    });
  }

  heads(process: SimulatedProcess, guildIds: readonly string[]): Promise<Map<string, number>> {
    return this.connections.call(process, (settle) => {
      const heads = new Map(guildIds.map((id) => [id, this.head(id)]));
      settle(() => heads);
    });
  }

  findReply(process: SimulatedProcess, key: string): Promise<string | null> {
    return this.connections.call(process, (settle) => {
      const reply = this.#replies.get(key) ?? null;
      settle(() => reply);
    });
  }

  #store({ guildId, key, value, fence }: ModelCommit): void {
    const sequence = fence.entry?.sequence ?? 0;
    if (fence.entry !== null) this.#entries.get(guildId)?.push(fence.entry);
    const keys = [...(this.guilds.get(guildId)?.keys ?? []), key];
    this.guilds.set(guildId, { value, keys });
    const epochThen = this.#owners.get(guildId)?.epoch ?? 0;
    this.changes.get(guildId)?.push({ key, sequence, epoch: fence.epoch, epochThen });
    if (fence.request !== null && this.rules.storesKeys)
      this.#replies.set(fence.request.key, fence.request.reply);
  }

  /** Adds the last step of a transaction. */
  #addEnd(run: () => void): void {
    const { random } = this.world;
    this.world.add(null, run, random.chance(SLOW.chance) ? random.below(SLOW.mostMs) : 0);
  }

  #leaseOfOwner(guildId: string): LeaseRow | undefined {
    return this.#leases.get(this.#owners.get(guildId)?.node ?? '');
  }
}
