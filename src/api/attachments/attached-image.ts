import { type ImageType, readImageHeader } from '../../net/images/image.js';
import type { ImageSize } from '../../net/images/jpeg-size.js';
import { webpSize } from './webp-size.js';

/**
 * An attached image. More formats are detected than for avatars and icons, because the service does not decode them.
 */
export interface AttachedImage extends ImageSize {
  readonly type: ImageType | 'image/webp';
}

/** Reads format and size from the first bytes of a file. @returns null if it is no image */
export function readAttachedImage(bytes: Buffer): AttachedImage | null {
  const header = readImageHeader(bytes);
  if (header !== null) return header;
  const size = webpSize(bytes);
  return size === null ? null : { type: 'image/webp', ...size };
}
