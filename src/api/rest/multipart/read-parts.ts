import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { RestError } from '../rest-error.js';
import type { MultipartBody } from './multipart-body.js';

/** Bounds of the head of one part; those of its content are up to who reads it. */
const PART_LIMITS = { headerPairs: 16, headerSize: 4096 } as const;
/** The parser goes through all that it is given, whatever happens meanwhile: it is given little at a time. */
const SLICE_BYTES = 4096;

/** A part of a multipart body. */
export interface Part {
  readonly name: string;
  /** as the client gave it, without folders; null: the part is a field */
  readonly filename: string | null;
  readonly content: Readable;
}

export interface PartsLimits {
  readonly parts: number;
  /** of the whole body, in bytes */
  readonly bytes: number;
}

/**
 * Reads a multipart body (RFC 7578). Parts are read as they arrive, and nothing is read faster than `readPart` takes it.
 *
 * @param readPart reads the content of a part to its end; the first failure ends the reading
 * @throws {RestError} BAD_REQUEST, PAYLOAD_TOO_LARGE, or what `readPart` throws; no part is being read any more then
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
      // Its errors are those of the body, which are heard there.
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
    // A client that disconnected before this is read: neither of these events comes any more.
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

/** Every part is a stream of bytes here: text is decoded by who knows what it has to be. */
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
  /** how many bytes there may be */
  readonly bytes: number;
  /** ends it before the stream ends */
  readonly signal: AbortSignal;
  readonly fail: (error: RestError) => void;
}

/** Passes a stream on to the parser as fast as that takes it. */
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
