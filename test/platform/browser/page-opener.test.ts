import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createPageOpener } from '#guildhall/platform/browser/page-opener.js';
import { eventually } from '../../helpers/eventually.js';
import { onlyPosix } from '../../helpers/only-on.js';

const posix = { skip: onlyPosix('its programs are scripts of sh') };

/** What is started on a Linux desktop to open a page, with its arguments. */
async function startedFor(environment: NodeJS.ProcessEnv): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-opener-'));
  try {
    for (const name of ['xdg-open', 'systemd-run']) {
      await writeFile(join(folder, name), `#!/bin/sh\necho "$(basename "$0") $*" > ${folder}/started\n`);
      await chmod(join(folder, name), 0o755);
    }
    const PATH = `${folder}:${process.env.PATH}`;
    const open = createPageOpener('linux', { PATH, DISPLAY: ':987', ...environment });
    open?.('/tmp/page.html', (error) => assert.fail(error.message));
    const started = await eventually(() => readFile(join(folder, 'started'), 'utf8').catch(() => ''));
    return started.trim();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a page is opened with xdg-open', posix, async () => {
  assert.equal(await startedFor({}), 'xdg-open file:///tmp/page.html');
  assert.equal(await startedFor({ MANAGERPID: '812' }), 'xdg-open file:///tmp/page.html');
});

test("a browser that a person's service starts does not end with the service", posix, async () => {
  assert.equal(
    await startedFor({ NOTIFY_SOCKET: '/run/user/1000/systemd/notify', MANAGERPID: '812' }),
    'systemd-run --user --scope --quiet --collect xdg-open file:///tmp/page.html',
  );
});
