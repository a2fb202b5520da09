import { V6 } from './v6/version.js';
import type { ApiVersion } from './version.js';

/** The supported versions by the number in requests; 7 is handled like 6 (docs/rest.md, Versions). */
export const API_VERSIONS: ReadonlyMap<string, ApiVersion> = new Map([
  ['6', V6],
  ['7', V6],
]);

/** The version for requests that specify none. */
export const DEFAULT_VERSION_NUMBER = '6';
