import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { systemClock } from '#guildhall/platform/clock.js';
import { SystemPeerCredentials } from '#guildhall/platform/processes/peer-credentials.js';
import { SystemPeerProcesses } from '#guildhall/platform/processes/peer-processes.js';
import { identifyProcess, isRunning } from '#guildhall/platform/processes/process-identity.js';
import { inFolder } from '../../helpers/ipc-client.js';
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
    assert.deepEqual(
      found,
      [child.pid, process.pid, process.pid].map((pid) => identifyProcess(pid ?? 0)),
    );
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

test(
  'a program that connected and ended is unknown, whatever has its process id later',
  linux,
  inFolder(async (folder) => {
    const path = `${folder}/socket`;
    const server = createServer({ allowHalfOpen: true, pauseOnConnect: true });
    server.listen(path);
    await once(server, 'listening');
    const peers = new SystemPeerProcesses(SystemPeerCredentials.load(), systemClock);
    const accepted = async () => ((await once(server, 'connection')) as [Socket])[0];
    const sockets: Socket[] = [];
    try {
      const arrival = accepted();
      const program = `require('net').connect(${JSON.stringify(path)}, () => process.exit())`;
      const child = spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
      const ended = once(child, 'exit');
      const gone = await arrival;
      sockets.push(gone);
      await ended;
      assert.equal(peers.findLocal(gone), null);
      const own = accepted();
      sockets.push(connect(path), await own);
      const found = peers.findLocal(await own);
      assert.equal(found, identifyProcess(process.pid));
      assert.equal(isRunning(found ?? ''), true);
      assert.equal(isRunning(`${process.pid}@1`), false, 'an earlier process with this id');
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  }),
);

test(
  'a Unix socket is held by all programs that have it, and by the one that connected while it runs',
  linux,
  inFolder(async (folder) => {
    const path = `${folder}/socket`;
    const server = createServer({ pauseOnConnect: true });
    server.listen(path);
    await once(server, 'listening');
    const peers = new SystemPeerProcesses(SystemPeerCredentials.load(), systemClock);
    const program = `
      const socket = require('net').connect(${JSON.stringify(path)}, () => {
        const stdio = ['ignore', 'ignore', 'ignore', socket._handle.fd];
        console.log(require('child_process').spawn('sleep', ['60'], { stdio }).pid);
      });
      process.on('SIGUSR2', () => socket.destroy().once('close', () => console.log('closed')));
      process.stdin.resume();`;
    const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'ignore'] });
    let socket: Socket | undefined;
    let heir = 0;
    try {
      const printed = once(child.stdout, 'data') as Promise<[Buffer]>;
      [socket] = (await once(server, 'connection')) as [Socket];
      heir = Number((await printed)[0]);
      const own = identifyProcess(child.pid ?? 0);
      const passed = identifyProcess(heir);
      assert.ok(own !== null && passed !== null);
      const connected = peers.findLocal(socket);
      const find = async (from: Socket) => (await peers.findAtUnixSocket(from, connected))?.split(',');
      assert.deepEqual(await find(socket), [own, passed]);
      const closed = once(child.stdout, 'data');
      child.kill('SIGUSR2');
      await closed;
      assert.deepEqual(await find(socket), [own, passed]);
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      assert.deepEqual(await find(socket), [passed]);
      const later = `${process.pid}@1`;
      assert.equal(await peers.findAtUnixSocket(socket, later), passed, 'another process has its id');
    } finally {
      child.kill('SIGKILL');
      if (heir !== 0) process.kill(heir, 'SIGKILL');
      socket?.destroy();
      server.close();
    }
  }),
);

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
    assert.deepEqual(found, [null, identifyProcess(process.pid)]);
  } finally {
    child.kill('SIGKILL');
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});
