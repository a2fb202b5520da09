import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProgram } from '#guildhall/install/find-program.js';
import { UserError } from '#guildhall/platform/errors.js';

/** Links by path; every other path is a file. */
function links(targets: Readonly<Record<string, string>>) {
  return (path: string) => targets[path] ?? path;
}

test('a path of Node.js that survives an upgrade is preferred', () => {
  const cellar = '/opt/homebrew/Cellar/node/22.1.0/bin/node';
  const found = findProgram(cellar, '/x/main.js', links({ '/opt/homebrew/bin/node': cellar }));
  assert.equal(found.node, '/opt/homebrew/bin/node');
});

test('another Node.js in a stable folder is not used', () => {
  const nvm = '/home/ada/.nvm/versions/node/v20.20.0/bin/node';
  assert.equal(findProgram(nvm, '/x/main.js', links({})).node, nvm);
});

test('a link to the program is resolved', () => {
  const { cli } = findProgram(
    '/usr/bin/node',
    '/usr/bin/guildhall',
    links({ '/usr/bin/guildhall': '/lib/main.js' }),
  );
  assert.equal(cli, '/lib/main.js');
});

test('a program that npx downloaded is refused, because npx removes it', () => {
  const script = '/home/ada/.npm/_npx/a1/node_modules/guildhall/dist/cli/main.js';
  assert.throws(() => findProgram('/usr/bin/node', script, links({})), UserError);
});
