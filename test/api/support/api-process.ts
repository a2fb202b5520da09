import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../helpers/eventually.js';
import { killAtExit } from '../../helpers/kill-at-exit.js';
import { endProcess } from '../../helpers/other-user.js';
import { patience } from '../../helpers/patience.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));

interface RunOptions {
  readonly flags?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  /** by default that of this checkout */
  readonly program?: string;
}

/** `guildhall api` in a separate process. */
export class ApiProcess implements AsyncDisposable {
  private constructor(
    private readonly child: ChildProcess,
    /** of the REST interface */
    readonly url: string,
  ) {}

  /** @param home a separate folder */
  static start(home: string, node: string, storeUrl: string, busUrl: string): Promise<ApiProcess> {
    return ApiProcess.run(home, { flags: ['--store', storeUrl, '--node', node, '--bus', busUrl] });
  }

  /** Starts the service, which need not be a node. @param home a separate folder */
  static async run(
    home: string,
    { flags = [], environment = {}, program = MAIN }: RunOptions,
  ): Promise<ApiProcess> {
    const ports = ['--api-port', '0', '--voice-port', 'off'];
    const child = spawn(process.execPath, [program, 'api', '--home', home, ...ports, ...flags], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    killAtExit(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk);
      });
    }
    const url = await eventually(() => /https?:\/\/127\.0\.0\.1:\d+\/api/.exec(output)?.[0], {
      describe: () => output,
      ended: () => (child.exitCode === null ? undefined : `it ended: ${output}`),
      share: 3,
    });
    return new ApiProcess(child, url);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** One request. @param as the Authorization header */
  async request(
    method: string,
    path: string,
    as: string,
    json?: unknown,
  ): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      signal: AbortSignal.timeout(patience(3)),
      headers: { authorization: as, ...(json !== undefined && { 'content-type': 'application/json' }) },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  }

  /** SIGSTOP. */
  suspend(): void {
    this.child.kill('SIGSTOP');
  }

  /** SIGCONT. */
  continue(): void {
    this.child.kill('SIGCONT');
  }

  /** kill -9. */
  async [Symbol.asyncDispose](): Promise<void> {
    await endProcess(this.child);
  }
}
