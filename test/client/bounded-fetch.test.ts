// own process: it removes the dispatcher of fetch for good
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { createServer, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { type AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { WebSocketServer } from 'ws';
import { GatewaySocket } from '#guildhall/client/gateway/gateway-socket.js';
import { boundedFetch } from '#guildhall/client/rest/bounded-fetch.js';
import { exchangeCode } from '#guildhall/client/rest/exchange-code.js';
import { FramePace } from '#guildhall/net/frames/frame-pace.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';

const requests: { readonly head: IncomingMessage; readonly body: string }[] = [];
const service = createServer(async (request, response) => {
  requests.push({ head: request, body: await text(request) });
  response.end('{"access_token":"t","token_type":"Bearer","expires_in":1,"scope":"rpc"}');
});
let url = '';

/** How requests went to the shared agents of Node.js, which newer versions configure by HTTP_PROXY. */
const shared: string[] = [];
const agents = [http.globalAgent, https.globalAgent] as const;
const dispatcher = Symbol.for('undici.globalDispatcher.1');

before(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/api`;
  const use = (kind: string) => () => {
    shared.push(kind);
    return new Socket().destroy(new Error('proxied'));
  };
  http.globalAgent = Object.assign(new http.Agent(), { createConnection: use('http') });
  https.globalAgent = Object.assign(new https.Agent(), { createConnection: use('https') });
  Object.assign(globalThis, { [dispatcher]: { dispatch: use('fetch') } });
});

after(() => {
  [http.globalAgent, https.globalAgent] = agents;
  Reflect.deleteProperty(globalThis, dispatcher);
  service.closeAllConnections();
  service.close();
});

test('requests with a token or a secret never go where the environment sends the requests of Node.js', async () => {
  const request = { method: 'GET', headers: { authorization: 'secret' }, replyBytes: 1_000 };
  assert.equal((await boundedFetch('it', url, request)).status, 200);
  await assert.rejects(boundedFetch('it', 'https://127.0.0.1:1/', request), /ECONNREFUSED/);
  const code = { code: 'c', clientId: '1', clientSecret: 's', redirectUri: 'http://localhost' };
  assert.equal((await exchangeCode(url, code)).access_token, 't');
  assert.deepEqual(shared, []);
  assert.deepEqual(
    requests.map(({ head }) => head.url),
    ['/api', '/api/oauth2/token'],
  );
});

test('the gateway is connected to directly', async () => {
  const gateway = new WebSocketServer({ server: service });
  await new Promise<void>((opened) => {
    const socket = new GatewaySocket({
      url: url.replace('http', 'ws'),
      acceptWithinMs: 10_000,
      pace: new FramePace({ perSecond: 1_000, burst: 1_000 }, systemClock),
      listener: {
        opened: () => {
          socket.terminate();
          opened();
        },
        frame() {},
        skipped() {},
        failed() {},
        closed() {},
      },
      clock: systemClock,
      log: silentLogger,
    });
  });
  gateway.close();
  assert.deepEqual(shared, []);
});

test('every body has its length, also that of a DELETE', async () => {
  const request = { method: 'DELETE', headers: {}, body: '{"ä":1}', replyBytes: 1_000 };
  await boundedFetch('it', url, request);
  const { head, body } = requests.at(-1) ?? assert.fail();
  assert.deepEqual([head.headers['content-length'], body], ['8', '{"ä":1}']);
});

test('hundreds of requests have few connections', async () => {
  const sockets = new Set<object>();
  let answered = 0;
  const slow = createServer((request, response) => {
    sockets.add(request.socket);
    setImmediate(() => {
      answered += 1;
      response.end('{}');
    });
  });
  slow.listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const address = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/api`;
  const request = { method: 'GET', headers: {}, replyBytes: 1_000 };
  await Promise.all(Array.from({ length: 500 }, () => boundedFetch('it', address, request)));
  assert.equal(answered, 500);
  assert.ok(sockets.size <= 128, `${sockets.size} connections`);
  slow.closeAllConnections();
  slow.close();
});
