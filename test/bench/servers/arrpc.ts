import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { killAtExit } from '../../helpers/kill-at-exit.js';
import type { SocketTarget } from '../generators/load.js';

const PROGRAM = fileURLToPath(import.meta.resolve('arrpc').replace('server.js', 'index.js'));

/** It accepts this Origin. */
const ORIGIN = 'https://discord.com';

/** The peer of the RPC server: arRPC as `arrpc` runs it, without looking for games among the processes. */
export class ArrpcServer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly port: number,
  ) {}

  /** @param environment besides its own */
  static async start(environment: NodeJS.ProcessEnv = {}): Promise<ArrpcServer> {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-bench-'));
    const child = spawn(process.execPath, [PROGRAM, '--no-process-scanning'], {
      env: { ...process.env, XDG_RUNTIME_DIR: folder, ARRPC_BRIDGE_PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    killAtExit(child);
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

  /** RPC connections to it. */
  get target(): SocketTarget {
    return { port: this.port, path: '/?v=1', origin: ORIGIN, isGreeted: true, setup: [] };
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill();
    await exited;
    await rm(this.folder, { recursive: true });
  }
}
