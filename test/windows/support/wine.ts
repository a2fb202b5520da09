import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { missingPrograms } from '../../hardware/support/programs.js';
import { startXServer, type XServer } from '../../hardware/support/x-server.js';
import { eventually, inTime } from '../../helpers/eventually.js';
import { killAtExit } from '../../helpers/kill-at-exit.js';

/** Where Debian has the programs of its package wine64. */
const PROGRAMS = '/usr/lib/wine';
export const WINE = join(PROGRAMS, 'wine64');
const SERVER = join(PROGRAMS, 'wineserver');
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PRELOAD = join(ROOT, 'test/windows/support/wine-preload.cjs');
/** How much longer than others a start may take. */
const SLOW = 12;

/** What the tests need besides Wine: a display, and what makes the packages. */
const NEEDED = ['Xvfb', 'setxkbmap', 'x86_64-w64-mingw32-g++-posix', 'makensis', 'zip', 'unzip'];

/** A test of what runs on Windows. Where something is missing it skips and says what; in CI it fails. */
export function windowsTest(title: string, run: () => Promise<void>): void {
  const reason = whyNoWine();
  if (reason === false) test(title, run);
  else if (process.env.CI === 'true') test(title, () => assert.fail(reason));
  else test(title, { skip: reason }, () => {});
}

/** What is missing to run programs of Windows, or false. */
export function whyNoWine(): string | false {
  try {
    accessSync(WINE);
  } catch {
    return 'missing: wine64, so nothing was run as on Windows';
  }
  return missingPrograms(NEEDED);
}

/** How a program of Windows ended. */
export interface Ended {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A program of Windows that runs, with what it has printed so far. */
export interface Started {
  readonly child: ChildProcess;
  output(): string;
  /** Waits until it has printed a text that matches. @returns the match */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  ended(): Promise<Ended>;
}

/** A Windows of the test's own: an empty prefix of Wine with a display and, if given, a sound server. */
export class Wine {
  #files = 0;

  private constructor(
    readonly folder: string,
    private readonly x: XServer,
    private readonly server: ChildProcess,
    readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** @param settings more variables, e.g. PULSE_SERVER */
  static async start(settings: NodeJS.ProcessEnv = {}): Promise<Wine> {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-wine-'));
    const x = await startXServer();
    const environment = {
      ...process.env,
      HOME: folder,
      DISPLAY: x.display,
      WINEPREFIX: join(folder, 'prefix'),
      WINEARCH: 'win64',
      WINEDEBUG: '-all',
      // For letters beyond ASCII in arguments.
      LC_ALL: 'C.UTF-8',
      // Wine offers to download them.
      WINEDLLOVERRIDES: 'mscoree,mshtml=',
      // Wine calls itself Windows 7.
      NODE_SKIP_PLATFORM_CHECK: '1',
      NODE_OPTIONS: `--disable-warning=DEP0111 --require ${toWindows(PRELOAD).replaceAll('\\', '/')}`,
      ...settings,
    };
    const prefix = join(folder, 'prefix');
    await mkdir(prefix);
    // In the foreground: the one that Wine starts by itself is not always found again to end it.
    const server = spawn(SERVER, ['-f', '-p'], { env: environment, stdio: 'ignore' });
    killAtExit(server);
    await eventually(() => existsSync(join(prefix, 'wineserver')));
    const wine = new Wine(folder, x, server, environment);
    const { exitCode, output } = await wine.run('wineboot', '-i');
    assert.equal(exitCode, 0, output);
    return wine;
  }

  /** Runs a program to its end. @param program a path of Windows, or a program of Wine */
  async run(program: string, ...args: string[]): Promise<Ended> {
    return await this.spawn(program, ...args).ended();
  }

  /** Starts a program. Node.js for Windows cannot write to pipes of Linux, so the output goes to a file. */
  spawn(program: string, ...args: string[]): Started {
    const number = this.#files++;
    const paths = ['output', 'errors'].map((name) => join(this.folder, `${name}-${number}`));
    const files = paths.map((path) => openSync(path, 'w'));
    const child = spawn(WINE, [program, ...args], { env: this.environment, stdio: ['ignore', ...files] });
    for (const file of files) closeSync(file);
    killAtExit(child);
    const [output, errors] = paths.map(
      (path) => () => readFileSync(path, 'utf8').replaceAll('\r\n', '\n'),
    ) as [() => string, () => string];
    const exited = once(child, 'exit') as Promise<[number | null]>;
    const describe = () => `${args.join(' ')}: ${output()}${errors()}`;
    return {
      child,
      output,
      printed: (pattern) =>
        eventually(() => pattern.exec(output()) ?? undefined, {
          describe: () => `did not print ${pattern}: ${describe()}`,
          ended: () => (child.exitCode === null ? undefined : `exit code ${child.exitCode}`),
          share: SLOW,
        }),
      ended: async () => {
        const [exitCode] = await inTime(exited, () => `does not end: ${describe()}`, SLOW);
        return { exitCode, output: output(), errors: errors() };
      },
    };
  }

  /** Ends all programs of Windows. */
  async stop(): Promise<void> {
    if (this.server.exitCode === null) {
      const exited = once(this.server, 'exit');
      this.server.kill('SIGINT');
      await exited;
    }
    await this.x.stop();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** A path of this machine as Windows programs see it. */
export function toWindows(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}
