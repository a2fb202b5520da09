import type { FileHandle } from 'node:fs/promises';
import { parseTarHeader, TAR_BLOCK, type TarEntry, TarError } from './tar-header.js';
import { padding } from './tar-writer.js';

const CHUNK = 256 * 1024;

/** An entry with its content, which can be read once, before the next entry. */
export interface TarContent extends TarEntry {
  readonly content: AsyncIterable<Buffer>;
}

/**
 * Reads an archive of regular files. What is not read of an entry's content is passed over.
 *
 * @throws {TarError} if it is damaged, has other entries, or ends too early
 */
export async function* readTar(file: FileHandle): AsyncGenerator<TarContent, void> {
  let position = 0;
  while (true) {
    const entry = parseTarHeader(await readExactly(file, position, TAR_BLOCK));
    if (entry === null) return;
    const start = position + TAR_BLOCK;
    yield { ...entry, content: contentOf(file, start, entry.size) };
    position = start + entry.size + padding(entry.size);
  }
}

async function* contentOf(file: FileHandle, start: number, size: number): AsyncGenerator<Buffer, void> {
  for (let done = 0; done < size; done += CHUNK) {
    yield await readExactly(file, start + done, Math.min(CHUNK, size - done));
  }
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) throw new TarError('it ends too early');
    done += bytesRead;
  }
  return bytes;
}
