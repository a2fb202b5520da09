import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Activity } from '#guildhall/protocol/objects/presence.js';
import { TestDaemon } from '../../helpers/daemon.js';
import { eventually } from '../../helpers/eventually.js';
import { makeWorld } from '../../helpers/service.js';
import { joinAsEve } from '../support/observer.js';

/** How much longer than others a start of a game may take. */
const SLOW = 6;

export interface PlayedGame {
  /** in the folders of programs */
  readonly program: string;
  /** @param home a folder for what the game writes, its HOME */
  args(home: string): Promise<readonly string[]> | readonly string[];
  /** what another member sees */
  check(activity: Activity): void;
}

/** Runs a game of Debian as its person would, and checks that another member sees what it shows, until it ends. */
export async function playGame({ args, check, program }: PlayedGame): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'guildhall-game-'));
  const daemon = await TestDaemon.start();
  let game: ChildProcess | null = null;
  let printed = '';
  try {
    const world = await makeWorld(daemon);
    const { client, seen } = await joinAsEve(daemon, world);
    const folder = dirname(daemon.runtime.ipc?.path ?? '');
    // Without a display, and with what is installed alone.
    const env = { HOME: home, XDG_RUNTIME_DIR: folder, PATH: `${process.env.PATH}:/usr/games` };
    game = spawn(program, await args(home), { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const output of [game.stdout, game.stderr]) {
      output?.on('data', (text: Buffer) => {
        printed += text;
      });
    }
    const running = game;
    const activity = await eventually(() => seen() ?? undefined, {
      share: SLOW,
      ended: () => (running.exitCode === null ? undefined : `the game ended with ${running.exitCode}`),
      describe: () => `it shows no activity: ${printed.slice(-2000)}`,
    });
    assert.deepEqual([activity.name, activity.type], [program, 0]);
    check(activity);
    const { activities } = await daemon.cli<{ activities: { process: { pid: number } }[] }>('activities');
    assert.equal(activities[0]?.process.pid, running.pid);
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    await eventually(() => seen() === null, { share: SLOW });
    await ended;
    assert.deepEqual((await daemon.cli<{ activities: object[] }>('activities')).activities, []);
    await client.stop();
  } finally {
    game?.kill('SIGKILL');
    await daemon.stop();
    await rm(home, { recursive: true, force: true });
  }
}
