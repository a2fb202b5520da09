import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { eventually } from '../helpers/eventually.js';
import { countOpen, openIdleConnections } from '../helpers/idle-connections.js';
import { exchange, signIn } from './console-session.js';
import { withControl } from './control-harness.js';
import { send } from './http.js';
import { consentRequest } from './requests.js';

test(
  'the session cookie is out of reach of scripts and of other sites',
  withControl(async (harness) => {
    const { headers } = await exchange(harness);
    const [cookie = ''] = headers['set-cookie'] ?? [];
    assert.match(cookie, /; HttpOnly/);
    assert.match(cookie, /; SameSite=Strict/);
    assert.match(cookie, new RegExp(`^guildhall_console_${new URL(harness.server.pageUrl).port}=`));
  }),
);

test(
  'routes of the page answer only requests with both signatures of a session',
  withControl(async (harness) => {
    const { url, headers } = await signIn(harness);
    assert.equal((await send(`${url}api/status`, { headers })).status, 200);
    for (const name of Object.keys(headers)) {
      const part = Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
      assert.equal((await send(`${url}api/status`, { headers: part })).status, 401, `without ${name}`);
    }
    assert.equal((await send(`${url}api/status`)).status, 401);
  }),
);

test(
  'a foreign Host is refused on every path (DNS rebinding)',
  withControl(async (harness) => {
    const { url, headers } = await signIn(harness);
    const port = new URL(url).port;
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      `evil.localhost:${port}`,
      `guildhall-${'0'.repeat(32)}.localhost:${port}:1`,
      `guildhall-${'0'.repeat(32)}.localhost:1`,
      '127.0.0.1',
      '127.0.0.1:1',
    ]) {
      for (const path of ['', 'main.js', 'api/status', 'nowhere']) {
        const answer = await send(url + path, { headers: { ...headers, host } });
        assert.ok([400, 403].includes(answer.status), `${host} ${path}: ${answer.status}`);
        assert.doesNotMatch(answer.body, /started_at|<html/);
      }
    }
  }),
);

test(
  'the address of the console only leads to the origin of this run; names of earlier runs prove it or lead there',
  withControl(async (harness) => {
    const { url, headers } = await signIn(harness);
    const { port } = new URL(url);
    const former = `guildhall-${'0'.repeat(32)}.localhost:${port}`;
    const statusAt = async (host: string, path: string) =>
      (await send(url + path, { headers: { ...headers, host } })).status;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const { status, headers: received } = await send(`${url}docs/rpc.html?a=b`, { headers: { host } });
      assert.deepEqual([status, received.location], [302, `${url}docs/rpc.html?a=b`]);
      assert.equal(await statusAt(host, ''), 302);
      for (const path of ['shell/main.js', 'api/status']) assert.equal(await statusAt(host, path), 403, path);
    }
    for (const path of ['', 'shell/main.js']) assert.equal(await statusAt(former, path), 200, path);
    assert.equal(await statusAt(former, 'api/status'), 403);
    const reference = await send(`${url}docs/`, { headers: { host: former } });
    assert.deepEqual([reference.status, reference.headers.location], [302, `${url}docs/`]);
    const sent = { method: 'POST', headers: { host: former, origin: `http://${former}` } };
    assert.equal((await send(`${url}proof`, { ...sent, body: {} })).status, 401);
    assert.equal((await send(`${url}session`, { ...sent, body: {} })).status, 403);
  }),
);

test(
  'no file of the console becomes a service worker',
  withControl(async ({ server }) => {
    const script = `${server.pageUrl}shell/main.js`;
    assert.equal((await send(script, { headers: { 'service-worker': 'script' } })).status, 403);
    assert.equal((await send(script)).status, 200);
  }),
);

test(
  'a request with a foreign or missing Origin cannot decide a request or redeem a code',
  withControl(async (harness) => {
    const { url, origin, headers } = await signIn(harness);
    void harness.consent.ask(consentRequest(), new AbortController().signal);
    const path = `${url}api/consents/${harness.consent.waiting()[0]?.id}/approve`;
    const sent = { method: 'POST', body: { remember: false } };
    const foreign = ['https://evil.example', 'http://127.0.0.1:1', 'null', origin.replace('http:', 'https:')];
    for (const other of foreign) {
      const answer = await send(path, { ...sent, headers: { ...headers, origin: other } });
      assert.equal(answer.status, 403, other);
      assert.equal((await exchange(harness, { origin: other })).status, 403, other);
      const reading = await send(`${url}api/status`, { headers: { ...headers, origin: other } });
      assert.equal(reading.status, 403, other);
    }
    assert.equal((await send(path, { ...sent, headers })).status, 403);
    const crossSite = { ...headers, 'sec-fetch-site': 'same-site' };
    assert.equal((await send(`${url}api/status`, { headers: crossSite })).status, 403);
    assert.equal(harness.consent.waiting().length, 1);
    assert.equal((await send(path, { ...sent, headers: { ...headers, origin } })).status, 200);
    assert.equal(harness.consent.waiting().length, 0);
  }),
);

