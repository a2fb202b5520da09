import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { HttpReply } from '../../../net/http/http-reply.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { AttachmentFolder } from '../../attachments/attachment-folder.js';
import { RestError } from '../../core/errors.js';

/**
 * Opens a part of a file. The file is closed at its end, and when the connection ends.
 *
 * @throws {RestError} NOT_FOUND if there is no such file
 */
export async function openFile(
  folder: Pick<AttachmentFolder, 'read'>,
  socket: Socket,
  id: Snowflake,
  range: ByteRange,
): Promise<Readable> {
  const file = await folder.read(id);
  if (file === null) throw new RestError('NOT_FOUND');
  const stream = file.createReadStream({ ...range });
  const destroy = () => stream.destroy();
  socket.once('close', destroy);
  stream.once('close', () => socket.off('close', destroy));
  if (socket.destroyed) destroy();
  return stream;
}

/**
 * Sends a file that is not empty, and resolves when it is closed. A file that fails after its first byte breaks the connection.
 *
 * @param head with the length of the file
 * @throws what the file fails with before its first byte
 */
export function sendStream(
  response: ServerResponse,
  { status, headers }: Omit<HttpReply, 'body'>,
  file: Readable,
): Promise<void> {
  return new Promise((resolve, reject) => {
    file.once('readable', () => {
      response.writeHead(status, headers);
      file.pipe(response);
    });
    file.once('error', (error) => {
      if (response.headersSent) response.destroy();
      else reject(error);
    });
    file.once('close', resolve);
    response.once('close', () => file.destroy());
  });
}

/** A part of a file, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a Range header (RFC 9110 §14.2).
 *
 * @param size of the file, in bytes
 * @returns null if the whole file is to be sent: without the header, with several ranges, and where it is malformed;
 *   `unsatisfiable` if the range begins behind the file
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
