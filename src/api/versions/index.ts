import { V6 } from './v6/version.js';
import type { ApiVersion } from './version.js';

/** The versions in service by the number that clients write; 7 is answered like 6 (docs/rest.md, Versions). */
export const API_VERSIONS: ReadonlyMap<string, ApiVersion> = new Map([
  ['6', V6],
  ['7', V6],
]);

/** What clients write who name no version. */
export const DEFAULT_VERSION_NUMBER = '6';