test(
  'a code works once, and invalid codes get 401',
  withControl(async (harness) => {
    const url = `${harness.server.pageUrl}session`;
    const origin = new URL(url).origin;
    const code = new URL(await harness.address()).hash.replace('#code=', '');
    const use = (body: unknown) => send(url, { method: 'POST', headers: { origin }, body });
    assert.equal((await use({ code })).status, 200);
    for (const body of [{ code }, { code: 'x' }, { code: 7 }, {}, [], 'text', null]) {
      assert.equal((await use(body)).status, 401, JSON.stringify(body));
    }
  }),
);

test(
  'operations for the command line are not available to the page',
  withControl(async (harness) => {
    const { url, origin, headers } = await signIn(harness);
    const asPage = { headers: { ...headers, origin } };
    for (const path of ['api/account', 'api/users', 'api/devices/watch', 'status', 'account']) {
      assert.equal((await send(url + path, asPage)).status, 404, path);
    }
    for (const path of ['api/stop', 'api/console', 'api/capture', 'api/demo', 'api/account', 'stop']) {
      assert.equal((await send(url + path, { ...asPage, method: 'POST', body: {} })).status, 404, path);
    }
    assert.equal(harness.shutdowns, 0);
  }),
);

test(
  'no spelling of a path bypasses the guard or leaves the page’s folder',
  withControl(async (harness) => {
    const url = new URL(harness.server.pageUrl);
    const spellings = [
      '/api//status',
      '//api/status',
      '/%61pi/status',
      '/API/status',
      '/./api/status',
      '/api/status/',
    ];
    const escapes = [
      '/../package.json',
      '/%2e%2e/package.json',
      '/%2e%2e/console/page-files.js',
      '/shell/../../console/page-files.js',
      '/shell%2f..%2f..%2fconsole%2fpage-files.js',
      '/platform/log.js',
      '/page/index.html',
      '/index.html',
      '/tsconfig.json',
    ];
    for (const path of [...spellings, ...escapes]) {
      const { status, body } = await rawGet(url, path);
      assert.ok([400, 401, 404].includes(status), `${path}: ${status}`);
      assert.doesNotMatch(body, /started_at|"name": "guildhall"|import /);
    }
  }),
);

test(
  'a body that is not JSON or too long is refused with a reason',
  withControl(async (harness) => {
    const { url, origin } = await signIn(harness);
    const post = async (text: string, type: string) => {
      const answer = await send(`${url}session`, {
        method: 'POST',
        headers: { origin, 'content-type': type },
        text,
      });
      const { error } = JSON.parse(answer.body) as { error: { code: string; message: string } };
      return [answer.status, error.code, error.message];
    };
    const notJson = [400, 'invalid', 'The body is not JSON.'];
    assert.deepEqual(await post('{"code":', 'application/json'), notJson);
    assert.deepEqual(await post('{}', 'text/plain'), notJson);
    const tooLong = [400, 'invalid', 'The body is longer than 65536 bytes.'];
    assert.deepEqual(await post(JSON.stringify({ code: 'x'.repeat(65_536) }), 'application/json'), tooLong);
  }),
);

test(
  'every response forbids framing, foreign scripts and caching, including errors',
  withControl(async (harness) => {
    const { headers: own } = await signIn(harness);
    const served = [
      '',
      'dock',
      'shell/main.js',
      'overview/overview.css',
      'docs/rpc.html',
      'api/status',
      'api/guilds',
    ];
    const refused = ['nowhere', '%zz', 'api/nowhere'];
    const asked = [
      ...served.map((path) => ({ path, sent: own, isServed: true })),
      ...[...refused, 'api/status'].map((path) => ({ path, sent: {}, isServed: false })),
    ];
    for (const { path, sent, isServed } of asked) {
      const { headers, status } = await send(harness.server.pageUrl + path, { headers: sent });
      assert.equal(status === 200, isServed, `${path}: ${status}`);
      const policy = String(headers['content-security-policy']);
      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "form-action 'none'",
      ]) {
        assert.ok(policy.includes(part), `${path}: ${part}`);
      }
      assert.doesNotMatch(policy, /unsafe|\*/);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['cache-control'], 'no-store');
      assert.deepEqual(
        [headers.etag, headers['last-modified'], headers.expires],
        [undefined, undefined, undefined],
      );
      assert.equal(headers['access-control-allow-origin'], undefined);
    }
  }),
);

/** A request line as it is: URL parsers would tidy the path. */
function rawGet(url: URL, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.once('error', reject);
    socket.once('close', () => resolve({ status: Number(text.split(' ')[1]), body: text }));
    // Not `end`: Node.js drops the reply to a client that has closed its half, unless it is sent at once.
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`);
  });
}

test(
  'idle connections do not block the console',
  withControl(async (harness) => {
    const idle = await openIdleConnections(Number(new URL(harness.server.pageUrl).port), 300);
    try {
      const { url, headers } = await signIn(harness);
      assert.equal((await send(`${url}api/status`, { headers })).status, 200);
      await eventually(() => countOpen(idle) <= 128);
    } finally {
      for (const socket of idle) socket.destroy();
    }
  }),
);
