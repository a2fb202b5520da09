/** A JPEG of a size: its header, a frame and an empty scan. */
export function jpeg(width: number, height: number, comment = ''): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xfe, Buffer.from(comment)),
    segment(0xc0, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0, 0xff, 0xd9]),
  ]);
}

function segment(marker: number, payload: Buffer): Buffer {
  const length = payload.length + 2;
  return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 255]), payload]);
}

/** The first bytes of a PNG of a size. */
export function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(16);
  header.write('IHDR', 4, 'latin1');
  header.writeUInt32BE(13);
  header.writeUInt32BE(width, 8);
  header.writeUInt32BE(height, 12);
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), header]);
}

/** The first bytes of a GIF of a size. */
export function gif(width: number, height: number): Buffer {
  return Buffer.from([...Buffer.from('GIF89a'), width & 255, width >> 8, height & 255, height >> 8]);
}

/** An image as requests carry it. */
export function dataUri(image: Buffer, type = 'image/jpeg'): string {
  return `data:${type};base64,${image.toString('base64')}`;
}
