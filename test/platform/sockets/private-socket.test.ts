import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { randomPipeName } from '#guildhall/platform/sockets/private-socket.js';
import { eventually } from '../../helpers/eventually.js';
import { killAtExit } from '../../helpers/kill-at-exit.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

const skip = process.platform !== 'win32' && 'named pipes are of Windows';

/** Serves a pipe, and accepts nobody until a line comes. */
const SERVER = `
  const { readSync, writeSync } = require('node:fs');
  require('node:net').createServer().listen(process.argv[1], () => {
    writeSync(1, 'listening');
    readSync(0, Buffer.alloc(1));
  });`;

const CLIENT = `
  import { writeSync } from 'node:fs';
  import { connectPrivately } from ${JSON.stringify(import.meta.resolve('#guildhall/platform/sockets/private-socket.js'))};
  writeSync(1, 'connecting ');
  const socket = connectPrivately(process.argv[1]);
  socket.on('error', (error) => { writeSync(1, error.message); process.exit(1); });
  setImmediate(() => { writeSync(1, 'connected'); process.exit(0); });`;

function start(...args: string[]): { child: ChildProcess; printed: (text: string) => Promise<unknown> } {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  killAtExit(child);
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  return {
    child,
    printed: (text) =>
      eventually(() => output.includes(text), { describe: () => `${text} is not in ${output}` }),
  };
}

test('a named pipe whose server is busy is waited for', { skip }, () =>
  withTemporaryFolder(async (folder) => {
    const name = randomPipeName();
    const file = join(folder, 'control.pipe');
    await writeFile(file, name);
    const server = start('-e', SERVER, name);
    await server.printed('listening');
    // Node.js listens with four ends of a pipe; a fifth connection waits.
    const sockets = Array.from({ length: 4 }, () => connect(name).on('error', () => {}));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const client = start('--input-type=module', '-e', CLIENT, file);
    await client.printed('connecting');
    server.child.stdin?.write('\n');
    await client.printed('connected');
    for (const socket of sockets) socket.destroy();
    server.child.kill();
    await once(server.child, 'exit');
  }),
);
