import { openSync, readFileSync, readSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { SourceMap, type SourcePosition } from './source-map.js';

/**
 * From now on the stack traces of this process name sources instead of places in a bundle. The index of the
 * bundle's source map is read when the first stack trace is formatted; without it, places in the bundle are named.
 *
 * @param name that the bundle was compiled with
 * @param bundle its path; its source map and the index of that are in the same folder
 */
export function mapStackTraces(name: string, bundle: string): void {
  const stackMap = new StackMap(name, bundle);
  // Node.js itself maps only the stack traces of modules that it has loaded.
  Error.prepareStackTrace = (error, frames) => stackMap.format(error, frames);
}

class StackMap {
  #map: SourceMap | null | undefined;

  constructor(
    private readonly name: string,
    private readonly bundle: string,
  ) {}

  /** Formats a stack trace like V8. */
  format(error: Error, frames: readonly NodeJS.CallSite[]): string {
    return [describe(error), ...frames.map((frame) => `    at ${this.#formatFrame(frame)}`)].join('\n');
  }

  #formatFrame(frame: NodeJS.CallSite): string {
    const text = String(frame);
    if (frame.getFileName() !== this.name) return text;
    const [line, column] = [frame.getLineNumber() ?? 0, frame.getColumnNumber() ?? 0];
    if (this.#map === undefined) this.#map = readSourceMap(this.bundle);
    const found = this.#find(line, column);
    const place =
      found === null
        ? `${this.bundle}:${line}:${column}`
        : `${resolve(dirname(this.bundle), found.source)}:${found.line}:${found.column}`;
    return text.replace(`${this.name}:${line}:${column}`, () => place);
  }

  /** Reading a stack trace never throws, even if the files are damaged. */
  #find(line: number, column: number): SourcePosition | null {
    try {
      return this.#map?.find(line, column) ?? null;
    } catch {
      return null;
    }
  }
}

function describe(error: Error): string {
  try {
    return String(error);
  } catch {
    return 'Error';
  }
}

function readSourceMap(bundle: string): SourceMap | null {
  try {
    const index = readFileSync(`${bundle}.map.index`);
    // Open as long as the process runs: a program that is upgraded meanwhile has other mappings.
    const file = openSync(`${bundle}.map`, 'r');
    return new SourceMap(index, (offset, length) => {
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, offset);
      return bytes.toString('latin1');
    });
  } catch {
    return null;
  }
}
