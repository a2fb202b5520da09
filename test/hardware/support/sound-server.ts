import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../helpers/eventually.js';
import { PATIENCE } from '../../helpers/patience.js';

const execute = promisify(execFile);

/** A PulseAudio of the test's own, in a separate folder. */
export class SoundServer {
  #process: ReturnType<typeof spawn> | null = null;

  private constructor(private readonly folder: string) {}

  /** Makes the folder; no server runs yet. */
  static async create(): Promise<SoundServer> {
    return new SoundServer(await mkdtemp(join(tmpdir(), 'guildhall-sound-')));
  }

  /** What a program needs to find this server, running or not, and no other. */
  get environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      HOME: this.folder,
      XDG_RUNTIME_DIR: this.folder,
      XDG_CONFIG_HOME: this.folder,
      PULSE_SERVER: `unix:${join(this.folder, 'native')}`,
    };
  }

  async start(): Promise<void> {
    const socket = `module-native-protocol-unix auth-anonymous=1 socket=${join(this.folder, 'native')}`;
    this.#process = spawn(
      'pulseaudio',
      ['-n', '--daemonize=no', '--use-pid-file=no', '--exit-idle-time=-1', '-L', socket],
      { env: this.environment, stdio: 'ignore' },
    );
    await eventually(async () => {
      try {
        // A server that is just starting may leave a client waiting for ever.
        await this.#pactl(['info'], 3000);
        return true;
      } catch {
        return false;
      }
    });
  }

  pactl(...args: string[]): Promise<string> {
    return this.#pactl(args, PATIENCE);
  }

  async #pactl(args: readonly string[], timeout: number): Promise<string> {
    const { stdout } = await execute('pactl', args, { env: this.environment, timeout });
    return stdout.trim();
  }

  /** The server's process id, to stop and continue it. */
  get pid(): number {
    const pid = this.#process?.pid;
    if (pid === undefined) throw new TypeError('the sound server does not run');
    return pid;
  }

  async end(): Promise<void> {
    const server = this.#process;
    this.#process = null;
    if (server === null) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  }

  async remove(): Promise<void> {
    await this.end();
    await rm(this.folder, { recursive: true, force: true });
  }
}
