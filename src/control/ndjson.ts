import type { Readable } from 'node:stream';

/** The lines of a stream with one JSON value per line; empty lines are heartbeats and omitted. */
export async function* ndjson(stream: Readable): AsyncGenerator<string, void> {
  stream.setEncoding('utf8');
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
}

export async function readText(stream: Readable): Promise<string> {
  stream.setEncoding('utf8');
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}
