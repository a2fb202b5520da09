import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { png } from '../../support/jpeg.js';
import { messageForm } from '../../support/upload.js';
import { useWorld } from '../../support/world.js';

const TEXT = '0123456789';
const NAMES = ['notes.txt', 'page.html', 'image.svg', 'photo.png', 'fake.png', 'song.mp3'] as const;
type Name = (typeof NAMES)[number];

let urls: Readonly<Record<string, string>> = {};
function urlOf(name: Name): string {
  return urls[name] ?? assert.fail(`${name} was not sent`);
}

const used = useWorld(async (service, world) => {
  const multipart = messageForm({
    'notes.txt': TEXT,
    'page.html': '<script>alert(1)</script>',
    'image.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'photo.png': png(2, 1),
    'fake.png': '<script>alert(1)</script>',
    'song.mp3': 'ID3',
    'empty.txt': '',
  });
  const made = await service.ok('POST', `/channels/${world.hidden}/messages`, { as: world.bot, multipart });
  urls = Object.fromEntries(
    made.attachments.map(({ filename, url }: { filename: string; url: string }) => [filename, url]),
  );
});

describe('The URL of a file', () => {
  test('returns the file without a token', async () => {
    const reply = await fetch(urlOf('notes.txt'));
    assert.deepEqual([reply.status, await reply.text()], [200, TEXT]);
    assert.equal(reply.headers.get('content-length'), String(TEXT.length));
    assert.match(reply.headers.get('cache-control') ?? '', /^private/);
    const empty = await fetch(urls['empty.txt'] ?? '');
    assert.deepEqual([empty.status, await empty.text()], [200, '']);
  });

  test('is 404 without its key, or with another channel, id or name', async () => {
    const url = new URL(urlOf('notes.txt'));
    const key = url.searchParams.get('key') ?? '';
    assert.ok(key.length >= 40, 'the key cannot be guessed');
    const keyOfOther = new URL(urlOf('page.html')).searchParams.get('key') ?? '';
    const { text, hidden } = used.world;
    const wrong = [
      url.href.split('?')[0] ?? '',
      url.href.replace(key, ''),
      url.href.replace(key, keyOfOther),
      `${url.href}&key=${key}`,
      url.href.replace(hidden, text),
      url.href.replace('notes.txt', 'notes.html'),
      url.href.replace(/\/[0-9]+\/notes/, '/1/notes'),
      url.href.replace(/\/[0-9]+\/notes/, '/..%2f..%2fstore/notes'),
    ];
    for (const href of wrong) {
      const reply = await fetch(href);
      assert.deepEqual(
        [href, reply.status, await reply.json()],
        [href, 404, { code: 0, message: '404: Not Found' }],
      );
    }
  });

  test('is shown by browsers only for images, sound and video, without scripts', async () => {
    const expected: Readonly<Record<Name, [type: string, disposition: string]>> = {
      'notes.txt': ['application/octet-stream', 'attachment'],
      'page.html': ['application/octet-stream', 'attachment'],
      'image.svg': ['application/octet-stream', 'attachment'],
      'photo.png': ['image/png', 'inline'],
      'fake.png': ['application/octet-stream', 'attachment'],
      'song.mp3': ['audio/mpeg', 'inline'],
    };
    for (const name of NAMES) {
      const { headers } = await fetch(urlOf(name), { method: 'HEAD' });
      const [type, disposition] = expected[name];
      assert.equal(headers.get('content-type'), type, name);
      assert.equal(headers.get('content-disposition'), `${disposition}; filename="${name}"`);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox$/);
      assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
    }
  });

  test('may be embedded in pages, but not be sent to by them', async () => {
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    assert.equal((await fetch(urlOf('photo.png'), { headers })).status, 200);
    assert.equal((await fetch(urlOf('photo.png'), { method: 'POST', headers })).status, 403);
  });

  test('returns ranges of the file', async () => {
    const part = async (range: string) => {
      const reply = await fetch(urlOf('notes.txt'), { headers: { range } });
      return [reply.status, await reply.text(), reply.headers.get('content-range')];
    };
    assert.deepEqual(await part('bytes=2-4'), [206, '234', 'bytes 2-4/10']);
    assert.deepEqual(await part('bytes=7-'), [206, '789', 'bytes 7-9/10']);
    assert.deepEqual(await part('bytes=-2'), [206, '89', 'bytes 8-9/10']);
    assert.deepEqual(await part('bytes=5-100'), [206, '56789', 'bytes 5-9/10']);
    assert.deepEqual(await part('bytes=10-'), [416, '', 'bytes */10']);
    assert.deepEqual(await part('bytes=0-1,3-4'), [200, TEXT, null]);
    assert.deepEqual(await part('bytes=4-2'), [200, TEXT, null]);
  });

  test('is answered with 304 if the client has the file', async () => {
    const first = await fetch(urlOf('notes.txt'));
    const etag = first.headers.get('etag') ?? '';
    await first.text();
    const again = await fetch(urlOf('notes.txt'), { headers: { 'if-none-match': etag } });
    assert.deepEqual([again.status, await again.text()], [304, '']);
  });
});
