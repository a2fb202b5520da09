import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestDaemon } from '../../helpers/daemon.js';
import {
  accessToken,
  GAME_ORIGIN,
  makeWorld,
  type Person,
  rest,
  type World as TestWorld,
} from '../../helpers/service.js';
import { inBatches } from '../generators/in-batches.js';
import { type HttpRequest, type SocketTarget, toRequest } from '../generators/load.js';

/** What is measured is the work, not the limit on it. */
const UNLIMITED = [
  ...['CONNECTIONS', 'CONNECTIONS_PER_APPLICATION', 'UNAUTHENTICATED_CONNECTIONS'].map(
    (name) => `RPC_MAX_${name}`,
  ),
  'RPC_MAX_UNAUTHENTICATED_CONNECTIONS_PER_APPLICATION',
  ...['MESSAGES_PER_SECOND', 'WORK_PER_SECOND'].map((name) => `RPC_MAX_${name}`),
  ...['WORK_PER_SECOND', 'WORK_PER_SECOND_IN_ALL'].map((name) => `RPC_MAX_UNAUTHENTICATED_${name}`),
  ...['REQUESTS', 'REQUESTS_OF_CALLER'].map((name) => `API_MAX_${name}`),
];
const HIGHEST = String(2 ** 31 - 1);

export const UNLIMITED_ENVIRONMENT = Object.fromEntries(
  UNLIMITED.map((name) => [`GUILDHALL_${name}`, HIGHEST]),
);

const CHANNELS = 10;
const ROLES = 10;
const MEMBERS = 50;
const CROWD = 1_000;

/** The program of a checkout that `npm start` runs. */
export function programOf(checkout: string): string {
  const manifest = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    bin: { guildhall: string };
  };
  return join(checkout, manifest.bin.guildhall);
}

/** A whole daemon without limits, with a game and its bot's guild of ten channels, ten roles and fifty members. */
export class BenchDaemon {
  #crowd: Promise<readonly Person[]> | null = null;

  private constructor(
    private readonly daemon: TestDaemon,
    readonly world: TestWorld,
    /** of the signed-in person for the game */
    private readonly token: string,
  ) {}

  static async start(checkout: string): Promise<BenchDaemon> {
    const daemon = await TestDaemon.start({
      program: programOf(checkout),
      environment: UNLIMITED_ENVIRONMENT,
    });
    try {
      const world = await makeWorld(daemon);
      const scopes = ['rpc', 'identify', 'guilds', 'messages.read'];
      const token = await accessToken(daemon.runtime.api.url, world.game, world.person, scopes);
      const started = new BenchDaemon(daemon, world, token);
      await started.#fill();
      return started;
    } catch (error) {
      await daemon.stop();
      throw error;
    }
  }

  get pid(): number {
    return this.daemon.runtime.pid;
  }

  get bot(): string {
    return `Bot ${this.world.game.bot?.token}`;
  }

  get apiUrl(): string {
    return this.daemon.runtime.api.url;
  }

  /** A request of the bot. @param path below the API, e.g. `/guilds/1` */
  request(method: string, path: string, body?: string): HttpRequest {
    return toRequest({ url: this.apiUrl, authorization: this.bot }, method, path, body);
  }

  /** RPC connections of the game. @param setup frames that are sent first */
  rpcTarget(setup: readonly object[] = []): SocketTarget {
    return {
      port: this.daemon.runtime.rpc.port,
      path: `/?v=1&client_id=${this.world.game.id}&encoding=json`,
      origin: GAME_ORIGIN,
      isGreeted: true,
      setup: setup.map((payload) => JSON.stringify(payload)),
    };
  }

  /** The same over IPC. */
  ipcTarget(setup: readonly object[] = []): SocketTarget {
    const path = this.daemon.runtime.ipc?.path ?? '';
    return { ...this.rpcTarget(setup), ipc: { path, clientId: this.world.game.id } };
  }

  /**
   * A gateway session of a person, who is invisible: a thousand who see each other come would cause a million events.
   *
   * @param query of the URL, besides version and encoding
   */
  gatewayTarget({ token }: Person, query = ''): SocketTarget {
    const presence = { status: 'invisible', since: null, game: null, afk: false };
    return {
      port: Number(new URL(this.apiUrl).port),
      path: `/?v=6&encoding=json${query}`,
      isGreeted: true,
      setup: [JSON.stringify({ op: 2, d: { token, presence } })],
      heartbeat: JSON.stringify({ op: 1, d: null }),
    };
  }

  /** The frame that authenticates a connection for the signed-in person. */
  authenticate(): object {
    return { cmd: 'AUTHENTICATE', args: { access_token: this.token }, nonce: 'authenticate' };
  }

  /** People who are members of the guild; the daemon's rows share them. */
  crowd(): Promise<readonly Person[]> {
    this.#crowd ??= this.#addMembers(CROWD);
    return this.#crowd;
  }

  async stop(): Promise<void> {
    await this.daemon.stop();
  }

  async #fill(): Promise<void> {
    const { guildId } = this.world;
    for (let count = 0; count < CHANNELS - 2; count += 1) {
      await rest(this.apiUrl, 'POST', `/guilds/${guildId}/channels`, this.bot, { name: `talk-${count}` });
    }
    for (let count = 0; count < ROLES - 1; count += 1) {
      await rest(this.apiUrl, 'POST', `/guilds/${guildId}/roles`, this.bot, { name: `role ${count}` });
    }
    await this.#addMembers(MEMBERS - 2);
  }

  /** Creates people who join the guild by an invite. */
  async #addMembers(count: number): Promise<readonly Person[]> {
    const path = `/channels/${this.world.textId}/invites`;
    const { code } = (await rest(this.apiUrl, 'POST', path, this.bot, {})) as { code: string };
    const people: Person[] = [];
    await inBatches(Array.from({ length: count }), async (_, index) => {
      const person = await this.daemon.cli<Person>('users', 'create', '--username', `person${index}`);
      await rest(this.apiUrl, 'POST', `/invites/${code}`, person.token, {});
      people.push(person);
    });
    return people;
  }
}
