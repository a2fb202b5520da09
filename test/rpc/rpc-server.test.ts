import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NoTcpTransportError } from '#guildhall/rpc/rpc-server.js';
import { LoopbackPort } from '#guildhall/rpc/transport/loopback-port.js';
import { claimRpcPorts } from '../helpers/free-port.js';
import { MockRpc } from '../helpers/mock-rpc.js';

test('a transport that cannot be opened closes those that were opened before it', async () => {
  const opened: LoopbackPort[] = [];
  const transports = [
    async (context: Parameters<typeof LoopbackPort.open>[0]) => {
      // Ports that no other test gets: none may take this one once it is free.
      const [first = 0, last = 0] = (await claimRpcPorts()).split('-').map(Number);
      const port = await LoopbackPort.open({ ...context, ports: [first, last] });
      opened.push(port);
      return port;
    },
    async () => {
      throw new RangeError('cannot be opened');
    },
  ];
  await assert.rejects(MockRpc.start({ transports }), RangeError);
  assert.equal(opened.length, 1);
  await assert.rejects(fetch(`http://127.0.0.1:${opened[0]?.address.port}/`));
});

test('a server without a TCP transport does not start', async () => {
  await assert.rejects(MockRpc.start({ transports: [] }), NoTcpTransportError);
});
