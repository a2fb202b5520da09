import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { Agent, type Dispatcher, request } from 'undici';
import type { ApiOptions } from '#guildhall/api/compose/api-options.js';
import type { ApiService } from '#guildhall/api/compose/start-api.js';
import type { RestLimits } from '#guildhall/api/core/limits.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { AccountFacts, CreatedApplication, PersonAccount } from '#guildhall/protocol/administration.js';
import { localPortOf, startServiceOfTest } from '../../helpers/nodes/start-service.js';
import { patience } from '../../helpers/patience.js';
import { openStoreOfTest, removeStoreOfTest } from '../../helpers/postgres/store-of-test.js';
import { assertDeclaredReply } from './declared-replies.js';
import { GatewayClient } from './gateway-client.js';
import { ServiceClock } from './service-clock.js';

export interface RequestOptions {
  /** the Authorization header */
  readonly as?: string | undefined;
  readonly json?: unknown;
  readonly form?: Record<string, string>;
  /** a form with files */
  readonly multipart?: FormData | undefined;
  readonly headers?: Record<string, string>;
}

/** A reply; `body` is what tests look into, so it is as loose as JSON is. */
export interface TestReply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read deep into replies of every shape
  readonly body: any;
  readonly headers: Headers;
}

export type Person = PersonAccount & { token: string };
export type Bot = { id: string; token: string };
export type Game = CreatedApplication & { bot: Bot };

/** What may be chosen about the service of a test. */
export type TestServiceOptions = Partial<
  Pick<
    ApiOptions,
    | 'openStore'
    | 'endedGrants'
    | 'observer'
    | 'restLimits'
    | 'replayLimits'
    | 'log'
    | 'publicUrl'
    | 'versions'
    | 'voice'
    | 'voiceSecretHash'
    | 'cluster'
    | 'clock'
  >
>;

/** An API service over a store of its own. */
export class TestService {
  readonly clock = new ServiceClock();
  #api: ApiService | null = null;
  readonly #gateways: GatewayClient[] = [];
  /** those of requests; `fetch` would take four times the processor time, thousands of times */
  #connections = new Agent();

  #folder: string | null = null;

  private constructor(private readonly options: TestServiceOptions) {}

  static async start(options: TestServiceOptions = {}): Promise<TestService> {
    const service = new TestService(options);
    await service.#open();
    return service;
  }

  /**
   * A service that runs during the tests of a file.
   *
   * @param prepare runs once it has started; hooks of its own would not wait for that
   */
  static forFile(prepare: () => Promise<void>): TestService {
    const service = new TestService({});
    before(async () => {
      await service.#open();
      await prepare();
    });
    after(() => service.stop());
    return service;
  }

  get folder(): string {
    return this.#folder ?? assert.fail('the service is not started');
  }

  get api(): ApiService {
    assert.ok(this.#api);
    return this.#api;
  }

  /** The local address of the REST interface, also where others use a public one. */
  get url(): string {
    return `http://127.0.0.1:${localPortOf(this.api)}/api`;
  }

  get databasePath(): string {
    return join(this.folder, 'guildhall.db');
  }

  get attachmentsPath(): string {
    return join(this.folder, 'attachments');
  }

  /** Stops the service, and starts it again on the same port. @param more options of the new start alone */
  async restart(more: TestServiceOptions = {}): Promise<void> {
    const { port } = this.api;
    await this.#connections.destroy();
    this.#connections = new Agent();
    await this.api.stop();
    await this.#start(port, more);
  }

  async stop(): Promise<void> {
    for (const gateway of this.#gateways) await gateway.drop();
    await this.#connections.destroy();
    await this.#api?.stop();
    if (this.#folder === null) return;
    await removeStoreOfTest(this.databasePath);
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** One request. Its reply must be one that its operation declares. */
  async request(method: string, path: string, options: RequestOptions = {}): Promise<TestReply> {
    const { as, json, form, multipart, headers } = options;
    const reply = await request(`${this.url}${path}`, {
      method: method as Dispatcher.HttpMethod,
      dispatcher: this.#connections,
      signal: AbortSignal.timeout(patience(3)),
      headers: {
        ...(as !== undefined && { authorization: as }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form !== undefined && { body: `${new URLSearchParams(form)}` }),
      ...(multipart !== undefined && { body: multipart }),
    });
    const text = await reply.body.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    assertDeclaredReply(method, path, { status: reply.statusCode, body });
    const replied = new Headers(Object.entries(reply.headers).map(([name, value]) => [name, `${value}`]));
    assert.ok(replied.has('content-type'), 'every reply carries a Content-Type');
    return { status: reply.statusCode, body, headers: replied };
  }

  /** A request that must succeed. @returns its body */
  async ok(method: string, path: string, options: RequestOptions = {}): Promise<TestReply['body']> {
    const reply = await this.request(method, path, options);
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  }

  person(username = 'Ada', facts: AccountFacts = {}): Promise<Person> {
    return this.api.administration.createUser(username, facts);
  }

  async game(options: { name?: string; approved?: boolean } = {}): Promise<Game> {
    const made = await this.api.administration.createApplication({
      name: options.name ?? 'Game',
      rpc_origins: ['http://localhost:3000'],
      redirect_uris: ['http://localhost:3000/callback'],
      bot: true,
      approved: options.approved ?? true,
    });
    assert.ok(made.bot);
    return { ...made, bot: made.bot };
  }

  async identify(token: string, more: object = {}): Promise<GatewayClient> {
    const gateway = await GatewayClient.identify(this.url, token, more);
    this.#gateways.push(gateway);
    return gateway;
  }

  async connect(query?: string): Promise<GatewayClient> {
    const gateway = await GatewayClient.connect(this.url, query);
    this.#gateways.push(gateway);
    return gateway;
  }

  async #open(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'guildhall-api-'));
    await this.#start();
  }

  async #start(port = 0, more: TestServiceOptions = {}): Promise<void> {
    this.#api = await startServiceOfTest({
      openStore: (onError) => openStoreOfTest(this.databasePath, onError),
      attachmentsPath: this.attachmentsPath,
      host: '127.0.0.1',
      peers: allowAnyPeer,
      port,
      log: silentLogger,
      clock: this.clock,
      ...this.options,
      ...more,
    });
  }
}

/** Runs a test with a service that is gone afterwards. */
export async function withService(
  run: (service: TestService) => Promise<void>,
  restLimits: Partial<RestLimits> = {},
): Promise<void> {
  const service = await TestService.start({ restLimits });
  try {
    await run(service);
  } finally {
    await service.stop();
  }
}
