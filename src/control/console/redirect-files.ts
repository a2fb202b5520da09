import { createHash, randomBytes } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserFolders } from '../../platform/browser/browser-folders.js';
import { makePrivateSubfolder } from '../../platform/files/private-file.js';
import type { Component } from '../../platform/lifecycle.js';

const MODE = 0o600;
/** The number of random bytes in a file name. */
const NAME_BYTES = 16;

/**
 * Files that redirect a browser to a one-time URL. A browser is started with the path of such a file, so the URL is in
 * no process arguments (docs/adr/0005).
 */
export class RedirectFiles implements Component {
  readonly #ownFolder: string;
  /** Distinguishes files of this home from those of another daemon in the same folder. */
  readonly #prefix: string;
  readonly #paths = new Set<string>();

  /** @param home of this daemon; it contains the folder of the files, unless the browser needs another */
  constructor(
    home: string,
    private readonly browserFolders: BrowserFolders,
  ) {
    this.#ownFolder = join(home, 'redirects');
    this.#prefix = `guildhall-${createHash('sha256').update(home).digest('hex').slice(0, 8)}-`;
  }

  /** Removes files that a killed daemon of this home left behind; their codes are no longer valid. */
  async removeStale(): Promise<void> {
    for (const folder of [this.#ownFolder, ...(await this.browserFolders.list())]) {
      const names = await readdir(folder).catch(() => []);
      const paths = names.filter((name) => name.startsWith(this.#prefix)).map((name) => join(folder, name));
      const stale = paths.filter((path) => !this.#paths.has(path));
      await Promise.all(stale.map((path) => this.remove(path)));
    }
  }

  /**
   * Writes a page that redirects to a URL.
   *
   * @param url must not need HTML escaping
   * @returns the path of a new file with mode 0600
   */
  async create(url: string): Promise<string> {
    const folder = await this.#prepareFolder();
    const path = join(folder, `${this.#prefix}${randomBytes(NAME_BYTES).toString('hex')}.html`);
    this.#paths.add(path);
    // Fails if the file, or a link of this name, already exists.
    const file = await open(path, 'wx', MODE);
    try {
      await file.writeFile(renderPage(url));
    } finally {
      await file.close();
    }
    return path;
  }

  async remove(path: string): Promise<void> {
    this.#paths.delete(path);
    await rm(path, { force: true });
  }

  /** Removes all files. */
  async stop(): Promise<void> {
    await Promise.all([...this.#paths].map((path) => this.remove(path)));
  }

  async #prepareFolder(): Promise<string> {
    const browserFolder = await this.browserFolders.find();
    if (browserFolder !== null) return browserFolder;
    await makePrivateSubfolder(this.#ownFolder);
    return this.#ownFolder;
  }
}

/** A refresh after zero seconds replaces this page in the browser's history. */
function renderPage(url: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${url}">
<title>Guildhall</title>
</head>
<body><p><a href="${url}">Open the Guildhall console</a></p></body>
</html>
`;
}
