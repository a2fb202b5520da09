import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fetchApplicationIcon } from '#guildhall/client/rest/cdn-files.js';
import { ServiceError } from '#guildhall/client/service-error.js';

const HASH = '0'.repeat(32);

/** What a client gets of a service that answers in this way, and the requests that the service got. */
async function fetchFrom(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  try {
    return { icon: await fetchApplicationIcon(url, '100', HASH), requests };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('an icon is read from the CDN of the service, without the token of the person', async () => {
  const { icon, requests } = await fetchFrom((response) => response.end('bytes'));
  assert.equal(icon?.toString(), 'bytes');
  assert.equal(requests[0]?.url, `/cdn/app-icons/100/${HASH}.png`);
  assert.equal(requests[0]?.headers.authorization, undefined);
});

test('a missing icon is null', async () => {
  const { icon } = await fetchFrom((response) => response.writeHead(404).end('{}'));
  assert.equal(icon, null);
});

test('a redirect to another address is not followed', async () => {
  const { icon, requests } = await fetchFrom((response, { headers }) =>
    response.writeHead(302, { location: `http://${headers.host}/elsewhere` }).end(),
  );
  assert.equal(icon, null);
  assert.equal(requests.length, 1);
});

test('an endless icon is refused at 256 KiB', async () => {
  let sent = 0;
  const endless = (response: ServerResponse) => {
    const more = () => {
      if (response.destroyed) return;
      sent += 64 * 1024;
      response.write(Buffer.alloc(64 * 1024), more);
    };
    response.on('error', () => {});
    more();
  };
  await assert.rejects(
    fetchFrom(endless),
    (error) => error instanceof ServiceError && error.status === 502 && /262144 bytes/.test(error.message),
  );
  assert.ok(sent < 64 * 1024 * 1024, `${sent} bytes were sent`);
});
