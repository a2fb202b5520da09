import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../helpers/eventually.js';
import { endProcess, OTHER_UID, otherUserTest, startRelay } from '../helpers/other-user.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));

/** The status another user gets from `guildhall api`, run alone. */
async function statusOfOtherUser(...flags: string[]): Promise<number | undefined> {
  const home = await mkdtemp(join(tmpdir(), 'guildhall-api-'));
  const service = spawn(process.execPath, [MAIN, 'api', '--home', home, '--api-port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let printed = '';
    service.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    const port = await eventually(() => Number(/serving: http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1]));
    assert.ok(port);
    await using relay = await startRelay(OTHER_UID, port);
    const headers = { host: `127.0.0.1:${port}` };
    const request = get({ port: relay.port, host: '127.0.0.1', path: '/api/gateway', agent: false, headers });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  } finally {
    await endProcess(service);
    await rm(home, { recursive: true, force: true });
  }
}

otherUserTest('a service that runs alone serves every user', async () => {
  assert.equal(await statusOfOtherUser(), 200);
});

otherUserTest('a service that runs alone serves the users of --allow-users if it is given', async () => {
  assert.equal(await statusOfOtherUser('--allow-users', String(OTHER_UID)), 200);
  assert.equal(await statusOfOtherUser('--allow-users', String(OTHER_UID - 1)), 403);
});
