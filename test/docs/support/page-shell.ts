import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../helpers/eventually.js';
import { killNow } from '../../helpers/kill-at-exit.js';
import { runCommand } from '../../helpers/run-command.js';
import type { RunClauses } from './documented-blocks.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** What a reader finds in the checkout. */
const SHOWN = ['examples', 'kits', 'dist', 'node_modules', 'package.json', 'scripts'];
/** How much longer than others a command may take; compilers are slow. */
const SHARE = 6;

/** A program of a page with what it has printed. */
interface Program {
  readonly child: ChildProcess;
  output: string;
}

/** The terminal in which the commands of a page are run, in a folder that looks like the checkout. */
export class PageShell {
  readonly #values = new Map<string, string>();
  readonly #programs: Program[] = [];

  private constructor(
    private readonly folder: string,
    private readonly home: string,
    private readonly environment: Readonly<Record<string, string>>,
  ) {}

  /**
   * @param folder empty
   * @param home of the daemon that the commands are for
   * @param environment besides that of this process
   */
  static async open(
    folder: string,
    home: string,
    environment: Readonly<Record<string, string>>,
  ): Promise<PageShell> {
    await mkdir(join(folder, 'bin'));
    const program = join(ROOT, 'dist/cli/main.js');
    await writeFile(join(folder, 'bin/guildhall'), `#!/bin/sh\nexec node ${program} "$@"\n`, { mode: 0o755 });
    await symlink(process.execPath, join(folder, 'bin/node'));
    for (const name of SHOWN) await symlink(join(ROOT, name), join(folder, name));
    return new PageShell(folder, home, environment);
  }

  /** Runs a block as its marker says. Fails if a command does, or if its output lacks what the page promises. */
  async run(commands: string, clauses: RunClauses): Promise<void> {
    for (const { name, value } of clauses.set) this.#values.set(name, value);
    const program = this.#start(commands);
    const describe = () => `${commands}\nprinted:\n${program.output}`;
    await eventually(
      async () => {
        if (clauses.allow) await this.#allowRequests();
        if (clauses.until !== null) return program.output.includes(clauses.until);
        return program.child.exitCode === 0;
      },
      { share: SHARE, ended: () => failureOf(program.child), describe },
    );
    for (const text of clauses.shows) await this.#waitForOutput(text, describe);
    for (const { name, path } of clauses.save) this.#values.set(name, valueAt(program.output, path));
  }

  /** Ends the programs that keep running. */
  async close(): Promise<void> {
    for (const { child } of this.#programs.toReversed()) {
      if (!isRunning(child) || child.pid === undefined) continue;
      const ended = once(child, 'exit');
      // With what the shell has started: the group is the shell's own.
      killNow(-child.pid);
      await ended;
    }
  }

  #start(commands: string): Program {
    const { environment, folder, home } = this;
    const path = `${join(folder, 'bin')}:/usr/bin:/bin:${process.env.PATH ?? ''}`;
    const child = spawn('bash', ['-euo', 'pipefail', '-c', this.#fillIn(commands)], {
      cwd: folder,
      env: {
        ...{ ...process.env, ...environment, PATH: path },
        ...{ GUILDHALL_HOME: home, GUILDHALL_NO_OPEN: 'true', NO_COLOR: '1' },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const program = { child, output: '' };
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        program.output += chunk;
      });
    }
    this.#programs.push(program);
    return program;
  }

  #fillIn(commands: string): string {
    return commands.replaceAll(/\b[A-Z][A-Z_]+\b/g, (word) => this.#values.get(word) ?? word);
  }

  async #allowRequests(): Promise<void> {
    const flags = ['--home', this.home];
    const { output } = await runCommand(['consent', 'list', '--json', ...flags]);
    const waiting = JSON.parse(output) as { id: string }[];
    for (const { id } of waiting) await runCommand(['consent', 'approve', id, ...flags]);
  }

  async #waitForOutput(text: string, describe: () => string): Promise<void> {
    // Programs that were started earlier may print the same.
    const latest = this.#programs.findLast(({ child }) => isRunning(child));
    const programs = [this.#programs.at(-1), latest];
    await eventually(() => programs.some((program) => program?.output.includes(text)), {
      describe: () => `nothing printed ${text}; ${describe()}`,
    });
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Why a program cannot succeed anymore. */
function failureOf(child: ChildProcess): string | undefined {
  if (isRunning(child) || child.exitCode === 0) return undefined;
  return `it ended with ${child.exitCode ?? child.signalCode}`;
}

/** @param path property names with dots between them, e.g. `application.id` */
function valueAt(json: string, path: string): string {
  const value = path.split('.').reduce<unknown>((within, key) => Object(within)[key], JSON.parse(json));
  assert.equal(typeof value, 'string', `${path} is missing in ${json}`);
  return String(value);
}
