import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { OPERATIONS } from '#guildhall/control/operations/index.js';
import { signOutConsole } from '#guildhall/control/operations/status.js';
import { eventually, inTime } from '../helpers/eventually.js';
import { signIn } from './console-session.js';
import { type ControlHarness, withControl } from './control-harness.js';
import { rpcSession } from './requests.js';

/** Streams of the console page over WebSockets, as anybody may ask for them. */

interface Outcome {
  readonly messages: unknown[];
  /** the close code, or the HTTP status that refused it */
  readonly end: number;
}

interface Asked {
  readonly protocols: string[];
  readonly headers: Record<string, string>;
}

/** What the page sends, signed in. */
async function asPage(harness: ControlHarness): Promise<Asked> {
  const { headers, origin, url } = await signIn(harness);
  return {
    protocols: ['guildhall-console', headers['x-guildhall-console'] ?? ''],
    headers: { origin, host: new URL(url).host, cookie: headers.cookie ?? '' },
  };
}

function open(harness: ControlHarness, path: string, { protocols, headers }: Asked): WebSocket {
  const { port } = new URL(harness.server.pageUrl);
  return new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, { headers });
}

/** Receives until it ends, or `count` messages. */
function receive(socket: WebSocket, count = Number.POSITIVE_INFINITY): Promise<Outcome> {
  const messages: unknown[] = [];
  const outcome = new Promise<Outcome>((resolve) => {
    socket.on('message', (data) => {
      messages.push(JSON.parse(String(data)));
      if (messages.length === count) socket.close();
    });
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => {
      resolve({ messages, end: statusCode });
      socket.terminate();
    });
    socket.on('error', () => {});
    socket.on('close', (code) => resolve({ messages, end: code }));
  });
  return inTime(outcome, () => `${socket.url} is still open after ${messages.length} messages`);
}

test(
  'every stream of the page refuses foreign origins, other hosts, guessed sessions and requests without one',
  withControl(async (harness) => {
    const own = await asPage(harness);
    const { headers, protocols } = own;
    const { origin: _origin, ...withoutOrigin } = headers;
    const guess = `${'A'.repeat(43)}.${'A'.repeat(43)}`;
    const refused: [string, number, Asked][] = [
      ['a foreign origin', 403, { protocols, headers: { ...headers, origin: 'https://evil.example' } }],
      ['another port', 403, { protocols, headers: { ...headers, origin: 'http://127.0.0.1:1' } }],
      ['no origin', 403, { protocols, headers: withoutOrigin }],
      ['a cross-site request', 403, { protocols, headers: { ...headers, 'sec-fetch-site': 'cross-site' } }],
      ['a rebound name', 403, { protocols, headers: { ...headers, host: 'evil.example' } }],
      ['no token', 401, { protocols: ['guildhall-console'], headers }],
      ['a guessed token', 401, { protocols: ['guildhall-console', guess], headers }],
      ['a token alone', 401, { protocols, headers: { ...headers, cookie: '' } }],
    ];
    const streams = OPERATIONS.filter(({ access, kind }) => kind === 'stream' && access === 'cli-and-page');
    assert.ok(streams.length > 5);
    for (const { method, path } of streams) {
      for (const [what, status, asked] of refused) {
        const socket = open(harness, `/streams/${method}${path.replaceAll(/\{\w+\}/g, '100')}`, asked);
        assert.deepEqual(await receive(socket), { messages: [], end: status }, `${path}: ${what}`);
      }
    }
  }),
);

test(
  'streams of the command line, single operations and unknown paths are not found',
  withControl(async (harness) => {
    const own = await asPage(harness);
    for (const path of ['/streams/POST/capture', '/streams/GET/devices/watch', '/streams/GET/status']) {
      assert.equal((await receive(open(harness, path, own))).end, 404, path);
    }
    for (const path of ['/', '/api/live', '/streams', '/streams/GET/live/', '/streams/DELETE/live']) {
      assert.equal((await receive(open(harness, path, own))).end, 404, path);
    }
  }),
);

test(
  'a stream that is refused says why; one that the page writes to ends',
  withControl(async (harness) => {
    const own = await asPage(harness);
    const missing = await receive(open(harness, '/streams/GET/sessions/none/frames', own));
    const error = { code: 'not_found', message: 'there is no session none', hint: null };
    assert.deepEqual(missing.messages, [{ error, status: 404 }]);
    const written = open(harness, '/streams/GET/live', own);
    written.on('open', () => written.send('hello'));
    assert.equal((await receive(written)).end, 1006);
  }),
);

test(
  'one stream more than there may be displaces the oldest, so a page is served whatever others leave open',
  withControl(async (harness) => {
    const own = await asPage(harness);
    const sockets = Array.from({ length: 257 }, () => open(harness, '/streams/GET/live', own));
    const ended: WebSocket[] = [];
    for (const socket of sockets) socket.on('close', () => ended.push(socket)).on('error', () => {});
    await eventually(() => sockets.filter(({ OPEN, readyState }) => readyState === OPEN).length === 256);
    await eventually(() => ended.length === 1);
    const page = open(harness, '/streams/GET/live', own);
    await receive(page, 1);
    await eventually(() => ended.length === 2);
    for (const socket of sockets) socket.terminate();
  }),
);

test(
  'signing out ends the streams that are open, and the daemon notices pages that leave',
  withControl(async (harness) => {
    harness.sessions.push(rpcSession('a'));
    const own = await asPage(harness);
    const inspecting = open(harness, '/streams/GET/sessions/a/frames', own);
    const ended = receive(inspecting);
    await eventually(() => harness.inspections.has('a'));
    await harness.daemon.call(signOutConsole, {}, {});
    assert.equal((await ended).end, 1006);
    await eventually(() => !harness.inspections.has('a'));
    assert.equal((await receive(open(harness, '/streams/GET/live', own))).end, 401);
  }),
);
