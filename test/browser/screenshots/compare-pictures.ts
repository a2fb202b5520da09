import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/**
 * By how much a pixel may differ, from 0 to 1: less is that kept screenshots have few colors; the lines between rows differ
 * from their ground by 0.08. Edges of letters that moved by less than a pixel are recognized and do not count.
 */
const THRESHOLD = 0.05;

/** How two pictures differ. */
export interface Difference {
  /** the number of pixels that differ visibly */
  readonly pixels: number;
  /** a PNG file with these in red */
  readonly picture: Buffer;
}

/** Compares two PNG files. Where one is larger, everything beyond the other counts as different. */
export function comparePictures(kept: Buffer, taken: Buffer): Difference {
  const pictures = [PNG.sync.read(kept), PNG.sync.read(taken)];
  const width = Math.max(...pictures.map((one) => one.width));
  const height = Math.max(...pictures.map((one) => one.height));
  const [before, after] = pictures.map((one) => extend(one, width, height));
  const shown = new PNG({ width, height });
  if (before === undefined || after === undefined) throw new RangeError('two pictures are compared');
  const pixels = pixelmatch(before.data, after.data, shown.data, width, height, { threshold: THRESHOLD });
  return { pixels, picture: PNG.sync.write(shown) };
}

/** Extends a picture to the right and below by a color that no page has. */
function extend(picture: PNG, width: number, height: number): PNG {
  if (picture.width === width && picture.height === height) return picture;
  const extended = new PNG({ width, height });
  for (let offset = 0; offset < extended.data.length; offset += 4)
    extended.data.writeUInt32BE(0xff_00_ff_ff, offset);
  PNG.bitblt(picture, extended, 0, 0, picture.width, picture.height, 0, 0);
  return extended;
}
