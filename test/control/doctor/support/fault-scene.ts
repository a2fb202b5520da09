import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { examine } from '#guildhall/control/doctor/examine.js';
import type { CheckContext, Finding } from '#guildhall/control/doctor/finding.js';
import { START_CHECKS } from '#guildhall/daemon/checks/index.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { makePrivateFolder } from '#guildhall/platform/files/private-file.js';
import { type HomeFiles, homeFiles } from '#guildhall/platform/home.js';
import { type DaemonSettings, TestDaemon } from '../../../helpers/daemon.js';
import { patience } from '../../../helpers/patience.js';
import { runCommand } from '../../../helpers/run-command.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));

/** A home in a separate folder, the environment of doctor, and a shell in which its commands are run. */
export class FaultScene {
  /** the home; it does not exist yet */
  home: string;
  environment: NodeJS.ProcessEnv;
  /** a program and its arguments that doctor is started through, e.g. to take rights from it */
  through: readonly string[] = [];
  /** flags of doctor */
  flags: readonly string[] = [];
  /** the CLI's program */
  main = MAIN;
  /** what doctor is to see instead of this machine; a scene with such a context has no daemon */
  context: Partial<CheckContext> | null = null;
  /** the folder in which commands of findings are run */
  workingFolder = '/';
  /** the commands that were run, in order */
  readonly commands: string[] = [];
  readonly #cleanups: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly folder: string,
    private readonly programs: string,
  ) {
    this.home = join(folder, 'home');
    this.environment = { PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder };
  }

  static async make(): Promise<FaultScene> {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-fault-'));
    const programs = join(folder, 'bin');
    await mkdir(programs);
    const scene = new FaultScene(folder, programs);
    scene.cleanUp(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    await scene.addProgram('guildhall', `exec '${process.execPath}' '${MAIN}' "$@"`);
    // Cases whose commands need it run as root.
    await scene.addProgram('sudo', 'exec "$@"');
    return scene;
  }

  get files(): HomeFiles {
    return homeFiles(this.home);
  }

  /** Adds a program that the commands of findings may run. */
  async addProgram(name: string, script: string): Promise<void> {
    await writeFile(join(this.programs, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  cleanUp(cleanup: () => Promise<unknown>): void {
    this.#cleanups.push(cleanup);
  }

  async end(): Promise<void> {
    for (const cleanup of this.#cleanups.splice(0).reverse()) await cleanup();
  }

  /** Makes the home, private. */
  async makeHome(): Promise<void> {
    await makePrivateFolder(this.home);
  }

  /** Writes a private file of the home. */
  async write(file: keyof HomeFiles, text: string): Promise<void> {
    await this.makeHome();
    await writeFile(this.files[file], text, { mode: 0o600 });
  }

  /** Starts a daemon on this home, which ends with the scene. */
  async startDaemon(settings: DaemonSettings = {}): Promise<TestDaemon> {
    await this.makeHome();
    const daemon = await TestDaemon.start({ home: this.home, environment: this.environment, ...settings });
    this.cleanUp(() => daemon.end('SIGKILL'));
    return daemon;
  }

  /** What doctor finds. */
  async findings(): Promise<Finding[]> {
    if (this.context !== null) return this.#examine(this.context);
    const args = ['doctor', '--json', '--home', this.home, ...this.flags];
    const output =
      this.through.length === 0 && this.main === MAIN
        ? (await runCommand(args, this.environment)).output
        : await this.#runThrough(args);
    return (JSON.parse(output) as { findings: Finding[] }).findings;
  }

  async find(code: string): Promise<Finding | undefined> {
    return (await this.findings()).find((finding) => finding.code === code);
  }

  /** Stops the daemon of this home and starts it again with other settings. */
  async restartDaemon(settings: DaemonSettings): Promise<TestDaemon> {
    await this.run(`guildhall stop --home ${this.home}`);
    return this.startDaemon(settings);
  }

  /** Runs a command of a finding as it is printed. @param isTerminal whether what it asks is answered at a terminal */
  async run(command: string, input = '', isTerminal = false): Promise<string> {
    this.commands.push(command);
    const [program, ...args] = isTerminal ? ['script', '-qec', command, '/dev/null'] : ['sh', '-c', command];
    const running = promisify(execFile)(program, args, {
      env: { ...this.environment, PATH: `${this.programs}${delimiter}${process.env.PATH}` },
      cwd: this.workingFolder,
      timeout: patience(6),
    });
    // A command that reads nothing may have ended by now.
    running.child.stdin?.on('error', () => {}).end(input);
    return (await running).stdout;
  }

  /** Starts a command of a finding that keeps running, and waits until it prints something. */
  async start(command: string, expected: string): Promise<void> {
    this.commands.push(command);
    const child = spawn('sh', ['-c', `exec ${command}`], {
      env: { ...this.environment, PATH: `${this.programs}${delimiter}${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.cleanUp(async () => child.kill('SIGKILL'));
    for await (const chunk of child.stdout) if (String(chunk).includes(expected)) return;
    assert.fail(`${command} ended`);
  }

  async #runThrough(args: readonly string[]): Promise<string> {
    const [program = '', ...rest] = [...this.through, process.execPath, this.main, ...args];
    const options = { env: this.environment, timeout: patience(6) };
    // The exit code is 1 if there are errors.
    const { stdout } = await promisify(execFile)(program, rest, options).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    return stdout;
  }

  #examine(context: Partial<CheckContext>): Promise<Finding[]> {
    return examine({
      home: this.home,
      environment: this.environment,
      platform: process.platform,
      nodeVersion: process.versions.node,
      daemon: null,
      daemonSilence: null,
      homeProcess: null,
      startChecks: START_CHECKS,
      role: 'daemon',
      flags: {},
      clock: systemClock,
      now: Date.now(),
      ...context,
    });
  }
}
