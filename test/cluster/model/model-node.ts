import { entrySubject, publishEntry, readEntryMessage } from '#guildhall/cluster/events/entry-message.js';
import { GuildFeeds } from '#guildhall/cluster/events/guild-feeds.js';
import { type GuildLease, LEASE_TIMING } from '#guildhall/cluster/ownership/guild-lease.js';
import { GuildLeases } from '#guildhall/cluster/ownership/guild-leases.js';
import type { AttemptedRequest, GuildRequest } from '#guildhall/cluster/requests/guild-request.js';
import { LongTexts } from '#guildhall/cluster/requests/long-texts.js';
import { OwnedRequests } from '#guildhall/cluster/requests/owned-requests.js';
import { RequestReceiver } from '#guildhall/cluster/requests/request-receiver.js';
import { RequestRouter } from '#guildhall/cluster/requests/request-router.js';
import { SingleFlight } from '#guildhall/platform/async/coalesce.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { GuildEntry } from '#guildhall/store/cluster.js';
import { ConflictError } from '#guildhall/store/errors.js';
import type { NodeFaults } from './mutations.js';
import { SimulatedBus, type SimulatedNetwork } from './simulated-bus.js';
import type { SimulatedDatabase } from './simulated-database.js';
import type { SimulatedProcess } from './simulation.js';

/** A request whose rule refuses it if it was carried out before, as a ban is; others can be carried out any number of times. */
export const ONCE = 'once';
/** The reply then. */
export const REFUSED = 'refused';

/** A guild in the memory of a node. */
interface Loaded {
  readonly lease: GuildLease;
  value: number;
  readonly keys: Set<string>;
  /** the latest commit; the next one waits for it, as the writer of the store does */
  tail: Promise<unknown>;
}

export interface ModelNodeOptions {
  readonly process: SimulatedProcess;
  readonly database: SimulatedDatabase;
  readonly network: SimulatedNetwork;
  readonly faults: NodeFaults;
}

/** A node: the code of `src/cluster` over a simulated database and bus, and guilds that are a number. */
export class ModelNode {
  readonly process: SimulatedProcess;
  readonly feeds: GuildFeeds;
  readonly router: RequestRouter;
  isStopped = false;
  readonly #leases: GuildLeases;
  readonly #bus: SimulatedBus;
  readonly #guilds = new Map<string, Loaded>();
  readonly #loading = new SingleFlight<GuildLease, Loaded>();

  constructor(private readonly options: ModelNodeOptions) {
    const { process, database, network } = options;
    const { clock, elapsed, name } = process;
    const log = silentLogger;
    this.process = process;
    this.#bus = new SimulatedBus(network, process);
    this.#leases = new GuildLeases({
      store: {
        take: (...args) => database.take(process, ...args),
        renew: (node, leaseMs, lists) =>
          database.renew(process, node, leaseMs, lists && !options.faults.trustsRenewals),
        release: (name) => database.release(process, name),
      },
      node: name,
      timing: LEASE_TIMING,
      clock,
      elapsed,
      log,
      lost: ({ guildId }) => this.#forget(guildId),
    });
    const owned = this.#createOwned();
    const texts = new LongTexts({ bus: this.#bus, node: name, clock });
    const shared = { owned, bus: this.#bus, texts, node: name, clock, log };
    this.router = new RequestRouter({ ...shared, elapsed });
    new RequestReceiver({ ...shared, leases: this.#leases });
    this.feeds = new GuildFeeds({
      bus: this.#bus,
      entries: {
        after: (...args) => database.after(process, ...args),
        heads: (ids) => database.heads(process, ids),
      },
      clock,
      log,
    });
  }

  /** The value of a guild in memory, if it may be read; null otherwise. */
  read(guildId: string): number | null {
    const guild = this.#guilds.get(guildId);
    if (guild === undefined) return null;
    if (this.options.faults.readsWithoutLease) return guild.value;
    return this.#leases.fresh(guildId) === guild.lease ? guild.value : null;
  }

  /** Follows a guild as a session does. */
  follow(guildId: string, position: number, deliver: (entry: GuildEntry) => void): () => void {
    if (this.options.faults.skipsGaps) {
      return this.#bus.subscribe(entrySubject(guildId), (text) => {
        const message = readEntryMessage(text);
        if (message !== null) deliver({ ...message, text: message.text ?? '' });
      });
    }
    return this.feeds.follow(guildId, position, { deliver, expired: () => {} });
  }

  /** Ends in order: guilds are released. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.#bus.stop();
    await this.feeds.stop();
    await this.#leases.stop();
  }

  #createOwned(): Pick<OwnedRequests, 'run'> {
    const { process, database, faults } = this.options;
    const find = (key: string) => database.findReply(process, key);
    const keep = { own: (id: string) => this.#leases.own(id), drop: () => {} };
    const owned = new OwnedRequests({
      leases: faults.keepsRefused ? keep : this.#leases,
      replies: { find },
      carryOut: (request, lease) => this.#carryOut(request, lease),
    });
    if (!faults.looksBeforeTaking) return owned;
    const run = async (request: AttemptedRequest) =>
      (request.isRepeated ? await find(request.key) : null) ?? owned.run({ ...request, isRepeated: false });
    return { run };
  }

  async #carryOut({ guildId, key, text }: GuildRequest, lease: GuildLease): Promise<string> {
    const { faults } = this.options;
    const guild = await this.#load(lease);
    const { isLost } = lease;
    if (isLost && !faults.keepsLost) throw new ConflictError('owner');
    if (faults.trustsItsClock && this.#leases.fresh(guildId) !== lease) throw new ConflictError('owner');
    if (text === ONCE && guild.keys.has(key)) return REFUSED;
    // Applied in memory and handed to the store in one turn, as the pipeline of a change does.
    guild.value += 1;
    guild.keys.add(key);
    const commit = this.#commit(guild, key, guild.tail);
    guild.tail = commit;
    return await commit;
  }

  /** @param before the commits that were handed in before; it fails if they do, as it was decided on top of them */
  async #commit(guild: Loaded, key: string, before: Promise<unknown>): Promise<string> {
    const { process, database, faults } = this.options;
    const { value } = guild;
    const { guildId } = guild.lease;
    const lease = (faults.keepsLost ? this.#leases.fresh(guildId) : null) ?? guild.lease;
    const entry = { guildId, sequence: lease.nextSequence(), text: key };
    const request = { key, reply: String(value) };
    if (faults.publishesFirst) publishEntry(this.#bus, entry);
    try {
      await before.catch(() => {
        throw new ConflictError('version');
      });
      const fence = { epoch: lease.epoch, entry, request };
      await database.commit(process, { guildId, key, value, fence });
      publishEntry(this.#bus, entry);
      return request.reply;
    } catch (error) {
      if (faults.keepsRefused) guild.tail = Promise.resolve();
      throw error;
    }
  }

  async #load(lease: GuildLease): Promise<Loaded> {
    const { faults } = this.options;
    const known = this.#guilds.get(lease.guildId);
    if (known !== undefined && (known.lease === lease || faults.keepsLost)) return known;
    return this.#loading.run(lease, () => this.#read(lease));
  }

  async #read(lease: GuildLease): Promise<Loaded> {
    const { guildId } = lease;
    const { value, keys } = await this.options.database.load(this.process, guildId);
    const guild = { lease, value, keys: new Set(keys), tail: Promise.resolve() };
    if (!lease.isLost) this.#guilds.set(guildId, guild);
    return guild;
  }

  #forget(guildId: string): void {
    if (!this.options.faults.keepsLost) this.#guilds.delete(guildId);
  }
}
