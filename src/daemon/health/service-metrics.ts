import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestOutcome, ServiceFigures, ServiceObserver } from '../../api/core/service-observer.js';
import { VERSION } from '../../platform/version.js';
import type { CommitReport } from '../../store/commit.js';

const PREFIX = 'guildhall_';
/** Seconds, from a commit on a fast disk to a request at its deadline. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BATCHES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** The metrics of `guildhall api` in the text format of Prometheus (docs/operating.md, Metrics). */
export class ServiceMetrics implements ServiceObserver {
  readonly #registry = new Registry();
  #readFigures: () => void = () => {};
  readonly #requests = new Counter({
    name: `${PREFIX}http_requests_total`,
    help: 'Requests over HTTP that were answered, by the class of their status.',
    labelNames: ['status'],
    registers: [this.#registry],
  });
  readonly #commits = new Histogram({
    name: `${PREFIX}commit_duration_seconds`,
    help: 'Time until a batch of changes was durable, or failed.',
    labelNames: ['outcome'],
    buckets: DURATIONS,
    registers: [this.#registry],
  });
  readonly #batches = new Histogram({
    name: `${PREFIX}commit_batch_changes`,
    help: 'Changes that were stored together.',
    buckets: BATCHES,
    registers: [this.#registry],
  });
  readonly #staleChanges = new Counter({
    name: `${PREFIX}stale_changes_total`,
    help: 'Changes that the store refused because this node no longer owned their guild.',
    registers: [this.#registry],
  });
  readonly #forwarded = new Histogram({
    name: `${PREFIX}forwarded_request_duration_seconds`,
    help: 'Time until a request for a guild that this node did not own was answered, most of them by the owner.',
    labelNames: ['outcome'],
    buckets: DURATIONS,
    registers: [this.#registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
    new Gauge({
      name: `${PREFIX}build_info`,
      help: 'The version of the program; always 1.',
      labelNames: ['version'],
      registers: [this.#registry],
    }).set({ version: VERSION }, 1);
  }

  /** Adds what the service holds, which is read once whenever the metrics are. */
  observeFigures(read: () => ServiceFigures): void {
    let figures = read();
    this.#readFigures = () => {
      figures = read();
    };
    this.#gauge('guilds', 'Guilds in memory.', () => figures.guilds);
    this.#gauge('gateway_sessions', 'Sessions of the gateway, with those that can be resumed.', () => {
      return figures.gatewaySessions;
    });
    this.#gauge('gateway_connections', 'Open connections of the gateway.', () => figures.gatewayConnections);
    if (figures.cluster === null) return;
    const cluster = (name: string, help: string, of: keyof NonNullable<ServiceFigures['cluster']>) =>
      this.#gauge(name, help, () => Number(figures.cluster?.[of] ?? 0));
    cluster('owned_guilds', 'Guilds that this node owns.', 'ownedGuilds');
    cluster('followed_guilds', 'Guilds that sessions of this node follow, also its own.', 'followedGuilds');
    cluster('entries_behind', 'Entries of followed guilds that are not delivered yet.', 'entriesBehind');
    cluster(
      'bus_refused_messages',
      'Messages of the bus that were dropped since the start.',
      'refusedMessages',
    );
    cluster('clock_ahead_seconds', "How far this machine's clock is ahead of the database's.", 'clockAhead');
    cluster('bus_connected', 'Whether messages can be sent to other nodes: 1 or 0.', 'isBusConnected');
  }

  answered(status: number): void {
    this.#requests.inc({ status: `${Math.floor(status / 100)}xx` });
  }

  forwarded(outcome: RequestOutcome, seconds: number): void {
    this.#forwarded.observe({ outcome }, seconds);
  }

  committed({ changes, stale, isFailed, seconds }: CommitReport): void {
    this.#commits.observe({ outcome: isFailed ? 'failed' : 'stored' }, seconds);
    this.#batches.observe(changes);
    if (stale > 0) this.#staleChanges.inc(stale);
  }

  /** All metrics, and the media type of the text. */
  async read(): Promise<{ type: string; text: string }> {
    this.#readFigures();
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  #gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name: `${PREFIX}${name}`,
      help,
      registers: [this.#registry],
      collect() {
        this.set(read());
      },
    });
  }
}
