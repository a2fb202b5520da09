import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Cast, RunOptions, Serving } from './service-process.js';

const PROCESS = fileURLToPath(new URL('./service-process.js', import.meta.url));

/** The service in a separate process, which can be killed. */
export class KillableService {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    readonly casts: readonly Cast[],
  ) {}

  static async start(databasePath: string, options: Partial<RunOptions> = {}): Promise<KillableService> {
    const run: RunOptions = { databasePath, casts: 0, behind: 0, ...options };
    const child = spawn(process.execPath, [PROCESS, JSON.stringify(run)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    assert.ok(child.stdout);
    const [line] = await Promise.race([
      once(createInterface(child.stdout), 'line'),
      once(child, 'exit').then(([code]) => assert.fail(`the service ended with ${code} before it served`)),
    ]);
    const { url, casts } = JSON.parse(String(line)) as Serving;
    return new KillableService(child, url, casts);
  }

  /** kill -9, and waits until it is gone. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}
