import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { killAtExit } from '../../helpers/kill-at-exit.js';
import { rest } from '../../helpers/service.js';
import type { HttpRequest, SocketTarget } from '../generators/load.js';
import { askChild, endChild } from '../servers/child.js';
import { BOT_TOKEN, type WrittenStore } from './sized-store.js';

const PROGRAM = fileURLToPath(import.meta.resolve('./service-process.js'));

/** The service on a store of a size. */
export class SizedService {
  private constructor(
    private readonly child: ChildProcess,
    private readonly url: string,
    readonly store: WrittenStore,
  ) {}

  static async start(store: WrittenStore): Promise<SizedService> {
    const child = fork(PROGRAM);
    killAtExit(child);
    return new SizedService(child, await askChild<string>(child, store.path), store);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Requests of the bot. @param paths below the API, requested in turn */
  request(method: string, paths: readonly string[], body?: string): HttpRequest {
    const { port, pathname } = new URL(this.url);
    const [path = ''] = paths;
    return {
      port: Number(port),
      method,
      path: `${pathname}${path}`,
      paths: paths.map((one) => `${pathname}${one}`),
      authorization: `Bot ${BOT_TOKEN}`,
      ...(body === undefined ? {} : { body }),
    };
  }

  /** One request of the bot. */
  async get(path: string): Promise<void> {
    await rest(this.url, 'GET', path, `Bot ${BOT_TOKEN}`);
  }

  /** A gateway session that nobody sees, until READY. */
  gatewayTarget(token: string): SocketTarget {
    const presence = { status: 'invisible', since: null, game: null, afk: false };
    return {
      port: Number(new URL(this.url).port),
      path: '/?v=6&encoding=json',
      isGreeted: true,
      setup: [JSON.stringify({ op: 2, d: { token, presence } })],
      heartbeat: JSON.stringify({ op: 1, d: null }),
    };
  }

  stop(): Promise<void> {
    return endChild(this.child);
  }
}
