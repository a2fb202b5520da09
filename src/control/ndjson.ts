import type { Readable } from 'node:stream';

/** The lines of a stream of JSON values, one a line; empty ones are heartbeats and left out. */
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
