import { type ImageSize, jpegSize } from './jpeg-size.js';

/** Accepted image formats by MIME type. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif';

/** Information from the header of an image. */
export interface ImageHeader extends ImageSize {
  readonly type: ImageType;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Signature, then the first chunk: length (4 bytes), `IHDR`, width and height (4 bytes each). */
const PNG_HEADER = 24;
/** Signature, then width and height of the logical screen (2 bytes each, little-endian). */
const GIF_HEADER = 10;

/** Reads format and size from the first bytes of an image. @returns null if it has no accepted format */
export function readImageHeader(bytes: Buffer): ImageHeader | null {
  const jpeg = jpegSize(bytes);
  if (jpeg !== null) return { type: 'image/jpeg', ...jpeg };
  if (isPng(bytes)) {
    return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (isGif(bytes)) {
    return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  }
  return null;
}

function isPng(bytes: Buffer): boolean {
  return (
    bytes.length >= PNG_HEADER &&
    bytes.subarray(0, 8).equals(PNG_SIGNATURE) &&
    bytes.toString('latin1', 12, 16) === 'IHDR'
  );
}

function isGif(bytes: Buffer): boolean {
  return bytes.length >= GIF_HEADER && /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6));
}

/** Limits of images of accounts, applications and emojis (docs/rest.md, Images). */
export const IMAGE_LIMITS = {
  /** maximum file size in bytes; 128 × 128 pixels without compression have 48 KiB */
  bytes: 256 * 1024,
  /** maximum width and height in pixels */
  side: 1024,
} as const;
