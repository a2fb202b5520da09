/** The size of an image in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const START_OF_IMAGE = 0xffd8;
const MARKER = 0xff;
const START_OF_SCAN = 0xda;
/** Markers without a length: TEM, RST0–RST7, SOI, EOI. */
const ALONE: ReadonlySet<number> = new Set([
  0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9,
]);
/** SOF markers of all codings; C4, C8 and CC in their range have other meanings (ITU T.81, table B.1). */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

/**
 * Reads the size of a JPEG from its header (ITU T.81, annex B).
 *
 * @returns null if the bytes are not a JPEG, or end before its first scan
 */
export function jpegSize(bytes: Buffer): ImageSize | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== START_OF_IMAGE) return null;
  let size: ImageSize | null = null;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== MARKER) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === MARKER || ALONE.has(marker)) {
      // A marker may be preceded by any number of fill bytes.
      at += marker === MARKER ? 1 : 2;
      continue;
    }
    if (marker === START_OF_SCAN) return size;
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > bytes.length) return null;
    if (isFrame(marker)) size = frameSize(bytes, at, length);
    at += 2 + length;
  }
  return null;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker);
}

/** After marker and length: precision (1 byte), height and width (2 bytes each), components. */
function frameSize(bytes: Buffer, at: number, length: number): ImageSize | null {
  if (length < 8) return null;
  return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
}
