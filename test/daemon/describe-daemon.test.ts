import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandsOf, type WelcomedDaemon, welcomeText } from '#guildhall/daemon/describe-daemon.js';

const daemon: WelcomedDaemon = {
  rpc: { host: '127.0.0.1', port: 6463, connections: 0 },
  api: { url: 'http://127.0.0.1:6480/api', embedded: true, connected: true, damage: null },
  console: { url: 'http://127.0.0.1:6490/' },
  user: { id: '1', username: 'ada', discriminator: '0001' },
  ...{ sign_in: 'in', guilds: 0 },
};
const commands = commandsOf('/usr/bin/guildhall', undefined, '/work');

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
  assert.match(
    last({ sign_in: 'waiting', user: null }) ?? '',
    /the service does not answer: guildhall doctor$/,
  );
});

test('commands are named as they work in a checkout and for another home', () => {
  const named = (program: string, home?: string) => commandsOf(program, home, '/work/guildhall')('console');
  assert.equal(named('/work/guildhall/dist/cli/main.js'), 'node dist/cli/main.js console');
  assert.equal(named('/srv/guildhall/dist/cli/main.js'), 'node /srv/guildhall/dist/cli/main.js console');
  assert.equal(named('/usr/bin/guildhall', '/tmp/my home'), "guildhall console --home '/tmp/my home'");
});
