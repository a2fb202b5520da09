// test:all measured: waits for deadlines of Node.js, which no clock moves
import { connect } from 'node:net';
import { test } from 'node:test';
import { eventually } from '../helpers/eventually.js';
import { withMockRpc } from '../helpers/mock-rpc.js';
import { withProxy } from '../rpc/proxied-game.js';

/** Deadlines of Node.js, which no clock moves: ten seconds, checked every five. */

test(
  'slow headers: a request that never ends is closed, and others are served meanwhile',
  withMockRpc(async (mock) => {
    const socket = connect(mock.port, '127.0.0.1').on('error', () => {});
    socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${mock.port}\r\nX-Slow: `);
    // `once` would reject with the error of a write after the end.
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const drip = setInterval(() => socket.write('x'), 200);
    await (await mock.connect()).close();
    await closed;
    clearInterval(drip);
  }),
);

test(
  'a body that is not finished in time ends its call and its connection',
  withProxy(async ({ mock, service, token }) => {
    let aborted = false;
    service.answer = (request) =>
      request
        .on('error', () => {})
        .once('close', () => (aborted = true))
        .resume();
    const socket = connect(mock.port, '127.0.0.1').on('error', () => {});
    const headers = `Host: 127.0.0.1:${mock.port}\r\nAuthorization: Bearer ${token}\r\nContent-Length: 1000\r\n\r\n`;
    socket.write(`POST /guilds/1/x HTTP/1.1\r\n${headers}{`);
    await new Promise((resolve) => socket.resume().once('close', resolve));
    await eventually(() => aborted);
  }),
);
