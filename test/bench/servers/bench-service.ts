import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiOptions } from '#guildhall/api/compose/api-options.js';
import { type ApiService, startApiService } from '#guildhall/api/compose/start-api.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { Write } from '#guildhall/store/sql/writes.js';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import { rest } from '../../helpers/service.js';
import { writeRows } from '../../store/sqlite/write-rows.js';

interface BenchOptions extends Partial<ApiOptions> {
  /** the maximum number of changes per transaction of the store; unlimited by default */
  readonly changesOfCommit?: number;
}

/** A service for a bench, over a store of its own, with a guild of a bot in it. */
export class BenchService {
  private constructor(
    readonly folder: string,
    private api: ApiService,
    private readonly options: BenchOptions,
    /** the bot's Authorization header */
    readonly bot: string,
    readonly botId: string,
    readonly guildId: string,
  ) {}

  static async start(options: BenchOptions = {}): Promise<BenchService> {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-bench-'));
    const api = await startIn(folder, options);
    const { header, id } = await createBot(api);
    const guild = (await rest(api.url, 'POST', '/guilds', header, { name: 'Bench' })) as { id: string };
    return new BenchService(folder, api, options, header, id, guild.id);
  }

  get url(): string {
    return this.api.url;
  }

  get databasePath(): string {
    return databaseIn(this.folder);
  }

  get administration(): ApiService['administration'] {
    return this.api.administration;
  }

  /** Puts rows into the store while the service is down. */
  async fill(writes: readonly Write[]): Promise<void> {
    await this.api.stop();
    await writeRows(this.databasePath, writes);
    this.api = await startIn(this.folder, this.options);
  }

  async stop(): Promise<void> {
    await this.api.stop();
    await rm(this.folder, { recursive: true });
  }
}

/** Creates a bot in a store that no service uses. @param folder of its SQLite file @returns its Authorization header */
export async function createBotIn(
  folder: string,
  options: Pick<ApiOptions, 'openStore'> | Record<string, never> = {},
): Promise<string> {
  const api = await startIn(folder, options);
  try {
    return (await createBot(api)).header;
  } finally {
    await api.stop();
  }
}

/** @returns its id and Authorization header */
async function createBot({ administration }: ApiService): Promise<{ id: string; header: string }> {
  const { bot } = await administration.createApplication({ name: 'Bench', bot: true, approved: true });
  if (bot === null) throw new TypeError('a bot was asked for');
  return { id: bot.id, header: `Bot ${bot.token}` };
}

function databaseIn(folder: string): string {
  return join(folder, 'store.db');
}

function startIn(folder: string, { changesOfCommit, ...options }: BenchOptions): Promise<ApiService> {
  return startApiService({
    openStore: (onError) =>
      openStore(databaseIn(folder), onError, changesOfCommit === undefined ? {} : { changesOfCommit }),
    attachmentsPath: join(folder, 'attachments'),
    host: '127.0.0.1',
    peers: allowAnyPeer,
    port: 0,
    clock: systemClock,
    log: silentLogger,
    // What is measured is the work, not the quota on it.
    restLimits: { bucketRequests: Number.MAX_SAFE_INTEGER, globalRequests: Number.MAX_SAFE_INTEGER },
    ...options,
  });
}
