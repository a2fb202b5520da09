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

/** An image as requests carry it. */
export function dataUri(image: Buffer): string {
  return `data:image/jpeg;base64,${image.toString('base64')}`;
}
