import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestDaemon } from '../../helpers/daemon.js';
import { GAME_ORIGIN, type Person, registerGame, rest } from '../../helpers/service.js';
import type { SocketTarget } from '../generators/load.js';
import { programOf, UNLIMITED_ENVIRONMENT } from './daemon.js';
import { DaemonProcess } from './daemon-process.js';
import { findFreePort } from './free-port.js';

const GUILDS = 100;
/** A bot may not create more. */
const GUILDS_OF_BOT = 10;

/** The home of a person with a hundred guilds and a registered game, for rows that start a daemon in each round. */
export class PreparedHome {
  private constructor(
    private readonly folder: string,
    private readonly checkout: string,
    private readonly gameId: string,
  ) {}

  static async create(checkout: string): Promise<PreparedHome> {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-bench-'));
    const environment = UNLIMITED_ENVIRONMENT;
    const daemon = await TestDaemon.start({ program: programOf(checkout), environment, home: folder });
    try {
      const game = await registerGame(daemon);
      const { token } = await daemon.cli<Person>('whoami');
      for (let count = 0; count < GUILDS; count += GUILDS_OF_BOT) {
        const { bot } = await registerGame(daemon);
        for (let one = 0; one < GUILDS_OF_BOT; one += 1) {
          await createGuild(daemon.runtime.api.url, `Bot ${bot?.token}`, token);
        }
      }
      return new PreparedHome(folder, checkout, game.id);
    } finally {
      await daemon.stop();
    }
  }

  /** Copies the home for a daemon that has not started. @param environment besides its own */
  async prepare(environment: NodeJS.ProcessEnv = {}): Promise<DaemonProcess> {
    const home = await mkdtemp(join(tmpdir(), 'guildhall-bench-'));
    await cp(this.folder, home, { recursive: true });
    const port = await findFreePort();
    const target: SocketTarget = {
      port,
      path: `/?v=1&client_id=${this.gameId}&encoding=json`,
      origin: GAME_ORIGIN,
      isGreeted: true,
      setup: [],
    };
    return new DaemonProcess(programOf(this.checkout), home, target, {
      ...UNLIMITED_ENVIRONMENT,
      ...environment,
    });
  }

  async stop(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}

/** Creates a guild of a bot with a channel, which a person joins. */
async function createGuild(apiUrl: string, bot: string, person: string): Promise<void> {
  const settings = { name: 'Guild', channels: [{ name: 'talk', type: 0 }] };
  const { id } = (await rest(apiUrl, 'POST', '/guilds', bot, settings)) as { id: string };
  const channels = (await rest(apiUrl, 'GET', `/guilds/${id}/channels`, bot)) as { id: string }[];
  const { code } = (await rest(apiUrl, 'POST', `/channels/${channels[0]?.id}/invites`, bot, {})) as {
    code: string;
  };
  await rest(apiUrl, 'POST', `/invites/${code}`, person, {});
}
