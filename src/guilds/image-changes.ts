import type { ImageChange, ImageUse } from './changes.js';
import { refuseField } from './refusal.js';
import type { GuildImage, ImageInput } from './state.js';

/**
 * Reads what a request gives for an image: the hash of the current one leaves it unchanged.
 *
 * @param field of the request
 * @param before the hash of the current image
 * @returns null removes it; undefined leaves it unchanged
 * @throws {Refusal} INVALID_FORM_BODY for another hash
 */
export function newImage(
  field: string,
  before: string | null,
  input: ImageInput | null | undefined,
): GuildImage | null | undefined {
  if (!input) return input;
  if (input.data !== null) return { hash: input.hash, data: input.data };
  if (input.hash === before) return undefined;
  throw refuseField([field], 'IMAGE_INVALID', 'Must be a base64 data URI, or the hash of the current image.');
}

/** Changes of an image of a guild or a group: replaced, removed (null) or unchanged (undefined). */
export function imageChanges(
  use: ImageUse,
  before: string | null,
  image: GuildImage | null | undefined,
): ImageChange[] {
  if (image === undefined || (image?.hash ?? null) === before) return [];
  const changes: ImageChange[] = image === null ? [] : [{ kind: 'image', use, image }];
  return before === null ? changes : [...changes, { kind: 'image-removed', use, hash: before }];
}
