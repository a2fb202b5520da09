import { readdir } from 'node:fs/promises';
import { SingleFlight } from '../../platform/coalesce.js';
import { ControlError } from '../errors.js';

/** How many backups may be in the folder, so that a page cannot fill the disk. */
const MAX_BACKUPS = 10;

/** A backup that was written. */
export interface WrittenBackup {
  readonly file: string;
  /** its size */
  readonly bytes: number;
}

export interface ConsoleBackupsOptions {
  /** the folder of the home where they are written */
  readonly folder: string;
  /** Writes a backup with this file name into the folder. @throws {UserError} */
  readonly write: (folder: string, name: string) => Promise<WrittenBackup>;
  /** milliseconds since the Unix epoch */
  readonly now: () => number;
}

/** Backups that the person starts in the console (docs/operating.md, Backups). None is ever removed. */
export class ConsoleBackups {
  readonly #runs = new SingleFlight<'backup', WrittenBackup>();

  constructor(private readonly options: ConsoleBackupsOptions) {}

  /**
   * Writes a backup, or waits for the one that is being written.
   *
   * @throws {ControlError} `refused` if there are too many
   * @throws {UserError} if it fails
   */
  create(): Promise<WrittenBackup> {
    return this.#runs.run('backup', () => this.#write());
  }

  async #write(): Promise<WrittenBackup> {
    const { folder, now, write } = this.options;
    const names = await readdir(folder).catch(() => []);
    if (names.length >= MAX_BACKUPS) {
      throw new ControlError(
        'refused',
        `There are ${names.length} backups in ${folder} already.`,
        'Move some elsewhere, where this disk’s end does not take them along, or remove them.',
      );
    }
    const time = new Date(now()).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
    const { file, bytes } = await write(folder, `guildhall-${time}.tar`);
    return { file, bytes };
  }
}
