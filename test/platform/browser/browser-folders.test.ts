import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createBrowserFolders } from '#guildhall/platform/browser/browser-folders.js';
import { onlyLinux } from '../../helpers/only-on.js';

const linux = { skip: onlyLinux('snaps are packages of Linux') };

/** Runs a test for a person whose desktop opens HTML files with the program of this desktop file. */
function withHandler(
  handler: string,
  run: (userFolder: string, find: () => Promise<string | null>) => Promise<void>,
) {
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-browser-'));
    try {
      const xdgMime = join(folder, 'xdg-mime');
      await writeFile(xdgMime, `#!/bin/sh\nprintf '%s\\n' '${handler}'\n`, { mode: 0o755 });
      const environment = { PATH: `${folder}:/usr/bin:/bin` };
      const folders = createBrowserFolders({ platform: 'linux', environment, userFolder: folder });
      await run(folder, () => folders.find());
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

test(
  'a snap browser gets its file in a folder that only this snap can read',
  linux,
  withHandler('firefox_firefox.desktop', async (userFolder, find) => {
    const common = join(userFolder, 'snap', 'firefox', 'common');
    assert.equal(await find(), null, 'the folder does not exist yet');
    await mkdir(common, { recursive: true, mode: 0o755 });
    assert.equal(await find(), common);
  }),
);

test(
  'a folder that is a link or writable by others is not used',
  linux,
  withHandler('chromium_chromium.desktop', async (userFolder, find) => {
    const common = join(userFolder, 'snap', 'chromium', 'common');
    await mkdir(common, { recursive: true });
    for (const mode of [0o777, 0o775, 0o1777]) {
      await chmod(common, mode);
      assert.equal(await find(), null, mode.toString(8));
    }
    await rm(common, { recursive: true });
    await symlink('/tmp', common);
    assert.equal(await find(), null);
  }),
);

for (const handler of ['firefox-esr.desktop', 'org.mozilla.firefox.desktop', '../../etc_x.desktop', '']) {
  test(
    `the handler ${JSON.stringify(handler)} is not a snap`,
    linux,
    withHandler(handler, async (userFolder, find) => {
      await mkdir(join(userFolder, 'snap', 'firefox', 'common'), { recursive: true });
      assert.equal(await find(), null);
    }),
  );
}

test('a machine without xdg-mime has no browser folder', async () => {
  const options = { environment: { PATH: '/nonexistent' }, userFolder: '/nonexistent' };
  assert.equal(await createBrowserFolders({ platform: 'linux', ...options }).find(), null);
  assert.equal(await createBrowserFolders({ platform: 'darwin', ...options }).find(), null);
});
