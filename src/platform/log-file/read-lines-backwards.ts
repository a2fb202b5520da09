import type { FileHandle } from 'node:fs/promises';

const BLOCK = 64 * 1024;
const LINE_FEED = 0x0a;

/** The whole lines of a file before `end`, the last one first. @param end an offset in bytes */
export async function* readLinesBackwards(file: FileHandle, end: number): AsyncGenerator<string, void> {
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
