import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeFiles } from '#guildhall/platform/home.js';
import { startXServer, type XServer } from '../../hardware/support/x-server.js';
import { TestDaemon } from '../../helpers/daemon.js';
import { eventually } from '../../helpers/eventually.js';
import { RawRpcClient } from '../../helpers/rpc-client.js';
import {
  accessToken,
  exchangeCode,
  GAME_ORIGIN,
  makeWorld,
  registerGame,
  type TestApplication,
  type World,
} from '../../helpers/service.js';
import type { CanaryTarget } from '../canary/probe.js';
import type { Target } from '../target.js';
import { ProbeReader } from './probe-reader.js';

const ALL_SCOPES = ['rpc', 'rpc.api', 'identify', 'guilds', 'messages.read', 'rpc.notifications.read'];

/** A whole daemon with default limits, an honest application and two of the attacker; with a display where Xvfb is there. */
export class AttackedDaemon {
  readonly probe: ProbeReader;

  private constructor(
    readonly daemon: TestDaemon,
    private readonly folder: string,
    private readonly victim: TestApplication,
    private readonly world: World,
    private readonly unapproved: TestApplication,
    private readonly x: XServer | null,
  ) {
    this.probe = new ProbeReader(daemon, folder);
  }

  static async start(): Promise<AttackedDaemon> {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-attack-'));
    const x = await startXServer().catch(() => null);
    const environment = {
      DISPLAY: x?.display,
      WAYLAND_DISPLAY: undefined,
      ...ProbeReader.environment(folder),
    };
    const daemon = await TestDaemon.start({ environment, home: join(folder, 'home') });
    const victim = await registerGame(daemon);
    const world = await makeWorld(daemon);
    const origin = ['--origin', GAME_ORIGIN];
    const unapproved = await daemon.cli<TestApplication>('apps', 'create', '--name', 'Unknown', ...origin);
    // Settings are kept in a file from the first change on: attacks that change them must not seem to have left one.
    await daemon.cli('voice', 'settings', '--input-volume', '90');
    return new AttackedDaemon(daemon, folder, victim, world, unapproved, x);
  }

  get pid(): number {
    return this.daemon.runtime.pid;
  }

  /** A token of the attacker's application that the person agreed to, with the permission to record keys. */
  async #ownToken(): Promise<string> {
    const { game } = this.world;
    const { api, rpc } = this.daemon.runtime;
    const client = await RawRpcClient.connect({
      port: rpc.port,
      clientId: game.id,
      origin: GAME_ORIGIN,
    });
    const authorized = client.request('AUTHORIZE', { client_id: game.id, scopes: ALL_SCOPES });
    const id = await eventually(async () => {
      const [waiting] = await this.daemon.cli<{ id: string }[]>('consent', 'list');
      return waiting?.id;
    });
    await this.daemon.cli('consent', 'approve', id, '--remember', '--allow-capture');
    const { data } = await authorized;
    await client.close();
    return exchangeCode(api.url, game, String(data?.code));
  }

  /** What attackers know. */
  async target(): Promise<Target> {
    const { api, rpc, console: page } = this.daemon.runtime;
    const { game, guildId, textId, voiceId } = this.world;
    return {
      rpcPort: rpc.port,
      apiPort: Number(new URL(api.url).port),
      consolePort: Number(new URL(page.url).port),
      controlSocket: homeFiles(this.daemon.home).controlSocket,
      victim: { id: this.victim.id, origin: GAME_ORIGIN },
      own: {
        id: game.id,
        origin: GAME_ORIGIN,
        secret: game.client_secret,
        botToken: game.bot?.token ?? '',
        accessToken: await this.#ownToken(),
        guildId,
        textId,
        voiceId,
      },
      unapproved: { id: this.unapproved.id, origin: GAME_ORIGIN },
    };
  }

  /** What the canary knows. */
  async canaryTarget(): Promise<CanaryTarget> {
    const { api, rpc } = this.daemon.runtime;
    const { victim } = this;
    const { url } = await this.daemon.cli<{ url: string }>('console', '--no-open');
    return {
      daemonPid: this.pid,
      home: this.daemon.home,
      rpcPort: rpc.port,
      apiUrl: api.url,
      consoleAddress: url,
      application: { id: victim.id, origin: GAME_ORIGIN, secret: victim.client_secret },
      accessToken: await this.freshToken(),
      personToken: this.world.person.token,
    };
  }

  /** A token of the honest application that the daemon has not seen yet. */
  freshToken(): Promise<string> {
    return accessToken(this.daemon.runtime.api.url, this.victim, this.world.person, ALL_SCOPES);
  }

  /** A connection of the honest application that has seen READY. */
  connectHonest(): Promise<RawRpcClient> {
    const { port } = this.daemon.runtime.rpc;
    return RawRpcClient.connect({ port, clientId: this.victim.id, origin: GAME_ORIGIN });
  }

  /** @returns its exit code */
  async stop(): Promise<number | null> {
    const code = await this.daemon.stop();
    await this.x?.stop();
    await rm(this.folder, { recursive: true, force: true });
    return code;
  }
}
