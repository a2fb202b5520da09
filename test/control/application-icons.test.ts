import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ServiceError } from '#guildhall/client/service-error.js';
import { ApplicationIcons } from '#guildhall/control/console/application-icons.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { gif, jpeg, png } from '../api/support/jpeg.js';
import { MockChatClient } from '../mocks/mock-client.js';
import { signIn } from './console-session.js';
import { withControl } from './control-harness.js';
import { send } from './http.js';

const hashOf = (number: number) => number.toString(16).padStart(32, '0');
const HASH = hashOf(1);

/** A client that counts what it is asked for. */
class CountingClient extends MockChatClient {
  fetches = 0;

  override applicationIcon(id: string, hash: string): Promise<Buffer | null> {
    this.fetches += 1;
    return super.applicationIcon(id, hash);
  }
}

/** Icons from a service that sends these bytes for `HASH`. */
function iconsOf(bytes: Buffer) {
  const client = new CountingClient();
  client.icons.set(HASH, bytes);
  return { client, icons: new ApplicationIcons(client, silentLogger) };
}

/** What the console's port answers to a page that asks for an icon. */
const iconPath = (hash: string) => `api/applications/100/icons/${hash}`;

describe('The icon route', () => {
  test(
    'sends an icon to a signed-in page, and to nobody else',
    withControl(async (harness) => {
      harness.client.icons.set(HASH, png(64, 64));
      const { url, origin, headers } = await signIn(harness);
      const answer = await send(url + iconPath(HASH), { headers });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-type'], 'image/png');
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
      assert.equal(answer.headers['cross-origin-resource-policy'], 'same-origin');
      assert.equal((await send(url + iconPath(HASH), { headers: { origin } })).status, 401);
      const foreign = { ...headers, 'sec-fetch-site': 'cross-site' };
      assert.equal((await send(url + iconPath(HASH), { headers: foreign })).status, 403);
    }),
  );

  test(
    'answers 404 for an unknown icon',
    withControl(async (harness) => {
      const { url, headers } = await signIn(harness);
      for (const hash of [hashOf(2), '..', '%2e%2e%2fapi', 'x'.repeat(32), `${HASH}.png`]) {
        assert.equal((await send(url + iconPath(hash), { headers })).status, 404, hash);
      }
      const otherId = `api/applications/%2e%2e%2f1/icons/${HASH}`;
      assert.equal((await send(url + otherId, { headers })).status, 404);
    }),
  );
});

describe('The route of images of messages', () => {
  test(
    'sends what the service has, if its own first bytes are those of an image of a usual size',
    withControl(async (harness) => {
      const { client } = harness;
      const files = [png(64, 64), Buffer.from('<svg onload="x"/>'), png(5_000, 1)];
      const attachments = files.map((bytes, index) => {
        const url = `http://127.0.0.1:6480/cdn/attachments/${index}`;
        client.files.set(url, bytes);
        return {
          ...{ id: `${index}`, filename: 'a.png', size: 1, url, proxy_url: url },
          width: 64,
          height: 64,
        };
      });
      client.answer = () => ({ attachments });
      const { url, origin, headers } = await signIn(harness);
      const get = (path: string, sent: object = headers) =>
        send(`${url}api/channels/${path}`, { headers: { ...sent } });
      const image = await get('310/messages/1000/images/0');
      assert.deepEqual([image.status, image.headers['content-type']], [200, 'image/png']);
      assert.deepEqual(client.requests, [{ method: 'GET', path: '/channels/310/messages/1000' }]);
      for (const path of [
        '310/messages/1000/images/1',
        '310/messages/1000/images/2',
        '310/messages/1000/images/9',
        '310/messages/%2e%2e/images/0',
      ])
        assert.equal((await get(path)).status, 404, path);
      assert.equal((await get('310/messages/1000/images/0', { origin })).status, 401);
    }),
  );
});

describe('ApplicationIcons', () => {
  for (const [type, bytes] of [
    ['image/png', png(128, 128)],
    ['image/jpeg', jpeg(128, 128)],
    ['image/gif', gif(128, 128)],
  ] as const) {
    test(`detects ${type} by its first bytes`, async () => {
      const icon = await iconsOf(bytes).icons.find('100', HASH);
      assert.deepEqual(icon, { type, bytes });
    });
  }

  for (const [what, bytes] of Object.entries({
    'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
    'a drawing with scripts': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    nothing: Buffer.alloc(0),
    'an image that is too wide': png(1025, 1),
    'an image without pixels': png(0, 0),
    'a file that is too long': Buffer.concat([png(1, 1), Buffer.alloc(256 * 1024)]),
  })) {
    test(`does not accept ${what} as an icon`, async () => {
      assert.equal(await iconsOf(bytes).icons.find('100', HASH), null);
    });
  }

  test('fetches an icon once, even for concurrent requests', async () => {
    const { client, icons } = iconsOf(png(1, 1));
    await Promise.all([icons.find('100', HASH), icons.find('100', HASH)]);
    await icons.find('100', HASH);
    assert.equal(client.fetches, 1);
    await icons.find('101', HASH);
    assert.equal(client.fetches, 2, 'of another application it is another icon');
  });

  test('asks again after the service could not be reached', async () => {
    const { client, icons } = iconsOf(png(1, 1));
    client.refusal = new ServiceError('unreachable', 0);
    assert.equal(await icons.find('100', HASH), null);
    client.refusal = null;
    assert.notEqual(await icons.find('100', HASH), null);
  });

  test('caches at most 4 MiB, and drops the least recently shown icons', async () => {
    const { client, icons } = iconsOf(png(1, 1));
    const large = Buffer.concat([png(1, 1), Buffer.alloc(200 * 1024)]);
    await icons.find('100', HASH);
    for (let number = 2; number <= 40; number += 1) {
      client.icons.set(hashOf(number), large);
      await icons.find('100', hashOf(number));
      await icons.find('100', HASH);
    }
    assert.equal(client.fetches, 40, 'one that is shown again and again stays');
    await icons.find('100', hashOf(40));
    assert.equal(client.fetches, 40);
    await icons.find('100', hashOf(2));
    assert.equal(client.fetches, 41);
  });
});
