import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
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
