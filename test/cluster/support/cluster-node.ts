import assert from 'node:assert/strict';
import { createInterface } from 'node:readline';
import { NamespacedBus } from '#guildhall/cluster/bus/namespaced-bus.js';
import { openNatsBus } from '#guildhall/cluster/bus/nats/open-nats-bus.js';
import { ClusterNode } from '#guildhall/cluster/cluster-node.js';
import { publishEntry } from '#guildhall/cluster/events/entry-message.js';
import type { GuildLease } from '#guildhall/cluster/ownership/guild-lease.js';
import { processName } from '#guildhall/cluster/process-name.js';
import type { GuildRequest } from '#guildhall/cluster/requests/guild-request.js';
import { applyChanges } from '#guildhall/guilds/changes.js';
import type { GuildState } from '#guildhall/guilds/state.js';
import { SingleFlight } from '#guildhall/platform/async/coalesce.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ConflictError } from '#guildhall/store/errors.js';
import { readConnectionUrl } from '#guildhall/store/postgres/connection-settings.js';
import type { Store } from '#guildhall/store/store.js';
import { loadGuild, renamed } from '../../store/contract/fixtures.js';
import { openNode } from '../../store/postgres/support/open-node.js';

// A node as a process: cluster-node.js STORE_URL BUS_URL NAME. It renames guilds on request; each line of standard
// input is a command, and each of standard output a reply or an entry.

/** Guilds of this node in memory, each under the lease with which it was loaded. */
class RenamedGuilds {
  readonly #loading = new SingleFlight<GuildLease, GuildState>();
  readonly #guilds = new Map<GuildLease, GuildState>();

  constructor(private readonly store: Store) {}

  forget(lease: GuildLease): void {
    this.#guilds.delete(lease);
  }

  /** Renames the guild to the key of the request. */
  async carryOut({ guildId, key }: GuildRequest, lease: GuildLease): Promise<string> {
    const guild = this.#guilds.get(lease) ?? (await this.#loading.run(lease, () => this.#load(lease)));
    if (lease.isLost) throw new ConflictError('owner');
    const expectedVersion = guild.version;
    const changes = [renamed(guild, key)];
    applyChanges(guild, changes);
    const entry = { guildId, sequence: lease.nextSequence(), text: key };
    const fence = { epoch: lease.epoch, entry, request: { key, reply: key } };
    const committed = () => publishEntry(bus, entry);
    await this.store.guilds.save({ guild, expectedVersion, changes, conditions: [], fence }, { committed });
    return key;
  }

  async #load(lease: GuildLease): Promise<GuildState> {
    const guild = await loadGuild(this.store, lease.guildId);
    if (!lease.isLost) this.#guilds.set(lease, guild);
    return guild;
  }
}

const [storeUrl = '', busUrl = '', name = ''] = process.argv.slice(2);
const node = processName(name);
const store = await openNode(readConnectionUrl(storeUrl), { onError: () => {} });
assert.ok(store.cluster !== null);
const address = { url: busUrl, passwordFile: null, caFile: null, clientCertificate: null };
const identity = await store.cluster.identity();
const bus = new NamespacedBus(await openNatsBus(address, node, silentLogger), identity);
const guilds = new RenamedGuilds(store);
const cluster = new ClusterNode({
  store: store.cluster,
  bus,
  node,
  clock: systemClock,
  elapsed: () => performance.now(),
  log: silentLogger,
  carryOut: (request, lease) => guilds.carryOut(request, lease),
  lost: (lease) => guilds.forget(lease),
});

const print = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);

const COMMANDS: Readonly<Record<string, (guildId: string, key: string) => void>> = {
  stop() {
    void cluster.stop().then(() => print({ stopped: name }));
  },
  rename(guildId, key) {
    cluster.requests.run({ guildId, key, text: '' }, 15_000).then(
      () => print({ key, outcome: 'done' }),
      (error: unknown) => print({ key, outcome: error instanceof Error ? error.name : 'unknown' }),
    );
  },
  follow(guildId) {
    const expired = () => print({ expired: guildId });
    cluster.feeds.follow(guildId, 0, {
      deliver: ({ sequence, text }) => print({ guildId, sequence, text }),
      expired,
    });
  },
};

// Timers of the clock do not keep a process alive; standard input does.
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const [command = '', guildId = '', key = ''] = line.split(' ');
  COMMANDS[command]?.(guildId, key);
});
lines.on('close', () => process.exit());
print({ ready: name });
