import { decodeLine, type MappingState } from './mappings.js';
import { HEAD_BYTES, LINE_BYTES } from './source-map-index.js';

/** A position in a file; lines and columns start at 1. */
export interface SourcePosition {
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

/** A part of the file of a source map. @param length in bytes */
export type ReadMappings = (offset: number, length: number) => string;

/**
 * A source map that reads one line of its mappings for a position, by its index (`indexSourceMap`). Decoding the mappings of a
 * bundle takes 0.2 s, for which nothing else would run.
 */
export class SourceMap {
  readonly #index: Buffer;
  readonly #lines: number;
  readonly #firstLine: number;
  readonly #sources: readonly string[];

  constructor(
    index: Buffer,
    private readonly read: ReadMappings,
  ) {
    this.#index = index;
    this.#lines = index.readUInt32LE(0);
    this.#firstLine = HEAD_BYTES + index.readUInt32LE(4);
    this.#sources = JSON.parse(index.toString('utf8', HEAD_BYTES, this.#firstLine)) as string[];
  }

  /** The source of a position in the output; null if there is none. @param line starts at 1, as does `column` */
  find(line: number, column: number): SourcePosition | null {
    if (line < 1 || line > this.#lines) return null;
    const { offset, state } = this.#line(line - 1);
    const length = this.#line(line).offset - 1 - offset;
    const { mappings } = decodeLine(this.read(offset, length), state);
    const found = mappings.findLast(({ from }) => from < column);
    if (found === undefined) return null;
    return { source: this.#sources[found.source] ?? '', line: found.line + 1, column: found.column + 1 };
  }

  #line(index: number): { readonly offset: number; readonly state: MappingState } {
    const at = this.#firstLine + index * LINE_BYTES;
    const field = (number: number) => this.#index.readUInt32LE(at + number * 4);
    return { offset: field(0), state: [field(1), field(2), field(3)] };
  }
}
