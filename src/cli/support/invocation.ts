import type { Command } from 'commander';
import { ControlClient } from '../../control/control-client.js';
import { type HomeFiles, homeFiles, resolveHome } from '../../platform/home.js';
import { escapeHiddenInJson } from '../../platform/visible-text.js';
import type { Terminal } from './terminal.js';

/** The options every command takes. */
export interface GlobalOptions {
  readonly home?: string;
  readonly json?: boolean;
}

/** One call of a command: its home, the daemon there, and how its result is told. */
export class Invocation {
  readonly files: HomeFiles;
  readonly daemon: ControlClient;
  readonly json: boolean;
  /** what the process exits with; an error that is thrown makes it 1 */
  exitCode = 0;

  constructor(
    readonly terminal: Terminal,
    options: GlobalOptions,
  ) {
    this.files = homeFiles(resolveHome(options.home, terminal.environment));
    this.daemon = new ControlClient(this.files);
    this.json = options.json ?? false;
  }

  /** Tells the result: with --json the value itself, else in words. */
  readonly result = <T>(value: T, inWords: (value: T) => string): void => {
    this.terminal.write(
      `${this.json ? escapeHiddenInJson(JSON.stringify(value, null, 2)) : inWords(value)}\n`,
    );
  };

  /** One of several results that come over time: with --json one value a line. */
  readonly nextResult = <T>(value: T, inWords: (value: T) => string): void => {
    this.terminal.write(`${this.json ? escapeHiddenInJson(JSON.stringify(value)) : inWords(value)}\n`);
  };

  /** Tells a person something on the way; a program that reads JSON does not see it. */
  readonly note = (text: string): void => {
    if (!this.json) this.terminal.write(`${text}\n`);
  };
}

/** Runs a command's action with its invocation. */
export type Runner = (command: Command, action: (invocation: Invocation) => Promise<void>) => Promise<void>;

/** What a file of this folder exports: adds its command to the program. */
export type AddCommand = (program: Command, run: Runner) => void;
