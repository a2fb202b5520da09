import { decodeLine, INITIAL_STATE, type MappingState } from './mappings.js';

/** Bytes of a line in an index: where its mappings begin in the file of the source map, and the state before them. */
export const LINE_BYTES = 16;
/** Bytes before the lines: the number of lines, and the length of the sources. */
export const HEAD_BYTES = 8;

const MAPPINGS_KEY = /"mappings":\s*"/;

/**
 * Makes the index of a source map (version 3), with which a position is found by reading one line of the mappings: number of
 * lines, length of the sources, the sources as JSON, each line, and where the last one ends.
 *
 * @param text of the file, ASCII
 * @throws {Error} it is not a source map of this kind
 */
export function indexSourceMap(text: string): Buffer {
  const { mappings, sources } = JSON.parse(text) as { mappings: string; sources: string[] };
  const key = MAPPINGS_KEY.exec(text);
  const begin = (key?.index ?? 0) + (key?.[0].length ?? 0);
  if (Buffer.byteLength(text) !== text.length || !text.startsWith(`${mappings}"`, begin)) {
    throw new Error('not a source map in ASCII');
  }
  const names = Buffer.from(JSON.stringify(sources));
  const lines = mappings.split(';');
  const index = Buffer.alloc(HEAD_BYTES + names.length + (lines.length + 1) * LINE_BYTES);
  index.writeUInt32LE(lines.length, 0);
  index.writeUInt32LE(names.length, 4);
  names.copy(index, HEAD_BYTES);
  let at = HEAD_BYTES + names.length;
  let offset = begin;
  let state: MappingState = INITIAL_STATE;
  const write = () => {
    for (const value of [offset, ...state]) at = index.writeUInt32LE(value, at);
  };
  for (const line of lines) {
    write();
    offset += line.length + 1;
    state = decodeLine(line, state).state;
  }
  write();
  return index;
}
