import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { killAtExit } from '../../helpers/kill-at-exit.js';
import type { SocketTarget } from '../generators/load.js';
import { waitForGreeting } from './wait-for-greeting.js';

/** A daemon on a home of its own whose start is measured, as `npm start` runs it. */
export class DaemonProcess {
  #child: ChildProcess | null = null;

  /** @param target RPC connections to it */
  constructor(
    private readonly program: string,
    private readonly home: string,
    readonly target: SocketTarget,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Starts it and waits until it sends READY. */
  async start(): Promise<void> {
    const ports = [`--rpc-ports`, `${this.target.port}-${this.target.port}`, '--api-port', '0'];
    const flags = ['--home', this.home, ...ports, '--console-port', '0', '--no-open'];
    const child = spawn(process.execPath, [this.program, 'start', ...flags], {
      env: { ...process.env, ...this.environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.#child = child;
    killAtExit(child);
    await waitForGreeting(this.target);
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  async stop(): Promise<void> {
    if (this.#child !== null) {
      const exited = once(this.#child, 'exit');
      this.#child.kill();
      await exited;
    }
    await rm(this.home, { recursive: true });
  }
}
