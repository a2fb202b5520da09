import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { eventually } from '../../../helpers/eventually.js';
import { oneNodeOnly } from '../../../helpers/nodes/one-node.js';
import { withService } from '../../support/test-service.js';

const MIB = 1024 * 1024;

const skip = oneNodeOnly('how much is kept of bodies applies per node');

test(
  'bodies that callers without a token do not finish displace each other, and not that of a caller with one',
  {
    skip,
  },
  () =>
    withService(async (service) => {
      const { host, hostname, port } = new URL(service.url);
      const person = await service.person('Ann');
      const sockets: Socket[] = [];
      const send = async (authorization: string | null): Promise<Socket> => {
        const socket = connect(Number(port), hostname).on('error', () => {});
        sockets.push(socket);
        const header = authorization === null ? '' : `Authorization: ${authorization}\r\n`;
        const head = `PATCH /api/v6/users/@me HTTP/1.1\r\nHost: ${host}\r\n${header}`;
        const framing = `Content-Type: application/json\r\nContent-Length: ${MIB}\r\n\r\n`;
        await new Promise((resolve) => socket.write(head + framing + ' '.repeat(MIB - 2), resolve));
        return socket;
      };
      const patient = await send(person.token);
      for (let count = 0; count < 70; count += 1) await send(null);
      await eventually(() => sockets.some(({ closed }) => closed));
      let reply = '';
      patient.setEncoding('latin1').on('data', (text: string) => (reply += text));
      patient.write('{}');
      await eventually(() => reply !== '' || patient.closed);
      assert.match(reply, /^HTTP\/1\.1 200 /);
      for (const socket of sockets) socket.destroy();
    }),
);
