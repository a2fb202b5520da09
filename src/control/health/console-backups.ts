import { readdir } from 'node:fs/promises';
import { SingleFlight } from '../../platform/async/coalesce.js';
import { ControlError } from '../errors.js';

/** How many backups may be in the folder, so that a page cannot fill the disk. */
const MAX_BACKUPS = 10;
/** How the name of a backup ends. */
const EXTENSION = '.tar';

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
    // Not what a process that was killed left behind.
    const backups = names.filter((name) => name.endsWith(EXTENSION));
    if (backups.length >= MAX_BACKUPS) {
      throw new ControlError(
        'refused',
        `There are ${backups.length} backups in ${folder} already.`,
        'Move some to another disk, where they survive a failure of this one, or remove them.',
      );
    }
    const time = new Date(now()).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
    const { file, bytes } = await write(folder, `guildhall-${time}${EXTENSION}`);
    return { file, bytes };
  }
}
