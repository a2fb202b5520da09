import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Grant } from '#guildhall/protocol/objects/application.js';
import { withControl } from '../control/control-harness.js';
import { MockAdministration } from '../control/mock-administration.js';
import { runCommand } from '../helpers/run-command.js';

const GRANT: Grant = {
  id: '9',
  application: { id: '100', name: 'Acme', description: '', icon: null, rpc_origins: [] },
  scopes: ['rpc'],
  created_at: '2018-01-01T00:00:00.000000+00:00',
};

test(
  'grants list says what ends each grant',
  withControl(async ({ client, files }) => {
    client.granted.push(GRANT, { ...GRANT, id: '10', once: true });
    const { errors, exitCode, output } = await runCommand(['grants', 'list', '--home', files.home]);
    assert.equal(exitCode, 0, errors);
    assert.match(output, /^9 .* you revoke it$/m);
    assert.match(output, /^10 .* it disconnects$/m);
  }),
);

const administration = new MockAdministration();

test(
  'an application is registered, approved and deleted by its name, and each command says what it did',
  withControl(
    async ({ files }) => {
      const run = async (...args: string[]) => {
        const { errors, exitCode, output } = await runCommand(['apps', ...args, '--home', files.home]);
        assert.equal(exitCode, 0, errors);
        return output;
      };
      assert.match(await run('create', '--name', 'Chess'), /Chess.*secret 1/s);
      assert.match(await run('approve', 'Chess'), /Chess/);
      assert.equal(administration.applications[0]?.approved, true);
      assert.equal(await run('testers', 'Chess'), 'no testers\n');
      assert.equal(await run('testers', 'Chess', '--add', 'bob'), '2\n');
      assert.equal(await run('delete', 'Chess', '--yes'), 'deleted Chess (701)\n');
      assert.deepEqual(administration.applications, []);
    },
    (harness) => {
      harness.administration = administration;
    },
  ),
);
