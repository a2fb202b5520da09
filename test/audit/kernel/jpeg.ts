/** A whole gray JPEG of a size in pixels (multiples of 8) as a data URL. */
export function blankJpeg(width: number, height: number): string {
  return `data:image/jpeg;base64,${blankJpegFile(width, height).toString('base64')}`;
}

/** The same as a file. */
export function blankJpegFile(width: number, height: number): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]),
    // One code of one bit each: no difference from the block before, and the end of a block.
    segment(0xc4, [0x00, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    segment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    segment(0xda, [1, 1, 0, 0, 63, 0]),
    Buffer.alloc(Math.ceil(((width / 8) * (height / 8) * 2) / 8)),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function segment(marker: number, content: readonly number[]): Buffer {
  const length = content.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...content]);
}
