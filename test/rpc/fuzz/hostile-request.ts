import type { Random } from '../../helpers/random.js';
import { hostilePayload } from './hostile-payload.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'get', 'X'] as const;
const PIECES = [
  ...['guilds', 'channels', 'users', '@me', 'oauth2', 'token', 'gateway', 'rpc', 'api', '9', '1'],
  ...['..', '.', '', '%2e%2e', '%2f', '%00', '\\', ';', '?', '#', '//', '%40me', '☃', '\x80', ':', '*'],
] as const;
const HEADERS = [
  ...['Origin: https://game.example', 'Origin: null', 'Origin: https://evil.example', 'Cookie: a=b'],
  ...['Transfer-Encoding: chunked', 'Transfer-Encoding: identity', 'Expect: 100-continue', 'Expect: x'],
  ...['Access-Control-Request-Method: GET', 'Upgrade: websocket', 'Upgrade: h2c', 'Content-Encoding: gzip'],
  ...['Content-Length: 99999999999999999999', 'Content-Length: -1', 'X: \x80', ' Folded: 1', 'No colon'],
  ...['Host: evil.example', 'Connection: Authorization', 'X-Forwarded-Host: evil.example', ': empty'],
] as const;

const FRAMINGS = [
  (length: number) => `Content-Length: ${length}`,
  (length: number) => `Content-Length: ${length}, ${length}`,
  () => 'Content-Length: 0',
  () => 'Transfer-Encoding: chunked',
  () => 'Transfer-Encoding: CHUNKED',
  () => 'Transfer-Encoding: xchunked',
  () => 'Transfer-Encoding: chunked, identity',
  () => 'Transfer-Encoding:\r\n chunked',
  () => 'Transfer-Encoding : chunked',
  () => 'TE: chunked',
  () => 'Trailer: Content-Length',
  () => 'Expect: 100-continue',
] as const;
const TRAILERS = ['', 'Content-Length: 9\r\n', 'Transfer-Encoding: chunked\r\n'] as const;

/** A request that a hostile program might send to the RPC port, as bytes. */
export function hostileRequest(random: Random, port: number, token: string): Buffer {
  if (random.chance(0.1)) return smugglingRequest(random, port, token);
  const lines = [
    `${random.pick(METHODS)} ${target(random)} HTTP/1.${random.chance(0.95) ? 1 : random.below(10)}`,
    `Host: 127.0.0.1:${port}`,
    random.chance(0.9) ? `Authorization: Bearer ${token}` : 'Authorization: Bearer guess',
    'Connection: close',
  ];
  for (let left = random.chance(0.4) ? 0 : random.below(3); left > 0; left -= 1)
    lines.push(random.pick(HEADERS));
  const body = random.chance(0.6) ? '' : JSON.stringify(hostilePayload(random)) || '';
  if (body !== '') lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
  return random.chance(0.15) ? random.mutate(bytes) : bytes;
}

/** A call that is proxied, with another one in its body whose framing is hidden, doubled or malformed. */
function smugglingRequest(random: Random, port: number, token: string): Buffer {
  const inner = 'DELETE /api/oauth2/tokens/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n';
  const framings = Array.from({ length: 1 + random.below(2) }, () => random.pick(FRAMINGS)(inner.length));
  const lines = [
    `${random.pick(['GET', 'DELETE', 'POST', 'PUT', 'PATCH'])} /guilds/9 HTTP/1.1`,
    ...[`Host: 127.0.0.1:${port}`, `Authorization: Bearer ${token}`, 'Connection: close'],
    ...Array<string>(random.pick([0, 990, 998, 1_000, 1_100, 2_100])).fill('a:'),
    ...framings,
  ];
  if (random.chance(0.3)) lines.push(random.pick(HEADERS));
  const body = framings.some((each) => /chunked/i.test(each))
    ? `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n${random.pick(TRAILERS)}\r\n`
    : inner;
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
}

function target(random: Random): string {
  if (random.chance(0.15)) return '/rpc?v=1&client_id=100';
  if (random.chance(0.15)) return random.pick(['/guilds/9', '/users/@me', '/channels/10/messages?limit=5']);
  const start = random.pick(['/', '/', '/', '', '//', 'http://evil.example/', 'https://127.0.0.1/']);
  const [first, ...rest] = PIECES;
  return start + Array.from({ length: random.below(6) }, () => random.pick([first, ...rest])).join('/');
}
