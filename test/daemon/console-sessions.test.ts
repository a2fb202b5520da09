import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { DaemonProof } from '#guildhall/control/console/console-access.js';
import { proofText } from '#guildhall/platform/crypto/session-proof.js';
import { type BrowserSession, sign, toSessionHeaders } from '../control/console-session.js';
import { type Answer, send } from '../control/http.js';
import { TestDaemon } from '../helpers/daemon.js';
import { freePort } from '../helpers/free-port.js';
import { runCommand } from '../helpers/run-command.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const CHALLENGE = 'c'.repeat(43);

/**
 * Signs a browser in, restarts the daemon on the same port and home, and sends what its open page sends.
 *
 * @returns the status of each step
 */
async function restart(
  home: string,
  otherFlags: readonly string[],
  whileStopped: () => Promise<unknown> = async () => {},
) {
  // One that the system gives to nobody while the daemon is stopped.
  const flags = [...otherFlags, '--console-port', String(await freePort())];
  const first = await TestDaemon.start({ home, flags });
  const { url } = await first.cli<{ url: string }>('console');
  const before = new URL(url);
  const body = { code: before.hash.replace('#code=', '') };
  const signedIn = await post(before.origin, '/session', body);
  const { name: session, key } = JSON.parse(signedIn.body) as BrowserSession;
  await first.stop();
  await whileStopped();
  const second = await TestDaemon.start({ home, flags });
  try {
    const headers = toSessionHeaders(signedIn, before.origin);
    const reused = await send(`${before.origin}/api/status`, { headers });
    const challenged = await post(before.origin, '/proof', { session, challenge: CHALLENGE });
    if (challenged.status !== 200) return { reused: reused.status, challenged: challenged.status };
    const { origin, nonce, proof } = JSON.parse(challenged.body) as DaemonProof;
    const content = { challenge: CHALLENGE, nonce, origin };
    assert.equal(proof, sign(key, proofText('daemon', content)));
    const answer = { session, challenge: CHALLENGE, nonce, proof: sign(key, proofText('page', content)) };
    const resumed = await post(origin, '/session', answer);
    const own = toSessionHeaders(resumed, origin);
    const { status } = await send(`${origin}/api/status`, { headers: own });
    return { reused: reused.status, challenged: 200, served: status };
  } finally {
    await second.stop();
  }
}

function post(origin: string, path: string, body: object): Promise<Answer> {
  return send(origin + path, { method: 'POST', headers: { origin }, body });
}

test('a console page that stayed open is signed in after a restart by its key, and by nothing that it sent before', () =>
  withTemporaryFolder(async (home) => {
    assert.deepEqual(await restart(home, []), { reused: 403, challenged: 200, served: 200 });
  }));

test('with --allow-users console sessions end with the daemon, and are not stored', () =>
  withTemporaryFolder(async (home) => {
    const statuses = await restart(home, ['--allow-users', '65534']);
    assert.deepEqual(statuses, { reused: 403, challenged: 401 });
    assert.equal(existsSync(join(home, 'console-sessions.json')), false);
  }));

test('console --sign-out also ends the sessions of a daemon that does not run', () =>
  withTemporaryFolder(async (home) => {
    const signOut = async () => {
      const { exitCode, output, errors } = await runCommand([
        ...['console', '--sign-out', '--json'],
        ...['--home', home],
      ]);
      assert.deepEqual([exitCode, JSON.parse(output), errors], [0, {}, '']);
    };
    assert.deepEqual(await restart(home, [], signOut), { reused: 403, challenged: 401 });
  }));

test('console --sign-out creates no home', () =>
  withTemporaryFolder(async (folder) => {
    const home = join(folder, 'home');
    assert.equal((await runCommand(['console', '--sign-out', '--home', home])).exitCode, 0);
    assert.equal(existsSync(home), false);
  }));
