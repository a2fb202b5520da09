import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowCrossOrigin } from '../../../net/http/route-origins.js';
import { equalInConstantTime } from '../../../platform/crypto/secrets.js';
import { isSnowflake } from '../../../protocol/snowflake.js';
import type { AttachmentStore, StoredAttachment } from '../../../store/messages.js';
import type { AttachmentFolder } from '../../attachments/attachment-folder.js';
import { OPAQUE_TYPE } from '../../attachments/content-type.js';
import { RestError } from '../../core/errors.js';
import { FileStreams, readRange } from './file-streams.js';

const YEAR = 31_536_000;
/** The policy for a file that a browser opens as a page: no script runs and nothing else is loaded. */
const POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

interface FileRequest {
  readonly Params: { readonly channel: string; readonly id: string; readonly filename: string };
  readonly Querystring: { readonly key?: string | string[] };
}

/** The dependencies of serving files. */
export interface AttachmentRouteDependencies {
  readonly attachmentStore: Pick<AttachmentStore, 'one'>;
  readonly files: AttachmentFolder;
}

/**
 * Serves the files of messages on `/cdn/attachments/{channel}/{attachment}/{filename}?key={key}`. Like images they need no
 * token; instead the URL contains a key that only the message object has (docs/adr/0017-attachments.md).
 */
export function addAttachmentRoute(
  app: FastifyInstance,
  { attachmentStore, files }: AttachmentRouteDependencies,
): void {
  const streams = new FileStreams(files);
  app.route<FileRequest>({
    method: ['GET', 'HEAD'],
    url: '/cdn/attachments/:channel/:id/:filename',
    config: allowCrossOrigin('embedding'),
    async handler(request, reply) {
      const { channel, id, filename } = request.params;
      if (!isSnowflake(channel) || !isSnowflake(id)) throw new RestError('NOT_FOUND');
      const file = await attachmentStore.one(channel, id);
      if (file === null || file.filename !== filename || !isKeyOf(file, request.query.key)) {
        throw new RestError('NOT_FOUND');
      }
      return sendFile(request, reply, file, streams);
    },
  });
}

function isKeyOf({ accessKey }: StoredAttachment, shown: unknown): boolean {
  return typeof shown === 'string' && equalInConstantTime(accessKey, shown);
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredAttachment,
  streams: FileStreams,
): Promise<FastifyReply> {
  const { id, size } = file;
  if (request.headers['if-none-match'] === tagOf(file))
    return reply.code(304).headers(headersOf(file)).send();
  const range = readRange(request.headers.range, size);
  if (range === 'unsatisfiable') {
    return reply
      .code(416)
      .headers({ ...headersOf(file), 'content-range': `bytes */${size}` })
      .send();
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const isEmpty = request.method === 'HEAD' || size === 0;
  const stream = isEmpty ? undefined : await streams.open(request.raw.socket, id, { start, end });
  void reply.headers({ ...headersOf(file), 'content-length': end - start + 1 });
  if (range !== null) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  return reply.send(stream);
}

/** An id always identifies the same file, so caches may keep it. */
function tagOf({ id }: StoredAttachment): string {
  return `"${id}"`;
}

function headersOf(file: StoredAttachment): Record<string, string> {
  const { contentType: type, filename } = file;
  return {
    'content-type': type,
    'content-disposition': `${type === OPAQUE_TYPE ? 'attachment' : 'inline'}; filename="${filename}"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': POLICY,
    'cache-control': `private, max-age=${YEAR}, immutable`,
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'accept-ranges': 'bytes',
    etag: tagOf(file),
  };
}
