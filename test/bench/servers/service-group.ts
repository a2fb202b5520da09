import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiProcess } from '../../api/support/api-process.js';
import { rest } from '../../helpers/service.js';
import { openNode } from '../../store/postgres/support/open-node.js';
import { type HttpRequest, type SocketTarget, toRequest } from '../generators/load.js';
import type { BenchEngines } from './bench-engines.js';
import { createBotIn } from './bench-service.js';
import { programOf, UNLIMITED_ENVIRONMENT } from './daemon.js';

/** How many guilds a group has; a bot may not create more than ten. */
const GUILDS = 9;

/** A guild that was created over a service, which owns it. */
interface Guild {
  readonly id: string;
  readonly channelId: string;
}

/** `guildhall api` in a process, with guilds that it created. */
export interface GroupMember {
  readonly pid: number;
  readonly url: string;
  readonly guilds: readonly Guild[];
}

/** One or several processes of `guildhall api` over one store, with a bot whose guilds are spread over them. */
export class ServiceGroup {
  private constructor(
    readonly members: readonly GroupMember[],
    private readonly bot: string,
    private readonly processes: readonly ApiProcess[],
    private readonly folder: string,
  ) {}

  /** One process over SQLite. @param checkout the folder of the project that is measured */
  static async overSqlite(checkout: string): Promise<ServiceGroup> {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-bench-'));
    const bot = await createBotIn(folder);
    const environment = UNLIMITED_ENVIRONMENT;
    const process = await ApiProcess.run(folder, { environment, program: programOf(checkout) });
    return ServiceGroup.#of([process], bot, folder);
  }

  /** One process over PostgreSQL that is not a node, or several nodes. @param count of nodes; 0: it is none */
  static async overPostgres(checkout: string, engines: BenchEngines, count: number): Promise<ServiceGroup> {
    const { postgres } = engines;
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-bench-'));
    const database = await postgres.takeDatabase();
    const settings = postgres.settings(database);
    const bot = await createBotIn(folder, { openStore: (onError) => openNode(settings, { onError }) });
    const store = ['--store', engines.storeUrl(database)];
    const options = { environment: UNLIMITED_ENVIRONMENT, program: programOf(checkout) };
    const processes: ApiProcess[] = [];
    for (let number = 1; number <= Math.max(count, 1); number += 1) {
      const node = count === 0 ? [] : ['--node', `node-${number}`, '--bus', engines.busUrl];
      const home = await mkdtemp(join(folder, 'home-'));
      processes.push(await ApiProcess.run(home, { ...options, flags: [...store, ...node] }));
    }
    return ServiceGroup.#of(processes, bot, folder);
  }

  static async #of(processes: readonly ApiProcess[], bot: string, folder: string): Promise<ServiceGroup> {
    const members: GroupMember[] = [];
    for (const { pid, url } of processes) {
      const guilds: Guild[] = [];
      while (guilds.length < GUILDS / processes.length) guilds.push(await createGuild(url, bot));
      members.push({ pid, url, guilds });
    }
    return new ServiceGroup(members, bot, processes, folder);
  }

  /** The first process and the second. */
  get pair(): readonly [GroupMember, GroupMember] {
    const [first, second] = this.members;
    if (first === undefined || second === undefined) throw new TypeError('there is one process');
    return [first, second];
  }

  /** All guilds, by the processes that own them. */
  get guilds(): readonly Guild[] {
    return this.members.flatMap(({ guilds }) => guilds);
  }

  /** Requests of the bot to a process. @param paths requested in turn */
  request({ url }: GroupMember, method: string, paths: readonly string[], body?: string): HttpRequest {
    const [path = ''] = paths;
    const { pathname } = new URL(url);
    const request = toRequest({ url, authorization: this.bot }, method, path, body);
    return { ...request, paths: paths.map((one) => `${pathname}${one}`) };
  }

  /** A gateway session of the bot at a process, with its guilds: it gets no events of a guild before the guild. */
  gatewayTarget({ url }: GroupMember): SocketTarget {
    return {
      port: Number(new URL(url).port),
      path: '/?v=6&encoding=json',
      isGreeted: true,
      setup: [JSON.stringify({ op: 2, d: { token: this.bot } })],
      ready: { marker: '"t":"GUILD_CREATE"', count: this.guilds.length },
      heartbeat: JSON.stringify({ op: 1, d: null }),
    };
  }

  async stop(): Promise<void> {
    for (const process of this.processes) await process[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true });
  }
}

async function createGuild(url: string, bot: string): Promise<Guild> {
  const { id } = (await rest(url, 'POST', '/guilds', bot, { name: 'Bench' })) as { id: string };
  const channel = await rest(url, 'POST', `/guilds/${id}/channels`, bot, { name: 'text' });
  return { id, channelId: (channel as { id: string }).id };
}
