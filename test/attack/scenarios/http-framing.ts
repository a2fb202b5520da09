import type { Scenario } from '../attackers/scenario.js';
import { closingRequest, type Headers, requestBytes, upgradeBytes } from '../attackers/wire.js';
import { HTTP_PORTS } from '../target.js';

const SMUGGLED = (port: number) => `GET /smuggled HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;

type Shape = (port: number) => Buffer;

/** Requests whose end two parsers could see in different places. */
const SHAPES: readonly [Shape, ...Shape[]] = [
  (port) =>
    shape(port, { 'Content-Length': '4', 'Transfer-Encoding': 'chunked' }, `0\r\n\r\n${SMUGGLED(port)}`),
  (port) => shape(port, { 'Transfer-Encoding': 'xchunked', 'Content-Length': '4' }, `abcd${SMUGGLED(port)}`),
  (port) => shape(port, { 'Transfer-Encoding': ' chunked, identity' }, `0\r\n\r\n${SMUGGLED(port)}`),
  (port) => shape(port, { 'Content-Length': '0', 'content-length': '60' }, SMUGGLED(port)),
  (port) => shape(port, { 'Content-Length': '+4' }, `abcd${SMUGGLED(port)}`),
  (port) => shape(port, { 'Transfer-Encoding': 'chunked' }, `4;x=\n\r\nabcd\r\n0\r\n\r\n${SMUGGLED(port)}`),
  (port) => shape(port, { 'Transfer-Encoding': 'chunked' }, `fffffffffffffffff\r\n${SMUGGLED(port)}`),
  (port) =>
    Buffer.from(`POST /rpc HTTP/1.1\nHost: 127.0.0.1:${port}\nContent-Length: 0\n\n${SMUGGLED(port)}`),
  (port) => Buffer.from(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n X: folded\r\n\r\n${SMUGGLED(port)}`),
  (port) => Buffer.from(`GET /\0 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX\r\n\r\n${SMUGGLED(port)}`),
];

function shape(port: number, headers: Headers, body: string): Buffer {
  const text = requestBytes(port, 'POST', '/api/oauth2/token', headers).toString('latin1');
  return Buffer.from(`${text}${body}`, 'latin1');
}

const UPGRADES: readonly [Headers, ...Headers[]] = [
  { Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQAAP__' },
  { 'Sec-WebSocket-Version': '99' },
  { 'Sec-WebSocket-Key': 'short' },
  { 'Sec-WebSocket-Extensions': `permessage-deflate${'; a=b'.repeat(500)}` },
  { 'Sec-WebSocket-Protocol': Array.from({ length: 800 }, (_, index) => `p${index}`).join(', ') },
  { Host: 'evil.example' },
  { Origin: 'null' },
  { Upgrade: 'websocket, tls/1.0' },
];
const TARGETS = [
  '/',
  '//',
  '/?v=99&encoding=none',
  '/api/status',
  'http://[',
  `/?${'v=1&'.repeat(3000)}`,
] as const;

/** Requests with invalid framing, on every HTTP port. */
export const HTTP_FRAMING_SCENARIOS: readonly Scenario[] = [
  {
    name: 'http-smuggling',
    attacker: 'program',
    summary: 'contradictory lengths and transfer codings',
    run: (attack) =>
      attack.repeat(150, async () => {
        const port = attack.target[attack.random.pick(HTTP_PORTS)];
        const bytes = attack.random.pick(SHAPES)(port);
        const answer = await attack.exchange(port, bytes);
        // After an ambiguous request nothing on the connection can be trusted.
        const answers = answer.split(/HTTP\/1\.1 (?!100)/).length - 1;
        if (answers > 1 && !/HTTP\/1\.1 4\d\d/.test(answer)) attack.breach('a second request was answered');
      }),
  },
  {
    name: 'http-oversized-heads',
    attacker: 'program',
    summary: 'headers of 100 kB, 2,000 headers, targets of 60 kB',
    run: (attack) =>
      attack.repeat(100, () => {
        const port = attack.target[attack.random.pick(HTTP_PORTS)];
        const many = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`X-${index}`, 'x']));
        const bytes = attack.random.pick<() => Buffer>([
          () => closingRequest(port, 'GET', '/', { X: 'x'.repeat(100_000) }),
          () => closingRequest(port, 'GET', '/', many),
          () => closingRequest(port, 'GET', `/${'x'.repeat(60_000)}`),
          () => closingRequest(port, 'GET', '/', { Cookie: 'a=b; '.repeat(2500) }),
        ])();
        return attack.exchange(port, bytes);
      }),
  },
  {
    name: 'http-upgrade-abuse',
    attacker: 'program',
    summary: 'invalid upgrades, to WebSocket and other protocols',
    run: (attack) =>
      attack.repeat(100, () => {
        const port = attack.target[attack.random.pick(HTTP_PORTS)];
        const headers = attack.random.pick(UPGRADES);
        return attack.exchange(port, upgradeBytes(port, attack.random.pick(TARGETS), headers));
      }),
  },
];
