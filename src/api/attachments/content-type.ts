import type { AttachedImage } from './attached-image.js';
import { extensionOf } from './filename.js';

/** Of files that browsers do not show themselves, such as pages and documents: they are saved. */
export const OPAQUE_TYPE = 'application/octet-stream';

/** Sound and video that browsers play, by extension; a file that is something else does not play. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['mp3', 'audio/mpeg'],
  ['ogg', 'audio/ogg'],
  ['oga', 'audio/ogg'],
  ['wav', 'audio/wav'],
  ['flac', 'audio/flac'],
  ['m4a', 'audio/mp4'],
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ['mov', 'video/quicktime'],
]);

/**
 * The media type that a file is served as. Only types of this file are ever served, because the file is on the origin of
 * the API: a page or an SVG image would run scripts there.
 *
 * @param image what the file is; null: no image
 */
export function contentTypeOf(filename: string, image: AttachedImage | null): string {
  return image?.type ?? MEDIA_TYPES.get(extensionOf(filename)) ?? OPAQUE_TYPE;
}
