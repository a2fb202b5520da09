import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Why a test with a session bus cannot run here, or false. In CI it runs, and fails if there is none. */
export const noSessionBus: string | false =
  process.env.CI === 'true' ||
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'dbus-daemon')))
    ? false
    : 'dbus-daemon is missing';

/** Runs a test with a real session bus of its own. */
export function withSessionBus(run: (address: string) => Promise<void>): () => Promise<void> {
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-bus-'));
    const address = `unix:path=${join(folder, 'bus')}`;
    const flags = ['--session', '--nofork', '--nosyslog', '--print-address=1', `--address=${address}`];
    const bus = spawn('dbus-daemon', flags, { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      await once(bus.stdout, 'data');
      await run(address);
    } finally {
      bus.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  };
}
