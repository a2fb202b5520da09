/** A position of a line that has a source; all numbers start at 0. */
export interface Mapping {
  /** the column in the output from which on it applies */
  readonly from: number;
  /** the index of the source */
  readonly source: number;
  readonly line: number;
  readonly column: number;
}

/** What the numbers of the next line are added to: source, line and column. */
export type MappingState = readonly [source: number, line: number, column: number];

export const INITIAL_STATE: MappingState = [0, 0, 0];

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** digits by their character codes */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, ALPHABET.indexOf(String.fromCharCode(code))),
);
const COMMA = 44;

/** Decodes the mappings of one line of the output. Every number is the difference from the one before. */
export function decodeLine(
  text: string,
  [source, line, column]: MappingState,
): { readonly mappings: Mapping[]; readonly state: MappingState } {
  const mappings: Mapping[] = [];
  const fields = [0, source, line, column, 0];
  let [field, value, shift] = [0, 0, 0];
  const endEntry = () => {
    const [from = 0, inSource = 0, inLine = 0, inColumn = 0] = fields;
    // An entry of one number is code of no source.
    if (field >= 4) mappings.push({ from, source: inSource, line: inLine, column: inColumn });
    field = 0;
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA) {
      endEntry();
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
  const [, lastSource = 0, lastLine = 0, lastColumn = 0] = fields;
  return { mappings, state: [lastSource, lastLine, lastColumn] };
}
