import { crc32 } from 'node:zlib';

interface Header {
  readonly width: number;
  readonly height: number;
  /** bits of a channel */
  readonly depth: number;
  /** 6: red, green, blue and opacity; 3: an index of the palette */
  readonly type: 3 | 6;
}

/** A PNG file of these chunks, between its header and its end. */
export function encodePng(
  { width, height, depth, type }: Header,
  chunks: readonly (readonly [name: string, data: Buffer])[],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, type], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...chunks.map(([name, data]) => chunk(name, data)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
