import { sendHttpReply } from '../../../net/http/http-reply.js';
import { equalInConstantTime } from '../../../platform/crypto/secrets.js';
import { isSnowflake } from '../../../protocol/snowflake.js';
import type { AttachmentStore, StoredAttachment } from '../../../store/messages.js';
import type { AttachmentFolder } from '../../attachments/attachment-folder.js';
import { OPAQUE_TYPE } from '../../attachments/content-type.js';
import { RestError } from '../../core/errors.js';
import type { CdnRequest, CdnRoute } from './cdn-route.js';
import { openFile, readRange, sendStream } from './file-streams.js';

const YEAR = 31_536_000;
/** The policy for a file that a browser opens as a page: no script runs and nothing else is loaded. */
const POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/** The dependencies of serving files. */
export interface AttachmentRouteDependencies {
  readonly attachmentStore: Pick<AttachmentStore, 'one'>;
  readonly files: AttachmentFolder;
}

/**
 * Serves the files of messages on `/cdn/attachments/{channel}/{attachment}/{filename}?key={key}`. Like images they need no
 * token; instead the URL contains a key that only the message object has (docs/adr/0017-attachments.md).
 */
export function attachmentRoute({ attachmentStore, files }: AttachmentRouteDependencies): CdnRoute {
  return {
    method: 'GET',
    path: '/cdn/attachments/{channel}/{id}/{filename}',
    async answer(request) {
      const { channel, id, filename } = request.params;
      if (!isSnowflake(channel) || !isSnowflake(id)) throw new RestError('NOT_FOUND');
      const file = await attachmentStore.one(channel, id);
      if (file === null || file.filename !== filename || !isKeyOf(file, request.query.key)) {
        throw new RestError('NOT_FOUND');
      }
      await sendFile(request, file, files);
    },
  };
}

function isKeyOf({ accessKey }: StoredAttachment, shown: unknown): boolean {
  return typeof shown === 'string' && equalInConstantTime(accessKey, shown);
}

async function sendFile(
  { message, response }: CdnRequest,
  file: StoredAttachment,
  files: AttachmentFolder,
): Promise<void> {
  const { id, size } = file;
  const headers = headersOf(file);
  if (message.headers['if-none-match'] === tagOf(file)) {
    return sendHttpReply(response, { status: 304, headers, body: null });
  }
  const range = readRange(message.headers.range, size);
  if (range === 'unsatisfiable') {
    const unsatisfiable = { ...headers, 'content-range': `bytes */${size}` };
    return sendHttpReply(response, { status: 416, headers: unsatisfiable, body: '' });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const head = {
    status: range === null ? 200 : 206,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      ...(range !== null && { 'content-range': `bytes ${start}-${end}/${size}` }),
    },
  };
  const isEmpty = message.method === 'HEAD' || size === 0;
  if (isEmpty) sendHttpReply(response, { ...head, body: null });
  else await sendStream(response, head, await openFile(files, message.socket, id, { start, end }));
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
