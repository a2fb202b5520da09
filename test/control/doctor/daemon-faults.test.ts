import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { after } from 'node:test';
import { TestDaemon } from '../../helpers/daemon.js';
import { freePort } from '../../helpers/free-port.js';
import { onlyRoot } from '../../helpers/only-on.js';
import { OTHER_UID, startRelay } from '../../helpers/other-user.js';
import { RawRpcClient } from '../../helpers/rpc-client.js';
import { GAME_ORIGIN, registerGame } from '../../helpers/service.js';
import { type FaultCase, testFaults } from './support/fault-case.js';
import type { FaultScene } from './support/fault-scene.js';

const OVERLAY = 'https://overlay.example:8443';

interface Attempt {
  readonly clientId: string;
  readonly origin?: string | undefined;
  readonly version?: string;
  /** by default the daemon's */
  readonly port?: number;
}

/** Connects as an application does. @returns READY, or the code that the connection was closed with */
async function connect(daemon: TestDaemon, attempt: Attempt): Promise<string> {
  const { clientId, origin, port = daemon.runtime.rpc.port, version = '1' } = attempt;
  // Through a relay the Host is still that of the daemon.
  const headers = { host: `127.0.0.1:${daemon.runtime.rpc.port}` };
  const query = `v=${version}&client_id=${clientId}`;
  const client = await RawRpcClient.open({ port, origin, query, headers });
  const first = await Promise.race([client.closed, client.next()]);
  client.socket.terminate();
  return 'code' in first ? String(first.code) : String(first.evt);
}

/** The service that the daemon of a scene is a client of, with an account. */
class RemoteService {
  static readonly #ofScenes = new WeakMap<FaultScene, RemoteService>();

  private constructor(private daemon: TestDaemon) {}

  static async start(scene: FaultScene): Promise<RemoteService> {
    const home = join(scene.folder, 'service');
    // One that the system gives to nobody while the service is stopped.
    const flags = ['--voice-port', 'off', '--api-port', String(await freePort())];
    const service = new RemoteService(await TestDaemon.start({ home, flags }));
    scene.cleanUp(() => service.stop());
    RemoteService.#ofScenes.set(scene, service);
    return service;
  }

  static of(scene: FaultScene): RemoteService {
    const service = RemoteService.#ofScenes.get(scene);
    assert.ok(service !== undefined);
    return service;
  }

  get url(): string {
    return this.daemon.runtime.api.url;
  }

  /** The token of its account, as a line. */
  async readToken(): Promise<string> {
    const { token } = await this.daemon.cli<{ token: string }>('whoami');
    return `${token}\n`;
  }

  async stop(): Promise<void> {
    await this.daemon.end('SIGTERM');
  }

  /** Starts it again, at the same address. */
  async restart(): Promise<void> {
    const { port } = new URL(this.url);
    this.daemon = await TestDaemon.start({ home: this.daemon.home, flags: ['--api-port', port] });
  }
}

let shared: Promise<TestDaemon> | null = null;
after(async () => (await shared)?.stop());

/** Gives a scene the home of a daemon that several cases use: each leaves it without its fault. */
async function useSharedDaemon(scene: FaultScene): Promise<TestDaemon> {
  shared ??= TestDaemon.start();
  const daemon = await shared;
  scene.home = daemon.home;
  return daemon;
}

/** A case with a registered application. */
function withGame(
  code: FaultCase['code'],
  of: string,
  {
    attempt,
    message,
    remedy,
  }: {
    readonly attempt: Partial<Attempt>;
    readonly message: RegExp;
    /** what the program of the application sends instead; without it the same */
    readonly remedy?: Partial<Attempt>;
  },
): FaultCase {
  const games = new WeakMap<FaultScene, { daemon: TestDaemon; clientId: string }>();
  return {
    code,
    of,
    message,
    ...(code === 'origin_refused' && remedy !== undefined ? { use: 'person' } : {}),
    async make(scene) {
      const daemon = await useSharedDaemon(scene);
      const { id } = await registerGame(daemon);
      games.set(scene, { daemon, clientId: id });
      assert.match(await connect(daemon, { clientId: id, origin: GAME_ORIGIN, ...attempt }), /^400[0145]$/);
    },
    async apply(scene, { command }) {
      const game = games.get(scene);
      assert.ok(game !== undefined);
      const { daemon, clientId } = game;
      if (command !== null) await scene.run(command);
      const corrected = remedy ?? attempt;
      assert.equal(await connect(daemon, { clientId, origin: GAME_ORIGIN, ...corrected }), 'READY');
      // The registered origins are still accepted.
      assert.equal(await connect(daemon, { clientId, origin: GAME_ORIGIN }), 'READY');
    },
  };
}

