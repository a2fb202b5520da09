import type { ChatClient } from '../../client/client.js';
import { IMAGE_LIMITS, type ImageType, readImageHeader } from '../../net/images/image.js';
import { SingleFlight } from '../../platform/async/coalesce.js';
import { messageOf } from '../../platform/errors.js';
import type { Logger } from '../../platform/log.js';
import { isSnowflake } from '../../protocol/snowflake.js';

/** The format of icon hashes. */
const HASH = /^(?:a_)?[0-9a-f]{32}$/;
/** The maximum size of cached icons, in bytes. */
const CACHE_BYTES = 4 * 1024 * 1024;

export interface ApplicationIcon {
  /** the detected format, whatever the service declares */
  readonly type: ImageType;
  readonly bytes: Buffer;
}

/**
 * Icons of applications for the console page, from the person's service. A hash identifies an icon for ever, so each is
 * fetched once; the least recently shown are dropped.
 */
export class ApplicationIcons {
  /** by application and hash, the least recently shown first */
  readonly #icons = new Map<string, ApplicationIcon>();
  readonly #fetches = new SingleFlight<string, ApplicationIcon | null>();
  #bytes = 0;

  constructor(
    private readonly client: Pick<ChatClient, 'applicationIcon'>,
    private readonly log: Logger,
  ) {}

  /** @returns null if there is no such icon, or the service's response is not an icon */
  find(id: string, hash: string): Promise<ApplicationIcon | null> {
    if (!isSnowflake(id) || !HASH.test(hash)) return Promise.resolve(null);
    const key = `${id}/${hash}`;
    const known = this.#icons.get(key);
    if (known === undefined) return this.#fetches.run(key, () => this.#fetch(key, id, hash));
    this.#icons.delete(key);
    this.#icons.set(key, known);
    return Promise.resolve(known);
  }

  async #fetch(key: string, id: string, hash: string): Promise<ApplicationIcon | null> {
    const bytes = await this.client.applicationIcon(id, hash).catch((error: unknown) => {
      this.log.info({ application: id, reason: messageOf(error) }, 'failed to fetch an application icon');
      return null;
    });
    const icon = bytes === null ? null : readIcon(bytes);
    if (icon !== null) this.#keep(key, icon);
    return icon;
  }

  #keep(key: string, icon: ApplicationIcon): void {
    this.#icons.set(key, icon);
    this.#bytes += icon.bytes.length;
    for (const [oldest, { bytes }] of this.#icons) {
      if (this.#bytes <= CACHE_BYTES) break;
      this.#icons.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }
}

/** Only icons in formats that the service itself accepts reach the browser's decoder. */
function readIcon(bytes: Buffer): ApplicationIcon | null {
  const header = readImageHeader(bytes);
  if (header === null || bytes.length > IMAGE_LIMITS.bytes) return null;
  const sides = [header.width, header.height];
  if (sides.some((side) => side < 1 || side > IMAGE_LIMITS.side)) return null;
  return { type: header.type, bytes };
}
