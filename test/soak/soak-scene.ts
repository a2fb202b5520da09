import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProbeReader } from '../attack/run/probe-reader.js';
import { TestDaemon } from '../helpers/daemon.js';
import { RawIpcClient } from '../helpers/ipc-client.js';
import { type Frame, RawRpcClient } from '../helpers/rpc-client.js';
import { accessToken, GAME_ORIGIN, makeWorld, type Person, type World } from '../helpers/service.js';

const SCOPES = ['rpc', 'rpc.api', 'identify', 'guilds', 'messages.read', 'rpc.notifications.read'];

/** A daemon, its person and an overlay that stays connected. */
class Member {
  private constructor(
    readonly name: string,
    readonly daemon: TestDaemon,
    readonly probe: ProbeReader,
    private readonly token: string,
    private readonly world: World,
    private readonly overlay: RawRpcClient,
  ) {}

  /** @param person who is signed in at the daemon, and a member of the world's guild */
  static async meet(name: string, { daemon, probe }: Probed, world: World, person: Person): Promise<Member> {
    const token = await accessToken(daemon.runtime.api.url, world.game, person, SCOPES);
    const overlay = await connect(daemon, world, token);
    await request(overlay, 'SUBSCRIBE', { channel_id: world.textId }, 'MESSAGE_CREATE');
    return new Member(name, daemon, probe, token, world, overlay);
  }

  /** A message is shown by the overlay, and a game comes, asks and goes. @param step counts the calls */
  async use(step: number, content: string): Promise<void> {
    const { daemon, overlay, token, world } = this;
    const shown = ({ data, evt }: Frame) =>
      evt === 'MESSAGE_CREATE' && (data?.message as { content?: string } | undefined)?.content === content;
    await overlay.next(shown);
    const game = await connect(daemon, world, token);
    await request(game, 'GET_GUILD', { guild_id: world.guildId });
    await request(game, 'GET_CHANNEL', { channel_id: world.textId });
    await game.close();
    if (step % 5 === 0) await this.#showActivity();
    if (step % 10 === 0) await this.#select(world.voiceId);
    if (step % 10 === 7) await this.#select(null);
    if (step % 20 === 3) {
      await daemon.run('status');
      await daemon.run('messages', 'list', world.textId);
    }
    // Frames of others' voice states and activities are not taken by anybody.
    overlay.frames.length = 0;
  }

  async leave(): Promise<void> {
    await this.overlay.close();
  }

  async #showActivity(): Promise<void> {
    const { daemon, world } = this;
    const client = await RawIpcClient.connect(daemon.runtime.ipc?.path ?? '', world.game.id);
    const reply = await client.request('SET_ACTIVITY', {
      pid: process.pid,
      activity: { details: 'In the lobby' },
    });
    assert.equal(reply.evt, null, JSON.stringify(reply));
    await client.close();
  }

  #select(channel: string | null): Promise<Frame> {
    return request(this.overlay, 'SELECT_VOICE_CHANNEL', { channel_id: channel, timeout: 60, force: true });
  }
}

interface Probed {
  readonly daemon: TestDaemon;
  readonly probe: ProbeReader;
}

/** Two persons with a daemon each: one with a service of its own, the other one a member at that service. */
export class SoakScene {
  #step = 0;

  private constructor(
    readonly members: readonly [Member, Member],
    private readonly world: World,
  ) {}

  /** @param toStop gets what stops its parts */
  static async set(toStop: (() => Promise<unknown>)[]): Promise<SoakScene> {
    const hosting = await start(toStop);
    const world = await makeWorld(hosting.daemon);
    const { url } = hosting.daemon.runtime.api;
    const guest = await hosting.daemon.cli<Person>('users', 'create', '--username', 'Grace');
    const remote = await start(toStop, '--api-url', url);
    await remote.daemon.runWithInput(`${guest.token}\n`, 'login');
    const { code } = await hosting.daemon.cli<{ code: string }>('invites', 'create', world.textId);
    await remote.daemon.run('invites', 'accept', code);
    const members = [
      await Member.meet('with a service', hosting, world, world.person),
      await Member.meet('with --api-url', remote, world, guest),
    ] as const;
    return new SoakScene(members, world);
  }

  /** Uses both daemons once, for less than a second. */
  async use(): Promise<void> {
    const step = this.#step++;
    const content = `message ${step}`;
    await this.world.post(content);
    for (const member of this.members) await member.use(step, content);
  }
}

async function start(toStop: (() => Promise<unknown>)[], ...flags: string[]): Promise<Probed> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-soak-'));
  toStop.push(() => rm(folder, { recursive: true, force: true }));
  const daemon = await TestDaemon.start({ flags, environment: ProbeReader.environment(folder) });
  toStop.push(() => daemon.stop());
  return { daemon, probe: new ProbeReader(daemon, folder) };
}

async function connect({ runtime }: TestDaemon, { game }: World, token: string): Promise<RawRpcClient> {
  const client = await RawRpcClient.connect({
    port: runtime.rpc.port,
    clientId: game.id,
    origin: GAME_ORIGIN,
  });
  await request(client, 'AUTHENTICATE', { access_token: token });
  return client;
}

async function request(
  client: RawRpcClient,
  command: string,
  args: Record<string, unknown>,
  event?: string,
): Promise<Frame> {
  const reply = await client.request(command, args, event);
  assert.notEqual(reply.evt, 'ERROR', JSON.stringify(reply));
  return reply;
}
