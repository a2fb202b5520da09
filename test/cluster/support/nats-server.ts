import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '#guildhall/platform/text/parse-json.js';
import { eventually } from '../../helpers/eventually.js';
import { killAtExit } from '../../helpers/kill-at-exit.js';
import { endProcess } from '../../helpers/other-user.js';
import { askForEngine } from '../../helpers/shared-engine.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

/** A NATS server of Debian's package on a free port of 127.0.0.1. */
export class NatsServer implements AsyncDisposable {
  private constructor(
    private readonly flags: readonly string[],
    private child: ChildProcess,
    readonly port: number,
  ) {}

  /**
   * Starts a server for a test that kills or configures it; others use `sharedNats`.
   *
   * @param flags of the program besides address and port
   */
  static async startOwn(...flags: readonly string[]): Promise<NatsServer> {
    return withTemporaryFolder(async (folder) => {
      const child = run(['--port', '-1', '--ports_file_dir', folder, ...flags]);
      const port = await eventually(() => readPort(folder), {
        ended: () => (child.exitCode === null ? undefined : 'the NATS server ended'),
      });
      return new NatsServer(flags, child, port);
    });
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  /** Ends it as kill -9 does. */
  async kill(): Promise<void> {
    this.child.ref();
    await endProcess(this.child);
  }

  /** Starts it again on the same port. */
  restart(): void {
    this.child = run(['--port', String(this.port), ...this.flags]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}

/** The server of this process alone, where no run shares one. It ends with the process. */
let ownShared: Promise<NatsServer> | null = null;

/** The URL of the server that all tests share. Their buses have namespaces of their own. */
export async function sharedNats(): Promise<string> {
  const url = await askForEngine('nats');
  if (url !== null) return url;
  ownShared ??= NatsServer.startOwn();
  return (await ownShared).url;
}

function run(flags: readonly string[]): ChildProcess {
  const child = spawn('nats-server', ['--addr', '127.0.0.1', ...flags], { stdio: 'ignore' });
  // It does not keep this process alive.
  child.unref();
  killAtExit(child);
  return child;
}

async function readPort(folder: string): Promise<number | undefined> {
  const [name] = await readdir(folder);
  if (name === undefined) return undefined;
  const ports = parseJson(await readFile(join(folder, name), 'utf8'));
  const [, port] = /:(\d+)"/.exec(JSON.stringify(ports) ?? '') ?? [];
  return port === undefined ? undefined : Number(port);
}
