import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { SourceMap } from './source-map.js';

/**
 * From now on the stack traces of this process name sources instead of places in a bundle. The bundle's source map is
 * read when the first stack trace is formatted; without it, places in the bundle are named.
 *
 * @param bundle its path; its source map is beside it
 */
export function mapStackTraces(bundle: string): void {
  const stackMap = new StackMap(bundle);
  // Node.js itself maps only the stack traces of modules that it has loaded.
  Error.prepareStackTrace = (error, frames) => stackMap.format(error, frames);
}

class StackMap {
  #map: SourceMap | null | undefined;

  constructor(private readonly bundle: string) {}

  /** Formats a stack trace like V8. */
  format(error: Error, frames: readonly NodeJS.CallSite[]): string {
    return [describe(error), ...frames.map((frame) => `    at ${this.#formatFrame(frame)}`)].join('\n');
  }

  #formatFrame(frame: NodeJS.CallSite): string {
    const text = String(frame);
    if (frame.getFileName() !== this.bundle) return text;
    const [line, column] = [frame.getLineNumber() ?? 0, frame.getColumnNumber() ?? 0];
    this.#map ??= readSourceMap(this.bundle);
    const found = this.#map?.find(line, column);
    if (!found) return text;
    const path = resolve(dirname(this.bundle), found.source);
    return text.replace(`${this.bundle}:${line}:${column}`, () => `${path}:${found.line}:${found.column}`);
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
    return new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  } catch {
    return null;
  }
}
