import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import {
  commandsOf,
  servingText,
  type WelcomedDaemon,
  welcomeText,
} from '#guildhall/daemon/describe-daemon.js';
import { toShellWord } from '#guildhall/platform/text/shell-word.js';

const daemon: WelcomedDaemon = {
  rpc: { host: '127.0.0.1', port: 6463, connections: 0 },
  api: { url: 'http://127.0.0.1:6480/api', embedded: true, connected: true, damage: null },
  console: { url: 'http://127.0.0.1:6490/' },
  user: { id: '1', username: 'ada', discriminator: '0001' },
  ...{ sign_in: 'in', guilds: 0 },
};
const NODE = resolve('/usr/bin/node');
const commands = commandsOf({ program: '/usr/bin/guildhall', node: NODE, workingFolder: '/work' }, undefined);

test('a start on a terminal ends with what the person can do next', () => {
  assert.equal(
    welcomeText(daemon, commands),
    [
      'Guildhall is serving: programs connect to port 6463, your own service is http://127.0.0.1:6480/api',
      'See and decide everything in the browser: guildhall console (http://127.0.0.1:6490/)',
      'You are in no guild yet. Create one: guildhall guilds create NAME; or look around: guildhall demo',
    ].join('\n'),
  );
  const last = (changes: Partial<WelcomedDaemon>) =>
    welcomeText({ ...daemon, ...changes }, commands)
      .split('\n')
      .at(-1);
  assert.equal(last({ guilds: 2 }), 'Signed in as ada, in 2 guilds. Ctrl+C stops it.');
  assert.equal(last({ sign_in: 'out', user: null }), 'Nobody is signed in. Sign in: guildhall login');
  assert.equal(last({ sign_in: 'refused' }), 'Nobody is signed in. Sign in: guildhall login');
  const second = { rpc: { ...daemon.rpc, port: 6464 }, earlier_servers: ['port 6463 by node (pid 7)'] };
  assert.match(
    welcomeText({ ...daemon, ...second }, commands),
    /\nNote: programs that try .* reach another server first: port 6463 by node \(pid 7\)\n/,
  );
  const unusual = { ...daemon, rpc: { ...daemon.rpc, port: 9 } };
  assert.match(welcomeText(unusual, commands), /\nNote: .* the ports 6463 to 6472 only, not at 9\n/);
  assert.match(
    last({ sign_in: 'waiting', user: null }) ?? '',
    /the service does not answer: guildhall doctor$/,
  );
});

test('a start elsewhere ends with the addresses and what the person can do next', () => {
  const [addresses, next] = servingText({ ...daemon, guilds: 1 }, commands).split('\n');
  assert.equal(
    addresses,
    'Guildhall is serving: RPC ws://127.0.0.1:6463, API http://127.0.0.1:6480/api, console http://127.0.0.1:6490/',
  );
  assert.equal(next, 'Signed in as ada, in 1 guild. Stop it: guildhall stop');
  assert.match(servingText(daemon, commands), /\nYou are in no guild yet\. Create one: /);
});

test('commands are named as they work in a checkout and for another home', () => {
  const [checkout, other] = [resolve('/srv/checkout'), resolve('/srv/guildhall')];
  const named = (program: string, home?: string, node = NODE) =>
    commandsOf({ program, node, workingFolder: checkout }, home)('console');
  const main = join('dist', 'cli', 'main.js');
  assert.equal(named(join(checkout, main)), `node ${main} console`);
  assert.equal(named(join(other, main)), `node ${join(other, main)} console`);
  assert.equal(
    named('/usr/bin/guildhall', '/tmp/my home'),
    `guildhall console --home ${toShellWord('/tmp/my home')}`,
  );
  // Packages for Windows have a Node.js of their own, which is not in the PATH.
  const installed = resolve('/programs/guildhall');
  const own = join(installed, 'node.exe');
  assert.equal(named(join(installed, 'app', main), undefined, own), 'guildhall console');
});
