import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(import.meta.resolve('arrpc').replace('server.js', 'index.js'));

/** The Origin that it accepts. */
export const ARRPC_ORIGIN = 'https://discord.com';

/** The peer of the RPC server: arRPC as `arrpc` runs it, without looking for games among the processes. */
export class ArrpcServer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async start(options: readonly string[] = []): Promise<ArrpcServer> {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-bench-'));
    const child = spawn(process.execPath, [...options, PROGRAM, '--no-process-scanning'], {
      env: { ...process.env, XDG_RUNTIME_DIR: folder, ARRPC_BRIDGE_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // A bench that fails must not leave it behind.
    process.once('exit', () => child.kill());
    let output = '';
    for (;;) {
      const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
      output += chunk;
      const port = /websocket\S* listening on (\d+)/.exec(output)?.[1];
      if (port === undefined) continue;
      // It writes a line for each connection.
      child.stdout.resume();
      return new ArrpcServer(child, folder, Number(port));
    }
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill();
    await exited;
    await rm(this.folder, { recursive: true });
  }
}
