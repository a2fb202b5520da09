import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makePrivateFolder } from '#guildhall/platform/files/private-file.js';
import { homeFiles } from '#guildhall/platform/home.js';
import { TestDaemon } from '../helpers/daemon.js';
import { freePort } from '../helpers/free-port.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

test('a home that is used with another service keeps the decisions of each', () =>
  withTemporaryFolder(async (folder) => {
    const home = join(folder, 'home');
    await makePrivateFolder(home);
    const files = homeFiles(home);
    // Nobody is signed in to it, and it does not answer.
    const remote = `http://127.0.0.1:${await freePort()}/api`;
    const account = { id: '7', username: 'ada', discriminator: '0001', token: 't', service: remote };
    await writeFile(files.account, JSON.stringify({ version: 2, current: {}, accounts: [account] }));
    const decision = { user_id: '7', application_id: '100', origin: null, scopes: ['rpc'] };
    await writeFile(files.remembered, JSON.stringify({ version: 1, allowed: [decision] }));
    await writeFile(
      files.onceGrants,
      JSON.stringify({ version: 1, grants: [{ grant_id: '9', user_id: '7' }] }),
    );
    const activities = { version: 1, unregistered: 'allow', blocked: ['100'], allowed: [] };
    await writeFile(files.activitySettings, JSON.stringify(activities));

    const blockedWith = async (flags: readonly string[], ...block: readonly string[]) => {
      const daemon = await TestDaemon.start({ home, flags });
      try {
        if (block.length > 0) await daemon.run('activities', 'block', ...block);
        return (await daemon.cli<{ blocked: string[] }>('activities')).blocked;
      } finally {
        await daemon.stop();
      }
    };
    assert.deepEqual(await blockedWith([], '200'), ['200']);
    assert.deepEqual(await blockedWith(['--api-url', remote]), ['100']);
    assert.deepEqual(await blockedWith([]), ['200']);
    const { allowed } = JSON.parse(await readFile(files.remembered, 'utf8'));
    assert.deepEqual(allowed, [{ service: remote, ...decision }]);
    const { grants } = JSON.parse(await readFile(files.onceGrants, 'utf8'));
    assert.deepEqual(grants, [{ grant_id: '9', user_id: '7', service: remote }]);
  }));
