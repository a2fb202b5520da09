import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readImageHeader } from '../../../net/images/image.js';
import { allowCrossOrigin } from '../../../net/route-origins.js';
import { isSnowflake } from '../../../protocol/snowflake.js';
import type { ImageStore, StoredImageKind } from '../../../store/messages.js';
import { RestError } from '../../core/rest-error.js';
import { DefaultAvatars } from './default-avatars.js';

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
export function addCdn(app: FastifyInstance, images: ImageStore): void {
  const defaultAvatars = new DefaultAvatars();
  app.route<{ Params: { kind: string; owner: string; file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/cdn/:kind/:owner/:file',
    config: allowCrossOrigin('embedding'),
    async handler(request, reply) {
      const { owner, file } = request.params;
      const kind = KINDS.get(request.params.kind);
      const hash = FILE.exec(file)?.[1];
      if (kind === undefined || !isSnowflake(owner) || hash === undefined) throw new RestError('NOT_FOUND');
      return sendImage(request, reply, hash, decode(await images.one(kind, owner, hash)));
    },
  });
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/cdn/emojis/:file',
    config: allowCrossOrigin('embedding'),
    async handler(request, reply) {
      const id = EMOJI_FILE.exec(request.params.file)?.[1];
      if (!isSnowflake(id)) throw new RestError('NOT_FOUND');
      return sendImage(request, reply, id, decode(await images.ofEmoji(id)));
    },
  });
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/cdn/embed/avatars/:file',
    config: allowCrossOrigin('embedding'),
    handler(request, reply) {
      const number = DEFAULT_AVATAR_FILE.exec(request.params.file)?.[1];
      const image = number === undefined ? undefined : defaultAvatars.get(Number(number));
      return sendImage(request, reply, `default-${number}`, image);
    },
  });
}

function decode(image: string | null): Buffer | undefined {
  return image === null ? undefined : Buffer.from(image, 'base64');
}

/** @param name identifies the image permanently @throws {RestError} NOT_FOUND if there is none */
function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  image: Buffer | undefined,
): FastifyReply {
  if (image === undefined) throw new RestError('NOT_FOUND');
  const tag = `"${name}"`;
  void reply.headers({
    'cache-control': `public, max-age=${YEAR}, immutable`,
    etag: tag,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  });
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply.type(readImageHeader(image)?.type ?? 'application/octet-stream').send(image);
}
