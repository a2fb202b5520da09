import type { OpenPage } from '../../platform/browser/page-opener.js';
import { type Clock, hasPassed } from '../../platform/clock.js';
import { messageOf } from '../../platform/errors.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { ConsoleAccess } from './console-access.js';
import type { RedirectFiles } from './redirect-files.js';

/** The minimum time between two windows that open automatically, in milliseconds. */
const WINDOW_INTERVAL_MS = 60_000;
/** How long a browser may take to show a window, in milliseconds: another one is not opened meanwhile. */
const OPENING_MS = 3_000;

export interface ConsoleOpenerOptions {
  readonly access: ConsoleAccess;
  readonly files: RedirectFiles;
  /** null if pages must not be opened automatically */
  readonly openPage: OpenPage | null;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A file that redirects to a one-time URL of the console, while the URL is valid. */
export interface ConsolePage {
  /** the one-time URL */
  readonly url: string;
  /** the file that redirects to it */
  readonly path: string;
}

/** Opens the console page on the person's screen. */
export class ConsoleOpener implements Component {
  #lastWindowAt: number | null = null;

  constructor(private readonly options: ConsoleOpenerOptions) {}

  /** Creates a one-time URL and the file that redirects to it; the file is removed when the URL is used or expires. */
  async createPage(view?: string): Promise<ConsolePage> {
    const { access, files, log } = this.options;
    let path: string | null = null;
    let ended = false;
    const remove = (file: string) =>
      void files
        .remove(file)
        .catch((error: unknown) => log.warn({ err: error }, 'failed to remove a redirect file'));
    const url = access.createAddress({
      view,
      onEnd: (outcome) => {
        ended = true;
        if (path !== null) remove(path);
        if (outcome === 'expired')
          log.warn('the console page was not opened; open it with: guildhall console');
      },
    });
    path = await files.create(url);
    if (ended) remove(path);
    return { url, path };
  }

  /** whether pages are opened */
  get canOpen(): boolean {
    return this.options.openPage !== null;
  }

  /** Opens a window with the console, unless a console page is open or a window was opened within the last minute. */
  openWindow(): void {
    if (!this.options.access.hasOpenPage) this.#openAfter(WINDOW_INTERVAL_MS);
  }

  /** Opens a window with the console, because the person asked for it, unless one was opened just now. */
  openForPerson(): void {
    this.#openAfter(OPENING_MS);
  }

  #openAfter(interval: number): void {
    const { clock, log, openPage } = this.options;
    const now = clock.now();
    if (openPage === null) return;
    if (this.#lastWindowAt !== null && !hasPassed(now, this.#lastWindowAt, interval)) return;
    this.#lastWindowAt = now;
    const onError = (error: unknown) =>
      log.warn(
        { reason: messageOf(error) },
        'failed to open a browser; open the console with: guildhall console',
      );
    this.createPage().then(({ path }) => openPage(path, onError), onError);
  }

  stop(): Promise<void> {
    return this.options.files.stop();
  }
}
