import { type ChildProcess, spawn } from 'node:child_process';
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

/** A real session bus of a test. */
export class SessionBus {
  private constructor(
    readonly address: string,
    private readonly folder: string,
    private readonly process: ChildProcess,
  ) {}

  /** @param folder of its socket, which is removed with it */
  static async start(folder?: string): Promise<SessionBus> {
    const used = folder ?? (await createBusFolder());
    const address = addressIn(used);
    const flags = ['--session', '--nofork', '--nosyslog', '--print-address=1', `--address=${address}`];
    const bus = spawn('dbus-daemon', flags, { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(bus.stdout, 'data');
    return new SessionBus(address, used, bus);
  }

  /** What a program needs to find it. */
  get environment(): { readonly DBUS_SESSION_BUS_ADDRESS: string } {
    return { DBUS_SESSION_BUS_ADDRESS: this.address };
  }

  async stop(): Promise<void> {
    this.process.kill('SIGKILL');
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A folder for the socket of a bus. */
export function createBusFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'guildhall-bus-'));
}

/** The address of the bus in a folder. */
export function addressIn(folder: string): string {
  return `unix:path=${join(folder, 'bus')}`;
}

/** Runs a test with a real session bus of its own. */
export function withSessionBus(run: (address: string) => Promise<void>): () => Promise<void> {
  return async () => {
    const bus = await SessionBus.start();
    try {
      await run(bus.address);
    } finally {
      await bus.stop();
    }
  };
}
