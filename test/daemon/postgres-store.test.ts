// own process: runs nodes in this process, with their crash handlers
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readConnectionUrl } from '#guildhall/store/postgres/connection-settings.js';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import { ApiProcess } from '../api/support/api-process.js';
import { eventually } from '../helpers/eventually.js';
import { freePort } from '../helpers/free-port.js';
import { noPostgres, sharedPostgres } from '../helpers/postgres/postgres-server.js';
import { runCommand } from '../helpers/run-command.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';
import { addAccounts } from '../store/contract/fixtures.js';
import { openNode } from '../store/postgres/support/open-node.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));

describe('guildhall with a PostgreSQL database', { skip: noPostgres }, () => {
  /** Runs a test with a home and a database. */
  const withDatabase = (run: (home: string, url: string) => Promise<void>) =>
    withTemporaryFolder(async (home) => (await sharedPostgres()).withDatabase((url) => run(home, url)));

  test('api serves from it', () =>
    withDatabase(async (home, url) => {
      const args = ['api', '--home', home, '--store', url, '--api-port', '0', '--voice-port', 'off'];
      const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          output += String(chunk);
        });
      }
      const ended = once(child, 'exit');
      const api = await eventually(() => /https?:\/\/127\.0\.0\.1:\d+\/api/.exec(output)?.[0], {
        describe: () => output,
        ended: () => (child.exitCode === null ? undefined : 'it ended'),
      });
      assert.equal((await fetch(`${api}/gateway`)).status, 200);
      child.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
      assert.doesNotMatch(output, /store\.db/);
    }));

  test('api refuses a password in the URL, and does not repeat it', async () => {
    const { exitCode, errors, output } = await runCommand([
      'api',
      '--store',
      'postgres://guildhall:hunter2@localhost/guildhall',
    ]);
    assert.equal(exitCode, 2);
    assert.match(errors, /must not have a password/);
    assert.doesNotMatch(output + errors, /hunter2/);
  });

  test('api without --node refuses a database while nodes use it', () =>
    withDatabase(async (home, url) => {
      const node = await openNode(readConnectionUrl(url));
      const args = ['api', '--home', home, '--store', url, '--api-port', '0', '--voice-port', 'off'];
      const { exitCode, errors } = await runCommand(args);
      assert.equal(exitCode, 1);
      assert.match(errors, /nodes of a cluster\nStart it as a node/);
      await node.close();
    }));

  test('doctor finds nothing wrong with a node that serves', () =>
    withDatabase(async (home, store) => {
      const port = String(await freePort());
      const settings = [`store = "${store}"`, 'node = "a"', `api_port = ${port}`];
      await writeFile(join(home, 'config.toml'), settings.join('\n'), { mode: 0o600 });
      await using _node = await ApiProcess.run(home, { flags: ['--api-port', port] });
      const { output } = await runCommand(['doctor', '--json', '--home', home]);
      const { findings } = JSON.parse(output) as { findings: { check: string; level: string }[] };
      const checks = ['home lock', 'store', 'ports', 'service'];
      assert.deepEqual(
        findings.filter(({ check, level }) => checks.includes(check) && level !== 'ok'),
        [],
      );
      assert.ok(findings.some(({ check }) => check === 'home lock'));
    }));

  test('a node whose name another one has warns in its log', () =>
    withDatabase(async (folder, store) => {
      const start = async (home: string, node: string) =>
        await ApiProcess.run(join(folder, home), { flags: ['--store', store, '--node', node] });
      const read = async (home: string) => {
        const log = () => readFile(join(folder, home, 'guildhall.log'), 'utf8');
        await eventually(async () => (await log()).includes('"started"'));
        return await log();
      };
      await using _first = await start('first', 'a');
      await using _other = await start('other', 'a-b');
      await using _second = await start('second', 'a');
      assert.match(await read('second'), /"node":"a".*another process of the cluster has the same node name/);
      for (const home of ['first', 'other']) assert.doesNotMatch(await read(home), /same node name/);
    }));

  for (const [flags, message] of [
    [['--node', 'a'], /--node needs a store/],
    [['--node', 'a.b', '--store', 'postgres://localhost/x'], /--node: the name of a node has/],
    [['--bus', 'nats://127.0.0.1:4222', '--store', 'postgres://localhost/x'], /--bus connects nodes/],
    [
      ['--node', 'a', '--bus', 'http://127.0.0.1', '--store', 'postgres://localhost/x'],
      /--bus: .* is not the URL/,
    ],
    [
      ['--node', 'a', '--bus', 'nats://192.0.2.1', '--store', 'postgres://localhost/x'],
      /--bus: .* not encrypted/,
    ],
    [['--node', 'a', '--bus-password-file', 'p', '--store', 'postgres://localhost/x'], /but no bus/],
  ] as const) {
    test(`api refuses ${flags.join(' ')}`, () =>
      withTemporaryFolder(async (home) => {
        const { exitCode, errors } = await runCommand(['api', '--home', home, '--api-port', '0', ...flags]);
        assert.match(errors, message);
        assert.equal(exitCode, 2);
      }));
  }

  test('store copy moves a store there and back', () =>
    withDatabase(async (folder, url) => {
      const original = join(folder, 'original.db');
      const store = await openStore(original, (error) => assert.fail(String(error)));
      await addAccounts(store, '1', '2');
      await store.close();

      const there = await runCommand(['store', 'copy', original, url, '--json']);
      assert.equal(there.exitCode, 0, there.errors);
      const { target, ...report } = JSON.parse(there.output) as Record<string, unknown>;
      assert.deepEqual(report, { written: 4, compared: 4, corrected: 0 });
      assert.match(String(target), /^postgres:\/\/\/test_\d+$/);
      const node = await openNode(readConnectionUrl(url));
      assert.equal((await node.accounts.people()).length, 2);
      await node.close();

      const back = join(folder, 'back.db');
      const text = await runCommand(['store', 'copy', url, back]);
      assert.equal(text.exitCode, 0, text.errors);
      assert.match(text.output, /wrote 4 rows; all 4 rows are equal/);
      assert.equal((await stat(back)).mode & 0o777, 0o600);
      const copy = await openStore(back, (error) => assert.fail(String(error)));
      assert.equal((await copy.accounts.people()).length, 2);
      await copy.close();

      const again = await runCommand(['store', 'copy', original, url]);
      assert.deepEqual([again.exitCode, /already has a store/.test(again.errors)], [1, true]);
      const planted = join(folder, 'planted.db');
      await symlink(original, `${planted}.partial`);
      const elsewhere = await runCommand(['store', 'copy', url, planted]);
      assert.deepEqual([elsewhere.exitCode, /not a file that you own/.test(elsewhere.errors)], [1, true]);
      const same = await runCommand(['store', 'copy', original, back]);
      assert.equal(same.exitCode, 2);
    }));
});
