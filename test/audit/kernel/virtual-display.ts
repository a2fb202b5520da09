import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

/** A display without a screen, to press keys on. */
export class VirtualDisplay {
  private constructor(
    private readonly server: ChildProcess,
    readonly name: string,
  ) {}

  /** Null where the machine has no Xvfb or no xdotool. */
  static async start(): Promise<VirtualDisplay | null> {
    for (const [program, flag] of [
      ['Xvfb', '-help'],
      ['xdotool', 'version'],
    ] as const) {
      if (spawnSync(program, [flag], { stdio: 'ignore' }).error !== undefined) return null;
    }
    // Without -noreset it resets, and briefly refuses connections, whenever its last client disconnects.
    const server = spawn(
      'Xvfb',
      ['-displayfd', '3', '-screen', '0', '320x240x24', '-nolisten', 'tcp', '-noreset'],
      {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      },
    );
    const kill = () => server.kill('SIGKILL');
    process.once('exit', kill);
    server.once('exit', () => process.off('exit', kill));
    const output = server.stdio[3];
    if (!output) return null;
    const [number] = (await once(output, 'data')) as [Buffer];
    return new VirtualDisplay(server, `:${number.toString().trim()}`);
  }

  /** Presses and releases a key. */
  async press(key: string): Promise<void> {
    await promisify(execFile)('xdotool', ['key', key], { env: { ...process.env, DISPLAY: this.name } });
  }

  async stop(): Promise<void> {
    const exited = once(this.server, 'exit');
    this.server.kill('SIGTERM');
    await exited;
  }
}
