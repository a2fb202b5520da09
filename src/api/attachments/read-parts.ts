import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { RestError } from '../core/errors.js';

/** Limits for the headers of one part; the reader of a part limits its content. */
const PART_LIMITS = { headerPairs: 16, headerSize: 4096 } as const;
/** The parser processes a whole chunk even if reading is aborted meanwhile, so it is given small chunks. */
const SLICE_BYTES = 4096;

/** A part of a multipart body. */
export interface Part {
  readonly name: string;
  /** as the client sent it, without folders; null if the part is a field */
  readonly filename: string | null;
  readonly content: Readable;
}

export interface PartsLimits {
  readonly parts: number;
  /** size of the whole body, in bytes */
  readonly bytes: number;
}

/**
 * Reads a multipart body (RFC 7578). Parts are read as they arrive, with back-pressure from `readPart`.
 *
 * @param readPart reads the content of a part to its end; the first failure ends the reading
 * @throws {RestError} BAD_REQUEST, PAYLOAD_TOO_LARGE, or what `readPart` throws; by then, no part is being read any
 * more
 */
export async function readParts(
  { stream, type }: MultipartBody,
  limits: PartsLimits,
  readPart: (part: Part) => Promise<void>,
): Promise<void> {
  const parser = createParser(type, limits.parts);
  const open: Readable[] = [];
  const reading: Promise<void>[] = [];
  const stopped = new AbortController();
  const arrived = new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => {
      stopped.abort();
      reject(error);
    };
    const refuse = () => fail(new RestError('BAD_REQUEST'));
    parser.on('file', (name: string | undefined, content: Readable, filename: string | undefined) => {
      // Errors of a part are also errors of the body, which are handled below.
      content.on('error', () => undefined);
      if (stopped.signal.aborted) return;
      open.push(content);
      const part = readPart({ name: name ?? '', filename: filename ?? null, content });
      reading.push(part);
      part.catch(fail);
    });
    parser.once('partsLimit', refuse).on('error', refuse).once('finish', resolve);
    stream.once('error', refuse).once('close', () => {
      if (!stream.readableEnded) refuse();
    });
    // If the client disconnected before, neither of these events is emitted.
    if (stream.destroyed) refuse();
    feed(stream, parser, { bytes: limits.bytes, signal: stopped.signal, fail });
  });
  try {
    await arrived;
    await Promise.all(reading);
  } catch (error) {
    for (const content of open) content.destroy();
    await Promise.allSettled(reading);
    throw error;
  }
}

/** Every part is read as a stream of bytes: the reader of a part decodes text. */
function createParser(type: string, parts: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      isPartAFile: () => true,
      limits: { ...PART_LIMITS, parts },
    });
  } catch {
    throw new RestError('BAD_REQUEST');
  }
}

interface Feed {
  /** maximum number of bytes */
  readonly bytes: number;
  /** aborts before the stream ends */
  readonly signal: AbortSignal;
  readonly fail: (error: RestError) => void;
}

/** Passes a stream on to the parser with back-pressure. */
function feed(stream: Readable, parser: BusboyInstance, { bytes, signal, fail }: Feed): void {
  let left = bytes;
  const take = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) return fail(new RestError('PAYLOAD_TOO_LARGE'));
    let hasRoom = true;
    for (let at = 0; at < chunk.length && !signal.aborted; at += SLICE_BYTES) {
      hasRoom = parser.write(chunk.subarray(at, at + SLICE_BYTES));
    }
    if (!hasRoom) stream.pause();
  };
  const end = () => parser.end();
  stream.on('data', take).once('end', end);
  parser.on('drain', () => stream.resume());
  signal.addEventListener('abort', () => stream.off('data', take).off('end', end), { once: true });
}

/** A multipart body that has not been read yet, so that the caller can be authorized first. */
export class MultipartBody {
  /** @param type the Content-Type header, with the boundary */
  constructor(
    readonly stream: Readable,
    readonly type: string,
  ) {}
}
