import { constants, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Clock } from '../clock.js';
import { isInUse, openRegularFile, renameOver } from '../files/text-file.js';
import type { Component } from '../lifecycle.js';

/** The size at which the file is replaced by a new one, in bytes; one former file is kept. */
const MAX_LOG_BYTES = 5 * 1024 * 1024;
/** How much may wait for the disk, in characters; further lines are dropped. */
const MAX_WAITING = 1024 * 1024;
/** The longest line, in characters. */
const MAX_LINE = 64 * 1024;
const APPEND = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY;
/** How long lines are collected before they are written, in milliseconds. */
const FLUSH_MS = 100;

/** The path of the former log file. */
export function formerLog(path: string): string {
  return `${path}.1`;
}

/**
 * The log of a home in a file (docs/operating.md, Logs). Lines are collected and written asynchronously, so that logging
 * never waits for the disk. What cannot be written, e.g. because the disk is full, is dropped and counted.
 */
export class LogFile implements Component {
  #file: FileHandle | null = null;
  #path = '';
  #isOpen = false;
  #size = 0;
  #waiting: string[] = [];
  #waitingLength = 0;
  #lost = 0;
  #cancelFlush: (() => void) | null = null;
  #writing: Promise<void> = Promise.resolve();

  /** Lines wait until the file is opened. */
  constructor(
    private readonly clock: Clock,
    private readonly maxBytes = MAX_LOG_BYTES,
  ) {}

  /** Opens the file, with mode 0600. Only the process that has locked the home may call this. */
  async open(path: string): Promise<void> {
    this.#path = path;
    await this.#openFile();
    this.#isOpen = true;
    this.#schedule();
  }

  /** Takes a line. @param line with its line end */
  write(line: string): void {
    if (line.length > MAX_LINE || this.#waitingLength + line.length > MAX_WAITING) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(line);
    this.#waitingLength += line.length;
    this.#schedule();
  }

  /** Writes what waits at once; for the end of the process. */
  flushSync(): void {
    const { text } = this.#take();
    if (this.#file === null || text === '') return;
    try {
      writeSync(this.#file.fd, text);
    } catch {
      // The process ends; its standard output has these lines, too.
    }
  }

  /** Writes what waits, then closes the file. Later lines are dropped. */
  async stop(): Promise<void> {
    await this.#flush();
    this.#isOpen = false;
    await this.#file?.close();
    this.#file = null;
  }

  #schedule(): void {
    if (!this.#isOpen || this.#cancelFlush !== null || this.#waiting.length === 0) return;
    this.#cancelFlush = this.clock.after(FLUSH_MS, () => void this.#flush());
  }

  #flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write(this.#take()));
    return this.#writing;
  }

  #take(): { text: string; lines: number } {
    this.#cancelFlush?.();
    this.#cancelFlush = null;
    const [text, lines] = [this.#waiting.join(''), this.#waiting.length];
    this.#waiting = [];
    this.#waitingLength = 0;
    return { text, lines };
  }

  async #write({ text, lines }: { text: string; lines: number }): Promise<void> {
    if (!this.#isOpen || lines === 0) return;
    const lost = this.#lost;
    try {
      const all = Buffer.from(this.#lostLine() + text);
      let file = this.#file ?? (await this.#openFile());
      if (this.#size > 0 && this.#size + all.length > this.maxBytes) file = await this.#rotate(file);
      await file.appendFile(all);
      this.#size += all.length;
      this.#lost -= lost;
    } catch {
      this.#lost += lines;
    }
  }

  #lostLine(): string {
    if (this.#lost === 0) return '';
    const fields = {
      level: 40,
      time: this.clock.now(),
      lines: this.#lost,
      msg: 'log lines were not written',
    };
    return `${JSON.stringify(fields)}\n`;
  }

  async #rotate(file: FileHandle): Promise<FileHandle> {
    try {
      await renameOver(this.#path, formerLog(this.#path));
    } catch (error) {
      // Somebody reads the former file for long: it is tried again with the next lines.
      if (isInUse(error) && this.#size < 2 * this.maxBytes) return file;
      throw error;
    }
    this.#file = null;
    await file.close();
    return this.#openFile();
  }

  async #openFile(): Promise<FileHandle> {
    const file = await openRegularFile(this.#path, APPEND, 0o600);
    await file.chmod(0o600);
    this.#size = (await file.stat()).size;
    this.#file = file;
    return file;
  }
}
