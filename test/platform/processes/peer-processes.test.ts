import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { systemClock } from '#guildhall/platform/clock.js';
import { SystemPeerCredentials } from '#guildhall/platform/processes/peer-credentials.js';
import { SystemPeerProcesses } from '#guildhall/platform/processes/peer-processes.js';
import { onlyLinux } from '../../helpers/only-on.js';

const linux = { skip: onlyLinux('a process is found by its descriptors') };

test('connections of a process have the same peer, other processes have different ones', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const accepted = async () => ((await once(server, 'connection')) as [Socket])[0];
  const sockets: Socket[] = [];
  const program = `require('net').connect(${port}, '127.0.0.1')`;
  const others = accepted();
  const child = spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
  try {
    sockets.push(await others);
    for (let count = 0; count < 2; count += 1) {
      const own = accepted();
      sockets.push(connect(port, '127.0.0.1'), await own);
    }
    const peers = new SystemPeerProcesses(SystemPeerCredentials.load(), systemClock);
    const [other, , first, , second] = sockets;
    assert.ok(other && first && second);
    const found = await Promise.all([other, first, second].map((socket) => peers.find(socket)));
    assert.deepEqual(found, [child.pid, process.pid, process.pid].map(String));
    const gone = once(other, 'close');
    child.kill('SIGKILL');
    await gone;
    assert.equal(await peers.find(other), null);
  } finally {
    child.kill('SIGKILL');
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

test('a process with thousands of descriptors is not identified, others are', linux, async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const accepted = async () => ((await once(server, 'connection')) as [Socket])[0];
  const program = `
    const { openSync } = require('node:fs');
    for (let count = 0; count < 3000; count += 1) openSync('/dev/null');
    require('net').connect(${port}, '127.0.0.1');`;
  const arrival = accepted();
  const child = spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
  const sockets: Socket[] = [];
  try {
    const hoarder = await arrival;
    sockets.push(hoarder);
    const own = accepted();
    sockets.push(connect(port, '127.0.0.1'));
    const honest = await own;
    sockets.push(honest);
    const peers = new SystemPeerProcesses(SystemPeerCredentials.load(), systemClock);
    const found = await Promise.all([hoarder, honest].map((socket) => peers.find(socket)));
    assert.deepEqual(found, [null, String(process.pid)]);
  } finally {
    child.kill('SIGKILL');
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});
