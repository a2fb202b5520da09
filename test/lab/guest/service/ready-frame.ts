import assert from 'node:assert/strict';
import type { Person } from './person.js';

const ORIGIN = 'https://lab.example';

/** Connects to a port with an id, and prints what it receives up to the first frame. */
const CONNECT = `
const [port, id] = process.argv.slice(1);
const socket = require('node:net').connect(port, '127.0.0.1');
socket.write([
  'GET /?v=1&client_id=' + id + ' HTTP/1.1', 'Host: 127.0.0.1:' + port, 'Connection: Upgrade', 'Upgrade: websocket',
  'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: bGFiIG9mIGd1aWxkaGFsbA==', 'Origin: ${ORIGIN}', '\\r\\n',
].join('\\r\\n'));
let received = '';
socket.setEncoding('latin1').on('data', (chunk) => {
  received += chunk;
  if (received.includes('}')) socket.destroy();
});
socket.on('close', () => console.log(received));
`;

/** What an application of a person receives first from the person's daemon: other users may not connect. */
export function readyFrame(person: Person): string {
  const { rpc } = person.json<{ rpc: { port: number } }>('status');
  const { id } = person.json<{ id: string }>(
    ...['apps', 'create', '--name', 'Lab', '--origin', ORIGIN, '--approved'],
  );
  const { stdout, stderr } = person.run(process.execPath, '-e', CONNECT, String(rpc.port), id);
  assert.equal(stderr, '');
  return stdout;
}
