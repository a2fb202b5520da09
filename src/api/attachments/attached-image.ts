import { type ImageType, readImageHeader } from '../../net/images/image.js';
import type { ImageSize } from '../../net/images/jpeg-size.js';

/**
 * An attached image. More formats are detected than for avatars and icons, because the service does not decode them.
 */
export interface AttachedImage extends ImageSize {
  readonly type: ImageType | 'image/webp';
}

/** Reads format and size from the first bytes of a file. @returns null if it is not an image */
export function readAttachedImage(bytes: Buffer): AttachedImage | null {
  const header = readImageHeader(bytes);
  if (header !== null) return header;
  const size = webpSize(bytes);
  return size === null ? null : { type: 'image/webp', ...size };
}

/** `RIFF`, its length, `WEBP`, then the first chunk: its name and length (4 bytes each). */
const PAYLOAD = 20;
/** The longest header: of lossy images. */
const HEADER = 30;
const LOSSLESS_SIGNATURE = 0x2f;
const LOSSY_START_CODE = 0x9d012a;
/** Sizes of lossy images have 14 bits; the other two scale. */
const LOSSY_SIZE = 0x3fff;

/** Reads the size of a WebP image from its first chunk (RFC 9649). @returns null if the bytes are no WebP image */
function webpSize(bytes: Buffer): ImageSize | null {
  const name = (start: number) => bytes.toString('latin1', start, start + 4);
  if (bytes.length < HEADER || name(0) !== 'RIFF' || name(8) !== 'WEBP') return null;
  switch (name(12)) {
    case 'VP8 ':
      if (bytes.readUIntBE(PAYLOAD + 3, 3) !== LOSSY_START_CODE) return null;
      return {
        width: bytes.readUInt16LE(PAYLOAD + 6) & LOSSY_SIZE,
        height: bytes.readUInt16LE(PAYLOAD + 8) & LOSSY_SIZE,
      };
    case 'VP8L': {
      if (bytes[PAYLOAD] !== LOSSLESS_SIGNATURE) return null;
      const bits = bytes.readUInt32LE(PAYLOAD + 1);
      return { width: (bits & LOSSY_SIZE) + 1, height: ((bits >>> 14) & LOSSY_SIZE) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(PAYLOAD + 4, 3) + 1, height: bytes.readUIntLE(PAYLOAD + 7, 3) + 1 };
    default:
      return null;
  }
}
