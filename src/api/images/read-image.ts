import { createHash } from 'node:crypto';
import type { GuildImage, ImageInput } from '../../guilds/state.js';
import { IMAGE_LIMITS, type ImageHeader, type ImageType, readImageHeader } from '../../net/images/image.js';
import { UserError } from '../../platform/errors.js';
import { RestError } from '../core/errors.js';

/** The declared format is ignored: some clients send `image/jpg` for all formats. */
const DATA_URI = /^data:image\/(?:jpeg|jpg|png|gif);base64,([A-Za-z0-9+/]+={0,2})$/;

/** As replies have it. */
const HASH = /^(?:a_)?[0-9a-f]{32}$/;

/** The requirements of an image. */
interface ImageRules {
  readonly types: readonly ImageType[];
  /** the formats in words, e.g. `JPEG` */
  readonly names: string;
  /** in pixels, width and height alike */
  readonly side: { readonly least: number; readonly most: number };
}

/** Icons and splashes of guilds (docs/rest.md, Images). */
const GUILD_IMAGE: ImageRules = { types: ['image/jpeg'], names: 'JPEG', side: { least: 128, most: 128 } };
const AVATAR: ImageRules = {
  types: ['image/jpeg', 'image/png', 'image/gif'],
  names: 'JPEG, PNG or GIF',
  side: { least: 1, most: IMAGE_LIMITS.side },
};

/**
 * Reads an icon or splash of a guild: a JPEG of 128 pixels square, as data URI.
 *
 * @param field location in the body
 * @param text null removes the image; undefined leaves it unchanged
 * @throws {RestError} INVALID_FORM_BODY
 */
export function readImage(field: string, text: string | null | undefined): GuildImage | null | undefined {
  return read(field, text, GUILD_IMAGE);
}

/** Reads an avatar: a JPEG, PNG or GIF of at most 1024 pixels a side, as data URI. Parameters and errors as above. */
function readAvatar(field: string, text: string | null | undefined): GuildImage | null | undefined {
  return read(field, text, AVATAR);
}

/** Reads a change of an icon or splash of a guild, which can be the hash of the current one. As above otherwise. */
export function readChangedImage(
  field: string,
  text: string | null | undefined,
): ImageInput | null | undefined {
  return readHash(text) ?? readImage(field, text);
}

/** Reads a change of an avatar, which can be the hash of the current one. As above otherwise. */
export function readChangedAvatar(
  field: string,
  text: string | null | undefined,
): ImageInput | null | undefined {
  return readHash(text) ?? readAvatar(field, text);
}

function readHash(text: string | null | undefined): ImageInput | null {
  return typeof text === 'string' && HASH.test(text) ? { hash: text, data: null } : null;
}

/**
 * Reads the image of an emoji, under the rules of avatars.
 *
 * @returns the file as base64, and whether it may be animated: a GIF
 * @throws {RestError} INVALID_FORM_BODY
 */
export function readEmojiImage(field: string, text: string): { data: string; animated: boolean } {
  const image = readAvatar(field, text);
  // Only null and undefined mean no image.
  if (!image) throw wrong(field, 'IMAGE_INVALID', `Must be a ${AVATAR.names} as a base64 data URI.`);
  return { data: image.data, animated: image.hash.startsWith('a_') };
}

/**
 * Reads the icon of an application: formats and sizes are those of avatars; the name of the file is ignored.
 *
 * @param base64 the bytes of the file
 * @throws {UserError} if it is no such image
 */
export function readApplicationIcon(base64: string): GuildImage {
  const bytes = Buffer.from(base64, 'base64');
  const header = readImageHeader(bytes);
  const sides = header === null ? [] : [header.width, header.height];
  const { least, most } = AVATAR.side;
  if (
    header === null ||
    bytes.length > IMAGE_LIMITS.bytes ||
    sides.some((side) => side < least || side > most)
  ) {
    throw new UserError(
      'the icon is not a usable image',
      `Choose a ${AVATAR.names} of at most ${most} pixels a side and ${IMAGE_LIMITS.bytes / 1024} KiB`,
    );
  }
  return { hash: hashOf(bytes, header), data: bytes.toString('base64') };
}

function read(
  field: string,
  text: string | null | undefined,
  rules: ImageRules,
): GuildImage | null | undefined {
  if (text === null || text === undefined) return text;
  const notAnImage = () => wrong(field, 'IMAGE_INVALID', `Must be a ${rules.names} as a base64 data URI.`);
  const data = DATA_URI.exec(text)?.[1];
  if (data === undefined) throw notAnImage();
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > IMAGE_LIMITS.bytes) {
    throw wrong(field, 'BINARY_TYPE_MAX_SIZE', `File cannot be larger than ${IMAGE_LIMITS.bytes / 1024} kb.`);
  }
  const header = readImageHeader(bytes);
  if (header === null || !rules.types.includes(header.type)) throw notAnImage();
  requireSize(field, header, rules);
  return { hash: hashOf(bytes, header), data: bytes.toString('base64') };
}

function requireSize(
  field: string,
  { width, height }: ImageHeader,
  { side: { least, most } }: ImageRules,
): void {
  if ([width, height].every((side) => side >= least && side <= most)) return;
  const sides = least === most ? String(least) : `${least} to ${most}`;
  throw wrong(field, 'IMAGE_BAD_SIZE', `Must be ${sides} pixels wide and high.`);
}

/** 128 bits; clients ask for the GIF of an image whose hash starts with `a_`. */
function hashOf(bytes: Buffer, { type }: ImageHeader): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return type === 'image/gif' ? `a_${hash}` : hash;
}

function wrong(field: string, code: string, message: string): RestError {
  return new RestError('INVALID_FORM_BODY', [{ path: [field], code, message }]);
}
