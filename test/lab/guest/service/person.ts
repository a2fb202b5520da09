import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The CLI of the checkout. */
const OF_CHECKOUT = [process.execPath, fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'))];
/** The CLI of the Debian package. */
export const OF_DEBIAN = ['/usr/bin/guildhall'];

/** How a command ended. */
export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A person who uses the guest: root, or a user with a service manager of their own. */
export class Person {
  private constructor(
    readonly uid: number,
    readonly folder: string,
    private readonly program: readonly string[],
  ) {}

  /** @param program the words that start the CLI */
  static root(program: readonly string[] = OF_CHECKOUT): Person {
    return new Person(0, '/root', program);
  }

  /**
   * The user of a name, who is created if necessary.
   *
   * @param program the words that start the CLI; a path in them may be relative to the user's folder
   */
  static user(name: string, program: readonly string[] = OF_CHECKOUT): Person {
    if (spawnSync('id', [name]).status !== 0) execFileSync('useradd', ['--create-home', name]);
    const uid = Number(execFileSync('id', ['--user', name], { encoding: 'utf8' }));
    const folder = `/home/${name}`;
    return new Person(
      uid,
      folder,
      program.map((word) => resolve(folder, word)),
    );
  }

  /** Creates what every desktop has: folders, and the cookie that the first program with sound writes. */
  addDesktopFiles(): void {
    const [config, share] = [join(this.folder, '.config'), join(this.folder, '.local/share')];
    this.run('mkdir', '--parents', join(config, 'pulse'), share);
    this.run('touch', join(config, 'pulse/cookie'));
  }

  /** Runs a program as this person, without what a login adds to the environment. */
  run(command: string, ...args: string[]): Ended {
    return this.#run(command, args, {});
  }

  /** Runs systemctl for the person's own service manager. */
  systemctl(...args: string[]): Ended {
    return this.#run('systemctl', ['--user', ...args], { XDG_RUNTIME_DIR: `/run/user/${this.uid}` });
  }

  #run(command: string, args: readonly string[], environment: NodeJS.ProcessEnv): Ended {
    const { status, stdout, stderr } = spawnSync(command, args, {
      uid: this.uid,
      gid: this.uid,
      cwd: '/',
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
        HOME: this.folder,
        LANG: 'C.UTF-8',
        ...environment,
      },
      encoding: 'utf8',
    });
    return { exitCode: status, stdout, stderr };
  }

  /** Runs a command of the CLI. */
  guildhall(...args: string[]): Ended {
    const [command = '', ...rest] = this.program;
    return this.run(command, ...rest, ...args);
  }

  /** Runs a command of the CLI that must succeed. @returns what it prints */
  succeed(...args: string[]): string {
    const { exitCode, stdout, stderr } = this.guildhall(...args);
    assert.equal(exitCode, 0, `guildhall ${args.join(' ')}: ${stderr}\n${recentLog()}`);
    return stdout.trim();
  }

  /** Runs a command of the CLI that must succeed, and gives what it prints as JSON. */
  json<T>(...args: string[]): T {
    return JSON.parse(this.succeed(...args, '--json')) as T;
  }
}

/** What services and their managers have logged last. */
function recentLog(): string {
  return execFileSync('journalctl', ['--no-pager', '--lines=40', '--output=cat'], { encoding: 'utf8' });
}
