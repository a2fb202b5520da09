import { parseArgs } from 'node:util';

export interface BenchArguments {
  readonly isShort: boolean;
  readonly writesDocs: boolean;
  /** the checkout whose daemon is measured, if it is not this one */
  readonly checkout?: string;
  readonly isWanted: (row: string) => boolean;
}

/** @param args texts select rows by their names, without regard to case @throws {TypeError} for an unknown flag */
export function parseBenchArguments(args: string[]): BenchArguments {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      short: { type: 'boolean', default: false },
      'write-docs': { type: 'boolean', default: false },
      checkout: { type: 'string' },
    },
  });
  if (values.short && values['write-docs']) throw new TypeError('short rounds are not for the documentation');
  const wanted = positionals.map((text) => text.toLowerCase());
  return {
    isShort: values.short,
    writesDocs: values['write-docs'],
    ...(values.checkout === undefined ? {} : { checkout: values.checkout }),
    isWanted: (row) => wanted.length === 0 || wanted.some((text) => row.toLowerCase().includes(text)),
  };
}
