import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OTHER_UID, otherUserTest } from '../helpers/other-user.js';
import { patience } from '../helpers/patience.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));

interface Ended {
  readonly code: unknown;
  readonly stderr: string;
}

/** Runs a serving command in a user namespace; one that starts is ended after a while. */
function runInNamespace(mapping: readonly string[], args: readonly string[]): Promise<Ended> {
  const words = ['--user', ...mapping, process.execPath, MAIN, ...args, '--api-port', '0'];
  return new Promise((resolve) => {
    const child = execFile('unshare', words, { timeout: patience(4) }, (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode, stderr }),
    );
  });
}

for (const user of ['nobody', String(OTHER_UID), '1001']) {
  otherUserTest(`in a user namespace --allow-users ${user}, which stands for many users, is refused`, () =>
    withTemporaryFolder(async (home) => {
      const args = ['api', '--home', home, '--allow-users', user];
      const { code, stderr } = await runInNamespace(['--map-user=1000'], args);
      assert.equal(code, 1, stderr);
      assert.match(stderr, /allow_users: the user "\w+" cannot be told from others in this user namespace/);
      assert.match(stderr, /PrivateUsers=no/);
    }),
  );
}

otherUserTest('a daemon as a user that its namespace does not have is refused', () =>
  withTemporaryFolder(async (home) => {
    const args = ['start', '--home', home, '--no-open', '--console-port', '0'];
    const { code, stderr } = await runInNamespace([], args);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /the user 65534, as whom this process runs, cannot be told from others/);
  }),
);

otherUserTest('without /proc a daemon as the user nobody says that it needs it', () =>
  withTemporaryFolder(async (folder) => {
    const home = join(folder, 'home');
    await chmod(folder, 0o755);
    await mkdir(home, { mode: 0o700 });
    await chown(home, OTHER_UID, OTHER_UID);
    const start = `umount -l /proc && exec setpriv --reuid=${OTHER_UID} --clear-groups "$@"`;
    const command = [process.execPath, MAIN, 'start', '--home', home, '--no-open', '--console-port', '0'];
    const { code, stderr } = await new Promise<Ended>((resolve) => {
      const child = execFile(
        'unshare',
        ['--mount', 'sh', '-c', start, 'sh', ...command, '--api-port', '0'],
        { timeout: patience(4) },
        (_error, _stdout, errors) => resolve({ code: child.exitCode, stderr: errors }),
      );
    });
    assert.equal(code, 1, stderr);
    assert.match(stderr, /cannot be told from others without \/proc\/self\/uid_map\nMount \/proc\n/);
  }),
);
