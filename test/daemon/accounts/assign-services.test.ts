import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { assignServices } from '#guildhall/daemon/accounts/assign-services.js';
import { type HomeFiles, homeFiles } from '#guildhall/platform/home.js';
import { assertPrivate } from '../../helpers/assert-private.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

const [A, B, OWN] = ['https://a.example/api', 'https://b.example/api', 'embedded'];

/** The services to which decisions are assigned, with accounts of these services and ids. */
async function assign(accounts: readonly (readonly [service: string, id: string])[], files: HomeFiles) {
  const list = accounts.map(([service, id]) => ({
    id,
    username: 'a',
    discriminator: '1',
    token: 't',
    service,
  }));
  await writeFile(files.account, JSON.stringify({ version: 2, current: {}, accounts: list }));
  const decision = { user_id: '1', application_id: '100', origin: null, scopes: ['rpc'] };
  await writeFile(files.remembered, JSON.stringify({ version: 1, allowed: [decision] }));
  await writeFile(
    files.onceGrants,
    JSON.stringify({ version: 1, grants: [{ grant_id: '9', user_id: '1' }] }),
  );
  const activities = { version: 1, unregistered: 'ask', blocked: ['3'], allowed: ['4'] };
  await writeFile(files.activitySettings, JSON.stringify(activities));
  await assignServices(files);
  const read = async (path: string) => JSON.parse(await readFile(path, 'utf8'));
  const { allowed } = await read(files.remembered);
  const { grants } = await read(files.onceGrants);
  const { services, ...rest } = await read(files.activitySettings);
  assert.deepEqual(
    allowed.map(({ service: _, ...one }: { service: string }) => one),
    [decision],
  );
  assert.deepEqual(rest, { version: 1, unregistered: 'ask' });
  const serviceOf = ({ service }: { service: string }) => service;
  return { remembered: allowed.map(serviceOf), onceGrants: grants.map(serviceOf), activities: services };
}

const withFiles = (run: (files: HomeFiles) => Promise<void>) => () =>
  withTemporaryFolder((folder) => run(homeFiles(folder)));

test(
  'decisions without a service are assigned to the one that has the account',
  withFiles(async (files) => {
    const both = { blocked: ['3'], allowed: ['4'] };
    const ofA = { remembered: [A], onceGrants: [A], activities: { [A]: both } };
    assert.deepEqual(await assign([[A, '1']], files), ofA);
    await assertPrivate(files.remembered);
    const ofOwn = { remembered: [OWN], onceGrants: [OWN], activities: { [OWN]: both } };
    assert.deepEqual(await assign([[OWN, '1']], files), ofOwn);
    assert.deepEqual(await assign([], files), ofOwn);
  }),
);

test(
  'if the service is unknown, permissions are assigned to the daemon’s own one, and blocks to each',
  withFiles(async (files) => {
    assert.deepEqual(
      await assign(
        [
          [A, '1'],
          [B, '1'],
        ],
        files,
      ),
      {
        remembered: [OWN],
        onceGrants: [A, B],
        activities: {
          [OWN]: { blocked: ['3'], allowed: ['4'] },
          [A]: { blocked: ['3'], allowed: [] },
          [B]: { blocked: ['3'], allowed: [] },
        },
      },
    );
    const { remembered, onceGrants } = await assign(
      [
        [A, '1'],
        [B, '2'],
      ],
      files,
    );
    assert.deepEqual([remembered, onceGrants], [[A], [A]]);
  }),
);

test(
  'what has a service is left as it is, and nothing is created in an empty home',
  withFiles(async (files) => {
    await assignServices(files);
    assert.deepEqual(await readdir(files.home), []);
    await assign([[A, '1']], files);
    const names = [files.remembered, files.onceGrants, files.activitySettings];
    const identities = () => Promise.all(names.map(async (name) => (await stat(name)).ino));
    const before = await identities();
    await writeFile(files.account, JSON.stringify({ version: 2, current: {}, accounts: [] }));
    await assignServices(files);
    assert.deepEqual(await identities(), before);
  }),
);
