import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually, inTime } from './eventually.js';
import { claimRpcPorts } from './free-port.js';
import { patience } from './patience.js';
import type { Finished } from './run-command.js';

export interface Runtime {
  pid: number;
  version: string;
  rpc: { host: string; port: number };
  ipc: { path: string } | null;
  api: { url: string };
  console: { url: string };
  started_at: string;
}

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));
const MODULES = fileURLToPath(new URL('run-modules.js', import.meta.url));

/** How much longer than others starts and commands may take; machines are shared. */
const SLOW = 6;

/** What a command printed. */
export interface CommandOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that ended with an exit code other than 0. */
export class CommandError extends Error implements CommandOutput {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;

  constructor(args: readonly string[], { exitCode, output, errors }: Finished) {
    super(`guildhall ${args.join(' ')}: exit code ${exitCode}\n${errors}`);
    this.code = exitCode;
    this.stdout = output;
    this.stderr = errors;
  }
}

export interface DaemonSettings {
  /** the CLI's program, by default the one of this checkout */
  readonly program?: string;
  /** flags besides the home and free ports */
  readonly flags?: readonly string[];
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** whether it may open a browser automatically; by default it may not */
  readonly opensBrowser?: boolean;
  /** a program and its arguments that the daemon is started through, e.g. to take rights from it; it must exec */
  readonly through?: readonly string[];
  /** whether a test writes to its standard input; by default it has none */
  readonly hasInput?: boolean;
  /** a home that outlives the daemon; by default a temporary one */
  readonly home?: string;
  /** whether it runs as modules that a preloaded one can change, instead of as its bundle */
  readonly runsModules?: boolean;
  /** the RPC ports to try, by default ones that no other test uses */
  readonly rpcPorts?: string;
}

/** A whole daemon, as a person runs it: a separate process, in a home of its own, on free ports. */
export class TestDaemon {
  stdout = '';
  stderr = '';
  runtime!: Runtime;

  private constructor(
    readonly home: string,
    readonly process: ChildProcess,
    private readonly ownsHome: boolean,
    private readonly environment: NodeJS.ProcessEnv,
  ) {
    process.stdout?.on('data', (chunk) => {
      this.stdout += chunk;
    });
    process.stderr?.on('data', (chunk) => {
      this.stderr += chunk;
    });
  }

  static readonly #running = new Set<ChildProcess>();

  static {
    // A runner that ends a test early must not leave its daemons behind, on ports that others want.
    const endAll = () => {
      for (const child of TestDaemon.#running) child.kill('SIGKILL');
    };
    process.once('exit', endAll);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
  }

  static async start(settings: DaemonSettings = {}): Promise<TestDaemon> {
    const home = settings.home ?? (await mkdtemp(join(tmpdir(), 'guildhall-test-')));
    const ipcFolder = await mkdtemp(join(tmpdir(), 'guildhall-ipc-'));
    const environment = { ...process.env, GUILDHALL_NO_IPC: undefined, ...settings.environment };
    const flags = [
      ...['--home', home, '--rpc-ports', settings.rpcPorts ?? (await claimRpcPorts())],
      ...['--ipc-folder', ipcFolder, '--api-port', '0', '--console-port', '0', ...(settings.flags ?? [])],
      ...(settings.opensBrowser === true ? [] : ['--no-open']),
    ];
    const [program = process.execPath, ...rest] = [
      ...(settings.through ?? []),
      process.execPath,
      settings.program ?? (settings.runsModules === true ? MODULES : MAIN),
      'start',
    ];
    const child = spawn(program, [...rest, ...flags], {
      env: environment,
      stdio: [settings.hasInput === true ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    });
    TestDaemon.#running.add(child);
    child.once('exit', () => {
      TestDaemon.#running.delete(child);
      rmSync(ipcFolder, { recursive: true, force: true });
    });
    const daemon = new TestDaemon(home, child, settings.home === undefined, environment);
    try {
      await daemon.#untilServing();
    } catch (error) {
      await daemon.stop();
      throw error;
    }
    return daemon;
  }

  /** Runs a command of the CLI against this daemon and gives what it printed as JSON. */
  async cli<T>(...args: string[]): Promise<T> {
    const { stdout } = await this.run(...args, '--json');
    return JSON.parse(stdout) as T;
  }

  /**
   * Runs a command of the CLI against this daemon, in this process: to start one takes longer than most commands.
   *
   * @throws {CommandError} if the exit code is not 0
   */
  async run(...args: string[]): Promise<CommandOutput> {
    const { runCommand } = await import('./run-command.js');
    const finished = await inTime(
      runCommand([...args, '--home', this.home], this.environment),
      () => `${args.join(' ')} does not end`,
      SLOW,
    );
    if (finished.exitCode !== 0) throw new CommandError(args, finished);
    return { stdout: finished.output, stderr: finished.errors };
  }

  /**
   * Runs the CLI as a person does, in a separate process.
   *
   * @param input for its standard input; a function is called once the process runs
   */
  async runWithInput(input: string | (() => Promise<string>), ...args: string[]): Promise<CommandOutput> {
    const running = promisify(execFile)(process.execPath, [MAIN, ...args, '--home', this.home], {
      env: this.environment,
      timeout: patience(SLOW),
    });
    running.child.stdin?.end(typeof input === 'string' ? input : await input());
    return running;
  }

  /** Ends it with SIGTERM. @returns its exit code */
  async stop(): Promise<number | null> {
    const code = await this.end('SIGTERM');
    if (this.ownsHome) await rm(this.home, { recursive: true, force: true });
    return code;
  }

  /**
   * Sends a signal and waits for the end. Windows has none but SIGKILL, so others ask the daemon to stop.
   *
   * @returns the exit code, null if the signal ended it
   */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const exited = once(this.process, 'exit');
      if (process.platform !== 'win32' || signal === 'SIGKILL') this.process.kill(signal);
      else await this.#askToEnd();
      await exited;
    }
    return this.process.exitCode;
  }

  async #askToEnd(): Promise<void> {
    const { askToEnd } = await import('./ask-to-end.js');
    await askToEnd(this.process, this.home);
  }

  async #untilServing(): Promise<void> {
    const { process: child } = this;
    await eventually(() => this.stdout.includes('Guildhall is serving'), {
      share: SLOW,
      ended: () => {
        const end = child.exitCode ?? child.signalCode;
        return end === null ? undefined : `the daemon ended with ${end}`;
      },
      describe: () => `the daemon does not serve: ${this.stderr}${this.stdout}`,
    });
    this.runtime = JSON.parse(await readFile(join(this.home, 'runtime.json'), 'utf8'));
  }
}

/** Runs a test against a daemon of its own. */
export function withDaemon(
  run: (daemon: TestDaemon) => Promise<void>,
  settings: DaemonSettings = {},
): () => Promise<void> {
  return async () => {
    const daemon = await TestDaemon.start(settings);
    try {
      await run(daemon);
    } finally {
      await daemon.stop();
    }
  };
}