/** All sockets of IPC are other programs', as the person's other chat clients have them. */
function takenSockets(): FaultCase {
  const servers: Server[] = [];
  return {
    code: 'ipc_unavailable',
    message: new RegExp(`: discord-ipc-0 by .*\\(pid ${process.pid}\\), .*discord-ipc-9`),
    async make(scene) {
      for (let number = 0; number < 10; number += 1) {
        const server = createServer();
        servers.push(server);
        scene.cleanUp(async () => void server.close());
        await once(server.listen(join(scene.folder, `discord-ipc-${number}`)), 'listening');
      }
      await scene.startDaemon({ flags: ['--ipc-folder', scene.folder] });
    },
    async apply(scene) {
      servers[0]?.close();
      await scene.restartDaemon({ flags: ['--ipc-folder', scene.folder] });
    },
  };
}

const CASES: readonly FaultCase[] = [
  takenSockets(),
  withGame('origin_refused', 'another origin', {
    attempt: { origin: OVERLAY },
    message:
      /^Game \(\d+\) was refused: the origin https:\/\/overlay\.example:8443 is not registered .*once.*it has/,
  }),
  withGame('origin_refused', 'no origin', {
    attempt: { origin: undefined },
    message: /sent no Origin/,
    remedy: { origin: GAME_ORIGIN },
  }),
  withGame('origin_refused', 'a page that was opened as a file', {
    attempt: { origin: 'null' },
    message: /the origin null is not registered/,
    remedy: { origin: GAME_ORIGIN },
  }),
  withGame('application_unknown', 'a wrong client id', {
    attempt: { clientId: '123' },
    message: /client id 123, origin /,
    remedy: {},
  }),
  withGame('handshake_refused', 'another version', {
    attempt: { version: '2' },
    message: /RPC version or encoding/,
    remedy: {},
  }),
  {
    code: 'application_not_approved',
    async make(scene) {
      const daemon = await useSharedDaemon(scene);
      const game = await registerGame(daemon);
      await daemon.run('apps', 'unapprove', game.id);
      const client = await RawRpcClient.connect({
        port: daemon.runtime.rpc.port,
        clientId: game.id,
        origin: GAME_ORIGIN,
      });
      const { data } = await client.request('AUTHORIZE', { client_id: game.id, scopes: ['rpc'] });
      assert.equal(data?.code, 5000);
      await client.close();
    },
    message: /^Game \(\d+\) is not approved/,
  },
  {
    code: 'user_refused',
    skip: onlyRoot('can start programs as other users'),
    async make(scene) {
      const daemon = await scene.startDaemon();
      await using relay = await startRelay(OTHER_UID, daemon.runtime.rpc.port);
      assert.equal(await connect(daemon, { clientId: '1', origin: GAME_ORIGIN, port: relay.port }), '4006');
    },
    async apply(scene) {
      const daemon = await scene.restartDaemon({ flags: ['--allow-users', String(OTHER_UID)] });
      await using relay = await startRelay(OTHER_UID, daemon.runtime.rpc.port);
      // The user is accepted; the client id is not registered.
      assert.equal(await connect(daemon, { clientId: '1', origin: GAME_ORIGIN, port: relay.port }), '4001');
    },
  },
  {
    code: 'not_signed_in',
    async make(scene) {
      const service = await RemoteService.start(scene);
      await scene.startDaemon({ flags: ['--api-url', service.url] });
    },
    apply: async (scene, { command }) => scene.run(command ?? '', await RemoteService.of(scene).readToken()),
  },
  {
    code: 'service_not_connected',
    async make(scene) {
      const service = await RemoteService.start(scene);
      await scene.startDaemon({ flags: ['--api-url', service.url] });
      await scene.run(`guildhall login --home ${scene.home}`, await service.readToken());
      await service.stop();
    },
    message: /is not connected/,
    // The daemon reconnects automatically.
    apply: (scene) => RemoteService.of(scene).restart(),
  },
];

testFaults(CASES);
