/** The first line of a bundle: a comment with two hashes. */
export interface BundleHeader {
  /** of the sources that it was made of, as in `dist/.built` */
  readonly sources: string;
  /** of everything that it was made of and by */
  readonly id: string;
}

const HEADER = /^\/\* ([\da-f]{64}) ([\da-f]{64}) \*\//;

/** @returns null if it has none */
export function readBundleHeader(source: string): BundleHeader | null {
  const [, sources, id] = HEADER.exec(source.slice(0, 200)) ?? [];
  return sources === undefined || id === undefined ? null : { sources, id };
}
