import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CommandProcess } from './command-process.js';
import { type Json, parseJson, textAt, valueAt } from './json.js';
import { waitFor } from './wait.js';

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
/** Outside the ports of other tests. */
const RPC_PORTS = '26463-26472';

/** A daemon as a person starts it, in a home of its own. */
export class DaemonProcess {
  readonly #commands = new CommandProcess();

  private constructor(
    private readonly home: string,
    private readonly child: ChildProcess,
    readonly rpcPort: number,
    readonly apiUrl: string,
  ) {}

  /** @param rpcPorts a range; null: the daemon's default */
  static async start(
    environment: Readonly<Record<string, string>>,
    rpcPorts: string | null = RPC_PORTS,
  ): Promise<DaemonProcess> {
    const home = await mkdtemp(join(tmpdir(), 'guildhall-audit-'));
    const flags = [
      ...['--home', home, '--api-port', '0', '--console-port', '0', '--no-open'],
      ...(rpcPorts === null ? [] : ['--rpc-ports', rpcPorts]),
    ];
    const child = spawn(process.execPath, [MAIN, 'start', ...flags], {
      stdio: 'ignore',
      env: { ...process.env, ...environment },
    });
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    const runtime = await waitFor('runtime.json', () => readRuntime(home));
    return new DaemonProcess(
      home,
      child,
      Number(valueAt(runtime, 'rpc', 'port')),
      textAt(runtime, 'api', 'url'),
    );
  }

  /** Runs a command of the CLI; gives the JSON it prints. */
  async cli(...args: readonly string[]): Promise<Json> {
    return parseOutput(await this.#commands.run(...this.#withHome(args)));
  }

  /** The same with text on its standard input, in a separate process. */
  async cliWithInput(input: string, ...args: readonly string[]): Promise<Json> {
    const running = promisify(execFile)(process.execPath, [MAIN, ...this.#withHome(args)]);
    running.child.stdin?.end(input);
    return parseOutput((await running).stdout);
  }

  #withHome(args: readonly string[]): string[] {
    return ['--home', this.home, '--json', ...args];
  }

  /** Creates a file that is gone with the daemon's home. @returns its path */
  async createFile(name: string, content: Uint8Array): Promise<string> {
    const path = join(this.home, name);
    await writeFile(path, content);
    return path;
  }

  /** What a command of the CLI says of itself. */
  async help(command: string): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [MAIN, command, '--help']);
    return stdout;
  }

  async stop(): Promise<void> {
    this.#commands.stop();
    if (this.child.exitCode === null) {
      const exited = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await exited;
    }
    await rm(this.home, { recursive: true, force: true });
  }
}

function parseOutput(text: string): Json {
  return text.trim() === '' ? null : parseJson(text);
}

async function readRuntime(home: string): Promise<Json | undefined> {
  try {
    return parseJson(await readFile(join(home, 'runtime.json'), 'utf8'));
  } catch {
    return undefined;
  }
}
