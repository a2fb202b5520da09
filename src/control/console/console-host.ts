import { randomBytes } from 'node:crypto';

/** The number of random bytes: enough that nobody served a page under the same name before. */
const NAME_BYTES = 16;
const NAME = /^guildhall-[0-9a-f]{32}\.localhost$/;

/**
 * A name for the console that no browser has seen: browsers resolve every name under `localhost` to this machine. What
 * another user left in a browser for the port belongs to another name (docs/adr/0039-an-origin-for-each-run.md).
 */
export function createConsoleName(): string {
  return `guildhall-${randomBytes(NAME_BYTES).toString('hex')}.localhost`;
}

/** Whether a host name is one that this or an earlier run of a daemon had. */
export function isConsoleName(host: string): boolean {
  return NAME.test(host);
}
