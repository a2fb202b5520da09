import { deflateSync } from 'node:zlib';
import { encodePng } from '../../../net/images/png-file.js';

/** The avatars of users without one, by their discriminator modulo their number. */
const BACKGROUNDS = [0x5865f2, 0x747f8d, 0x3ba55c, 0xe67e22, 0xed4245];
const SIDE = 128;

/** The default avatars of users without one, PNGs of 128 × 128 pixels. They are drawn when they are first asked for. */
export class DefaultAvatars {
  readonly #drawn = new Map<number, Buffer>();

  /** @returns undefined if there is no avatar of this number */
  get(number: number): Buffer | undefined {
    const background = BACKGROUNDS[number];
    if (background === undefined) return undefined;
    const image = this.#drawn.get(number) ?? drawPerson(background);
    this.#drawn.set(number, image);
    return image;
  }
}

/** A white head and shoulders. */
function drawPerson(background: number): Buffer {
  const palette = Buffer.from([...rgb(background), ...rgb(0xffffff)]);
  const rows = Array.from({ length: SIDE }, (_, y) => {
    // A row begins with its filter: none.
    const row = Buffer.alloc(1 + SIDE / 8);
    for (let x = 0; x < SIDE; x += 1) {
      if (isWhite(x, y)) row[1 + (x >> 3)] = (row[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
    }
    return row;
  });
  return encodePng({ width: SIDE, height: SIDE, depth: 1, type: 3 }, [
    ['PLTE', palette],
    ['IDAT', deflateSync(Buffer.concat(rows))],
  ]);
}

/** The head and the shoulders: two circles. */
function isWhite(x: number, y: number): boolean {
  return Math.hypot(x - 64, y - 50) <= 24 || Math.hypot(x - 64, y - 128) <= 44;
}

function rgb(color: number): number[] {
  return [color >> 16, (color >> 8) & 0xff, color & 0xff];
}
