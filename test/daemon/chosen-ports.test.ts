import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bindPort } from '#guildhall/platform/sockets/bind-port.js';
import { claimRpcPorts } from '../helpers/free-port.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));

/** Takes a port of 127.0.0.1 until the test ends. */
async function takePort(t: TestContext): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Runs a command that is expected to fail. */
function fail(...args: string[]): Promise<{ code: unknown; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode, stderr }),
    );
  });
}

const ANY = { '--api-port': '0', '--console-port': '0', '--voice-port': '0' };

for (const flag of ['--api-port', '--console-port', '--voice-port', '--rpc-ports'] as const) {
  test(`a port that ${flag} names and another program uses is an error that names the program`, (t) =>
    withTemporaryFolder(async (home) => {
      const port = await takePort(t);
      const usual = { '--rpc-ports': await claimRpcPorts(), ...ANY };
      const flags = Object.entries({ ...usual, [flag]: String(port) }).flat();
      const { code, stderr } = await fail('start', '--home', home, '--no-open', ...flags);
      assert.equal(code, 1);
      const holder = process.platform === 'linux' ? `in use by \\S+ \\(pid ${process.pid}\\)` : 'in use';
      assert.match(stderr, new RegExp(`^error: port ${port} is ${holder}.*\\n.*${flag}(?:\\. .*)?\\n$`));
      assert.ok(!(await readdir(home)).includes('runtime.json'));
    }));
}

test('guildhall api refuses a port that is in use as start does', (t) =>
  withTemporaryFolder(async (home) => {
    const port = await takePort(t);
    const { code, stderr } = await fail('api', '--home', home, '--api-port', String(port));
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^error: port ${port} is in use`));
  }));

test('a server without a chosen port moves on to the next one', async (t) => {
  const port = await takePort(t);
  const server = createServer();
  const wanted = { host: '127.0.0.1', chosen: null, usual: port, more: 50, flag: '--api-port' };
  const bound = await bindPort(server, wanted);
  server.close();
  assert.ok(bound > port && bound <= port + 50);
  await assert.rejects(bindPort(createServer(), { ...wanted, more: 0 }), /^UserError: no port from/);
});

test('a wrong value of a flag of start, api and voice is wrong usage', async () => {
  const wrong = [
    ['start', '--api-port', '70000'],
    ['start', '--console-port', 'x'],
    ['start', '--rpc-ports', '9-1'],
    ['start', '--voice-port', '-1'],
    ['start', '--api-url', 'ftp://x'],
    ['start', '--capture-limit', '0'],
    ['start', '--log-level', 'loud'],
    ['start', '--allow-users', ','],
    ['start', '--allow-users', 'no-such-user'],
    ['api', '--api-port', 'x'],
    ['api', '--api-public-url', 'x'],
    ['voice', '--api-url', 'x'],
    ['voice', '--voice-port', 'x'],
  ];
  for (const [command = '', flag = '', value = ''] of wrong) {
    const { code, stderr } = await fail(command, `${flag}=${value}`, '--home', '/nonexistent/guildhall');
    assert.equal(code, 2, `${command} ${flag}=${value}: ${stderr}`);
    assert.match(stderr, new RegExp(`^error: .*${flag}`));
    assert.doesNotMatch(stderr, /\n\s+at /);
  }
});
