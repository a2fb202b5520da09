import { execFile } from 'node:child_process';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** How long the desktop may take to name its browser, in milliseconds. */
const TIMEOUT = 3_000;

/** Desktop files of snaps are named `SNAP_APPLICATION.desktop`; a second installation of a snap is `SNAP+KEY`. */
const SNAP_DESKTOP_FILE = /^([a-z0-9][a-z0-9-]*(?:\+[a-z0-9]+)?)_[\w.-]+\.desktop$/;

/** Folders that sandboxed browsers can read but other sandboxed applications cannot (docs/adr/0005). */
export interface BrowserFolders {
  /**
   * The folder for the person's browser, writable by nobody else; null if the browser can read any file, as far as is
   * known.
   */
  find(): Promise<string | null>;
  /** All folders that `find` may return. */
  list(): Promise<string[]>;
}

export interface BrowserFolderOptions {
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
  /** the person's home folder */
  readonly userFolder: string;
}

/**
 * Folders of browsers that are installed as snaps. Other browsers can read any file, or get access to the one they
 * open.
 */
export function createBrowserFolders(options: BrowserFolderOptions): BrowserFolders {
  const { platform, environment, userFolder } = options;
  const snaps = join(userFolder, 'snap');
  const folderOf = (snap: string) => join(snaps, snap, 'common');
  if (platform !== 'linux') return { find: async () => null, list: async () => [] };
  return {
    async find() {
      const [, snap] = SNAP_DESKTOP_FILE.exec(await queryPageHandler(environment)) ?? [];
      if (snap === undefined) return null;
      return (await isWritableByOwnerOnly(folderOf(snap))) ? folderOf(snap) : null;
    },
    async list() {
      const names = await readdir(snaps).catch(() => []);
      return names.map(folderOf);
    },
  };
}

/** The desktop file of the program that opens HTML files, e.g. `firefox_firefox.desktop`; empty if unknown. */
function queryPageHandler(env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) => {
    execFile('xdg-mime', ['query', 'default', 'text/html'], { env, timeout: TIMEOUT }, (error, stdout) =>
      resolve(error === null ? stdout.trim() : ''),
    );
  });
}

async function isWritableByOwnerOnly(path: string): Promise<boolean> {
  const folder = await lstat(path).catch(() => null);
  if (folder === null || !folder.isDirectory()) return false;
  return folder.uid === process.getuid?.() && (folder.mode & 0o022) === 0;
}
