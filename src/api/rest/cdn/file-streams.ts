import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { ConnectionTasks } from '../../../net/http/connection-tasks.js';
import type { HttpReply } from '../../../net/http/http-reply.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { AttachmentFolder } from '../../attachments/attachment-folder.js';
import { RestError } from '../../core/errors.js';

/** The maximum number of open files per connection. */
const FILES_OF_CONNECTION = 4;

/**
 * Opens files for replies. A file stays open until its reply is sent, and Node handles pipelined requests all at once, so
 * the files of each connection are bounded: otherwise one connection could use up the descriptors of the process.
 */
export class FileStreams {
  readonly #tasks = new ConnectionTasks(FILES_OF_CONNECTION);

  constructor(private readonly folder: Pick<AttachmentFolder, 'read'>) {}

  /**
   * Opens a part of a file. The file is closed at its end, and when the connection ends.
   *
   * @throws {RestError} UNAVAILABLE if the connection has too many open files, NOT_FOUND if there is no such file
   */
  async open(socket: Socket, id: Snowflake, range: ByteRange): Promise<Readable> {
    const endTask = this.#tasks.begin(socket);
    if (endTask === null) throw new RestError('UNAVAILABLE');
    try {
      const file = await this.folder.read(id);
      if (file === null) throw new RestError('NOT_FOUND');
      const stream = file.createReadStream({ ...range });
      // The reply of a pipelined request has no event of its own when the connection ends before its turn.
      const destroy = () => stream.destroy();
      socket.once('close', destroy);
      stream.once('close', () => {
        socket.off('close', destroy);
        endTask();
      });
      if (socket.destroyed) destroy();
      return stream;
    } catch (error) {
      endTask();
      throw error;
    }
  }
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
