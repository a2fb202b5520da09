import { deflateSync } from 'node:zlib';
import { sendHttpReply } from '../../../net/http/http-reply.js';
import { readImageHeader } from '../../../net/images/image.js';
import { encodePng } from '../../../net/images/png-file.js';
import { isSnowflake } from '../../../protocol/snowflake.js';
import type { ImageStore, StoredImageKind } from '../../../store/messages.js';
import { RestError } from '../../core/errors.js';
import type { CdnRequest, CdnRoute } from './cdn-route.js';

/** Kinds of images by path. Icons of guilds, groups and applications share one kind, because ids are unique. */
const KINDS: ReadonlyMap<string, StoredImageKind> = new Map([
  ['icons', 'icons'],
  ['app-icons', 'icons'],
  ['channel-icons', 'icons'],
  ['splashes', 'splashes'],
  ['avatars', 'avatars'],
]);
/** Clients may request any format; they receive the stored one. */
const FILE = /^((?:a_)?[0-9a-f]{32})\.(?:jpe?g|png|gif|webp)$/;
const EMOJI_FILE = /^([0-9]{1,20})\.(?:jpe?g|png|gif|webp)$/;
const DEFAULT_AVATAR_FILE = /^([0-9])\.png$/;
const YEAR = 31_536_000;

/**
 * Serves images on /cdn, the `cdn_host` of the RPC server: `/cdn/icons/{guild}/{hash}.jpg`,
 * `/cdn/splashes/{guild}/{hash}.jpg`, `/cdn/avatars/{user}/{hash}.png`, `/cdn/app-icons/{application}/{hash}.png`,
 * `/cdn/channel-icons/{group}/{hash}.png`, `/cdn/emojis/{emoji}.png` and `/cdn/embed/avatars/{discriminator modulo 5}.png`.
 * They need no token, because an <img> sends none.
 * The image of a hash never changes, so caches may keep it.
 */
export function imageRoutes(images: ImageStore): CdnRoute[] {
  const defaultAvatars = new DefaultAvatars();
  return [
    {
      method: 'GET',
      path: '/cdn/{kind}/{owner}/{file}',
      async answer(request) {
        const { kind: name = '', owner, file = '' } = request.params;
        const kind = KINDS.get(name);
        const hash = FILE.exec(file)?.[1];
        if (kind === undefined || !isSnowflake(owner) || hash === undefined) throw new RestError('NOT_FOUND');
        sendImage(request, hash, decode(await images.one(kind, owner, hash)));
      },
    },
    {
      method: 'GET',
      path: '/cdn/emojis/{file}',
      async answer(request) {
        const id = EMOJI_FILE.exec(request.params.file ?? '')?.[1];
        if (!isSnowflake(id)) throw new RestError('NOT_FOUND');
        sendImage(request, id, decode(await images.ofEmoji(id)));
      },
    },
    {
      method: 'GET',
      path: '/cdn/embed/avatars/{file}',
      answer(request) {
        const number = DEFAULT_AVATAR_FILE.exec(request.params.file ?? '')?.[1];
        const image = number === undefined ? undefined : defaultAvatars.get(Number(number));
        sendImage(request, `default-${number}`, image);
      },
    },
  ];
}

function decode(image: string | null): Buffer | undefined {
  return image === null ? undefined : Buffer.from(image, 'base64');
}

/** @param name identifies the image permanently @throws {RestError} NOT_FOUND if there is none */
function sendImage({ message, response }: CdnRequest, name: string, image: Buffer | undefined): void {
  if (image === undefined) throw new RestError('NOT_FOUND');
  const tag = `"${name}"`;
  const headers = {
    'cache-control': `public, max-age=${YEAR}, immutable`,
    etag: tag,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  };
  if (message.headers['if-none-match'] === tag) {
    sendHttpReply(response, { status: 304, headers, body: null });
  } else {
    const type = readImageHeader(image)?.type ?? 'application/octet-stream';
    sendHttpReply(response, { status: 200, headers: { ...headers, 'content-type': type }, body: image });
  }
}

/** The avatars of users without one, by their discriminator modulo their number. */
const BACKGROUNDS = [0x5865f2, 0x747f8d, 0x3ba55c, 0xe67e22, 0xed4245];
const SIDE = 128;

/** The default avatars of users without one, PNGs of 128 × 128 pixels. They are drawn when they are first asked for. */
class DefaultAvatars {
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
