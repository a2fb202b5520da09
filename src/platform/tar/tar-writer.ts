import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { TAR_BLOCK, type TarEntry, TarError, tarHeader } from './tar-header.js';

/** Writes an archive of regular files, one after another. */
export class TarWriter {
  /** @param time of all entries, in milliseconds since the Unix epoch */
  constructor(
    private readonly file: FileHandle,
    private readonly time: number,
  ) {}

  /** Adds a file. @returns the SHA-256 of its content, in hexadecimal @throws {TarError} if the size is another one */
  async add(entry: TarEntry, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string> {
    await this.#write(tarHeader(entry, this.time));
    const hash = createHash('sha256');
    let written = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      written += chunk.length;
      await this.#write(chunk);
    }
    if (written !== entry.size) throw new TarError(`${entry.name} changed while it was read`);
    await this.#write(Buffer.alloc(padding(written)));
    return hash.digest('hex');
  }

  /** Ends the archive and waits until the disk has it. */
  async finish(): Promise<void> {
    await this.#write(Buffer.alloc(2 * TAR_BLOCK));
    await this.file.sync();
  }

  async #write(bytes: Buffer): Promise<void> {
    if (bytes.length > 0) await this.file.appendFile(bytes);
  }
}

/** How many bytes fill the last block of an entry's content. */
export function padding(size: number): number {
  return (TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK;
}
