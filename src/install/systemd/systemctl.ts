import { UserError } from '../../platform/errors.js';
import type { CommandResult, Machine } from '../machine.js';

/** Exists while systemd is the init of this machine, as in sd_booted(3). */
export const SYSTEMD_FOLDER = '/run/systemd/system';

/** systemctl of one service manager: that of the machine or of the person. */
export class Systemctl {
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(
    private readonly machine: Machine,
    private readonly scope: 'user' | 'system',
  ) {
    const { environment, user } = machine;
    // A shell of `su` or `sudo` lacks the variable, though the folder may be there.
    this.#environment =
      scope === 'user' && !environment.XDG_RUNTIME_DIR ? { XDG_RUNTIME_DIR: `/run/user/${user.uid}` } : {};
  }

  /** @throws {UserError} if there is no such service manager, or this user may not control it */
  static async connect(machine: Machine, scope: 'user' | 'system'): Promise<Systemctl> {
    if (!(await machine.exists(SYSTEMD_FOLDER))) {
      throw new UserError(
        'this machine does not run systemd',
        'Without it there is no service of Guildhall. Run it yourself, or by another service manager, with: guildhall start',
      );
    }
    const systemctl = new Systemctl(machine, scope);
    const { exitCode, stderr } = await systemctl.run('show-environment');
    if (exitCode === 0) return systemctl;
    if (scope === 'system') throw new UserError(`systemd cannot be reached: ${oneLine(stderr)}`);
    throw new UserError(
      `your systemd user manager cannot be reached: ${oneLine(stderr)}`,
      `Log in to this user directly rather than by su or sudo, or keep its manager running: sudo loginctl enable-linger ${machine.user.name}`,
    );
  }

  /** The words of a command, for the person. */
  static words(scope: 'user' | 'system', ...args: readonly string[]): string[] {
    return ['systemctl', ...(scope === 'user' ? ['--user'] : []), ...args];
  }

  /** The words that show properties of a unit. */
  static showWords(unit: string, properties: readonly string[]): string[] {
    return ['show', unit, `--property=${properties.join(',')}`];
  }

  run(...args: readonly string[]): Promise<CommandResult> {
    const [command = '', ...words] = Systemctl.words(this.scope, ...args);
    return this.machine.run(command, words, this.#environment);
  }

  /** Runs a command that must succeed. @throws {UserError} with what systemctl printed */
  async must(...args: readonly string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await this.run(...args);
    if (exitCode === 0) return stdout;
    throw new UserError(
      `${Systemctl.words(this.scope, ...args).join(' ')} failed: ${oneLine(stderr) || oneLine(stdout)}`,
      `See what happened: journalctl ${this.scope === 'user' ? '--user ' : ''}--unit 'guildhall*' --lines 20`,
    );
  }

  /** The properties of a unit; a property that systemd does not know is absent. */
  async show(unit: string, properties: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const text = await this.must(...Systemctl.showWords(unit, properties));
    const pairs = text.split('\n').filter((line) => line.includes('='));
    return new Map(
      pairs.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
  }
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
