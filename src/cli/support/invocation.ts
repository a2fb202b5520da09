import type { Command } from 'commander';
import { ControlClient } from '../../control/control-client.js';
import { guildhallCommand } from '../../control/doctor/guildhall-command.js';
import { type HomeFiles, homeFiles, resolveHome } from '../../platform/home.js';
import { escapeHiddenInJson, toPrintableText } from '../../platform/text/visible-text.js';
import type { Terminal } from './terminal.js';

/** The options of every command. */
export interface GlobalOptions {
  readonly home?: string;
  readonly json?: boolean;
}

/** A command that a result names, for the home of the invocation: `guildhall WORDS`, with --home unless it is the usual one. */
export type NamedCommand = (...words: readonly string[]) => string;

/** One invocation of a command: its home, the daemon, and how results are printed. */
export class Invocation {
  readonly files: HomeFiles;
  readonly daemon: ControlClient;
  readonly json: boolean;
  /** the exit code; a thrown error makes it 1 */
  exitCode = 0;

  constructor(
    readonly terminal: Terminal,
    options: GlobalOptions,
    /** its words after `guildhall` */
    command: readonly string[] = ['status'],
  ) {
    this.files = homeFiles(resolveHome(options.home, terminal.environment));
    this.daemon = new ControlClient(this.files, {
      environment: terminal.environment,
      command,
      note: (text) => this.waits(text),
    });
    this.json = options.json ?? false;
  }

  /** how many characters fit into a line; null if the output is no terminal */
  get columns(): number | null {
    return this.terminal.columns ?? null;
  }

  readonly guildhall: NamedCommand = (...words) =>
    guildhallCommand({ home: this.files.home, environment: this.terminal.environment }, ...words);

  /** Prints the result: as JSON with --json, else as text, without control characters other than colors. */
  readonly result = <T>(value: T, inWords: (value: T, guildhall: NamedCommand) => string): void => {
    this.terminal.write(
      `${this.json ? escapeHiddenInJson(JSON.stringify(value, null, 2)) : toPrintableText(inWords(value, this.guildhall))}\n`,
    );
  };

  /** Prints a result with secrets. A file that it is redirected to becomes private. */
  readonly secretResult = <T>(value: T, inWords: (value: T, guildhall: NamedCommand) => string): void => {
    this.terminal.makeOutputPrivate?.();
    this.result(value, inWords);
  };

  /** Prints one of several results: with --json one value per line. */
  readonly nextResult = <T>(value: T, inWords: (value: T) => string): void => {
    this.terminal.write(
      `${this.json ? escapeHiddenInJson(JSON.stringify(value)) : toPrintableText(inWords(value))}\n`,
    );
  };

  /** Says on standard error what the command waits for, which takes longer than usual. */
  readonly waits = (text: string): void => this.terminal.writeError(`${toPrintableText(text)}\n`);

  /** Prints a note for people; with --json it is omitted. */
  readonly note = (text: string): void => {
    if (!this.json) this.terminal.write(`${toPrintableText(text)}\n`);
  };
}

/** Runs a command's action with its invocation. */
export type Runner = (command: Command, action: (invocation: Invocation) => Promise<void>) => Promise<void>;

/** The export of each command's file: adds the command to the program. */
export type AddCommand = (program: Command, run: Runner) => void;
