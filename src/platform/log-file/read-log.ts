import { type FileHandle, stat } from 'node:fs/promises';
import { pause } from '../async/promises.js';
import type { Clock } from '../clock.js';
import { isMissingFile, openRegularFile } from '../files/text-file.js';
import type { LogLevel } from '../log.js';
import { hasLevel, type LogEntry, parseLogLine } from './log-entry.js';
import { formerLog } from './log-file.js';

/** How often a followed log is looked at, in milliseconds. */
const POLL_MS = 250;
const BLOCK = 64 * 1024;

/** Which lines are read. */
export interface LogQuery {
  /** the least grave level */
  readonly level: LogLevel;
  /** the number of lines that were logged before */
  readonly lines: number;
}

/** Goes on with new lines until `signal` is aborted. */
export interface Following {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Reads the last entries of a log, oldest first, and then each new one if it is to be followed: also after the file was
 * replaced, and also if there is none yet.
 *
 * @param path of the log; its former file is read, too
 * @param following null: only what was logged before
 */
export async function* readLog(
  path: string,
  { level, lines }: LogQuery,
  following: Following | null,
): AsyncGenerator<LogEntry, void> {
  const reader = new LogReader(path);
  try {
    for (const line of await reader.last(level, lines)) yield parseLogLine(line);
    if (following === null) return;
    const { clock, signal } = following;
    for (; !signal.aborted; await pause(clock, POLL_MS, signal)) {
      for await (const line of reader.next()) if (hasLevel(line, level)) yield parseLogLine(line);
    }
  } finally {
    await reader.close();
  }
}

/** Reads a log that its daemon may write and replace meanwhile. */
class LogReader {
  #file: FileHandle | null = null;
  #position = 0;
  #rest = '';

  constructor(private readonly path: string) {}

  /** The last lines of a level or a more severe one, oldest first. */
  async last(level: LogLevel, count: number): Promise<string[]> {
    const found: string[] = [];
    this.#file = await openIfExists(this.path);
    const former = await openIfExists(formerLog(this.path));
    try {
      for (const file of [this.#file, former]) {
        const size = file === null ? 0 : (await file.stat()).size;
        if (file === this.#file) this.#position = size;
        if (file === null) continue;
        for await (const line of readLinesBackwards(file, size)) {
          if (found.length >= count) break;
          if (hasLevel(line, level)) found.push(line);
        }
      }
      return found.reverse();
    } finally {
      await former?.close();
    }
  }

  /** The lines that were written since. */
  async *next(): AsyncGenerator<string, void> {
    yield* this.#readOn();
    if (!(await this.#isReplaced())) return;
    // What was written between reading and looking.
    yield* this.#readOn();
    await this.close();
    this.#file = await openIfExists(this.path);
    yield* this.#readOn();
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
    this.#position = 0;
    this.#rest = '';
  }

  async *#readOn(): AsyncGenerator<string, void> {
    while (this.#file !== null) {
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(BLOCK), 0, BLOCK, this.#position);
      if (bytesRead === 0) return;
      this.#position += bytesRead;
      // Latin-1 keeps the bytes of characters that are divided between blocks.
      const lines = (this.#rest + buffer.toString('latin1', 0, bytesRead)).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) yield Buffer.from(line, 'latin1').toString('utf8');
    }
  }

  async #isReplaced(): Promise<boolean> {
    try {
      const [now, own] = [await stat(this.path), await this.#file?.stat()];
      return own === undefined || now.ino !== own.ino;
    } catch (error) {
      if (isMissingFile(error)) return false;
      throw error;
    }
  }
}

async function openIfExists(path: string): Promise<FileHandle | null> {
  try {
    return await openRegularFile(path);
  } catch (error) {
    if (isMissingFile(error)) return null;
    throw error;
  }
}

const LINE_FEED = 0x0a;

/** The whole lines of a file before `end`, the last one first. @param end an offset in bytes */
async function* readLinesBackwards(file: FileHandle, end: number): AsyncGenerator<string, void> {
  let rest = Buffer.alloc(0);
  for (let to = end; to > 0; ) {
    const from = Math.max(0, to - BLOCK);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
    const bytes = Buffer.concat([buffer.subarray(0, bytesRead), rest]);
    // What is before the first line end of this block belongs to a line that begins in an earlier one.
    const first = from === 0 ? -1 : bytes.indexOf(LINE_FEED);
    rest = first === -1 && from > 0 ? bytes : bytes.subarray(0, first + 1);
    const lines = bytes.toString('utf8', rest.length).split('\n').reverse();
    if (rest !== bytes) yield* lines.filter((line) => line !== '');
    to = from;
  }
}
