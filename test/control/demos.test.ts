import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ServiceError } from '#guildhall/client/service-error.js';
import type { SavedDemos } from '#guildhall/control/demo/demo-set.js';
import { Demos } from '#guildhall/control/demo/demos.js';
import { freePort } from '../helpers/free-port.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';
import { MockAdministration } from './mock-administration.js';

/** An administration that creates people. */
class PeopledAdministration extends MockAdministration {
  created = 0;

  override createUser = async (username: string) => {
    this.created += 1;
    return { id: String(50 + this.created), username, discriminator: '0001', token: `of ${username}` };
  };
}

test('a demo that fails leaves no application, and its people are used by the next one', () =>
  withTemporaryFolder(async (folder) => {
    const path = join(folder, 'demos.json');
    const administration = new PeopledAdministration();
    const context = {
      apiUrl: `http://127.0.0.1:${await freePort()}/api`,
      administration,
      person: { id: '1', token: 'person' },
    };
    await assert.rejects(new Demos(path).open(context, false), ServiceError);
    assert.deepEqual(administration.applications, []);
    const saved = JSON.parse(await readFile(path, 'utf8')) as SavedDemos;
    assert.deepEqual(
      saved.people.map(({ username }) => username),
      ['Ada', 'Grace'],
    );
    assert.deepEqual(saved.demos, []);
  }));
