/** A position in a file; lines and columns start at 1. */
export interface SourcePosition {
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** digits by their character codes */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, ALPHABET.indexOf(String.fromCharCode(code))),
);
const COMMA = 44;
const SEMICOLON = 59;
/** Numbers of an entry: column in the output, index of the source, line and column in it, all from 0 on. */
const WIDTH = 4;

/**
 * A source map (version 3) for lookups by position. Node.js has a class for it, which takes twenty times as much memory:
 * it keeps an object for each of some hundred thousand mappings.
 */
export class SourceMap {
  readonly #sources: readonly string[];
  /** entries in the order of the output */
  readonly #entries: Int32Array;
  /** the index of the first entry of each line of the output, and the number of entries */
  readonly #lines: Int32Array;

  constructor({ sources, mappings }: { readonly sources: readonly string[]; readonly mappings: string }) {
    this.#sources = sources;
    const { entries, lines } = decodeMappings(mappings);
    this.#entries = entries;
    this.#lines = lines;
  }

  /** The source of a position in the output; null if there is none. @param line starts at 1, as does `column` */
  find(line: number, column: number): SourcePosition | null {
    const end = this.#lines[line] ?? 0;
    for (let index = end - 1; index >= (this.#lines[line - 1] ?? end); index -= 1) {
      const [from = 0, source = 0, sourceLine = 0, sourceColumn = 0] = this.#entry(index);
      if (from >= column) continue;
      return { source: this.#sources[source] ?? '', line: sourceLine + 1, column: sourceColumn + 1 };
    }
    return null;
  }

  #entry(index: number): Int32Array {
    return this.#entries.subarray(index * WIDTH, (index + 1) * WIDTH);
  }
}

/** Mappings are separated by commas, lines by semicolons; every number is the difference from the one before. */
function decodeMappings(mappings: string): { readonly entries: Int32Array; readonly lines: Int32Array } {
  const entries = new Int32Array(mappings.length * 2);
  const lines: number[] = [0];
  const fields = [0, 0, 0, 0, 0];
  let [count, field, value, shift] = [0, 0, 0, 0];
  const endEntry = () => {
    // An entry of one number is code of no source.
    if (field >= WIDTH) {
      for (let index = 0; index < WIDTH; index += 1) entries[count * WIDTH + index] = fields[index] ?? 0;
      count += 1;
    }
    field = 0;
  };
  for (let at = 0; at < mappings.length; at += 1) {
    const code = mappings.charCodeAt(at);
    if (code === COMMA || code === SEMICOLON) {
      endEntry();
      if (code === SEMICOLON) {
        lines.push(count);
        fields[0] = 0;
      }
      continue;
    }
    const digit = DIGITS[code] ?? 0;
    value |= (digit & 31) << shift;
    shift += 5;
    if ((digit & 32) !== 0) continue;
    fields[field] = (fields[field] ?? 0) + ((value & 1) === 1 ? -(value >> 1) : value >> 1);
    field += 1;
    [value, shift] = [0, 0];
  }
  endEntry();
  lines.push(count);
  return { entries: entries.slice(0, count * WIDTH), lines: Int32Array.from(lines) };
}
