import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceChatClient } from '#guildhall/client/service-chat-client.js';
import { ServiceError } from '#guildhall/client/service-error.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { png } from '../api/support/jpeg.js';
import { useWorld } from '../api/support/world.js';

const used = useWorld();

/** Runs a test with the client of the member, and a channel. */
function withMember(run: (client: ServiceChatClient, channelId: string) => Promise<void>) {
  return async () => {
    const { service, world } = used;
    const { token } = world.member;
    const client = ServiceChatClient.start({
      ...{ apiUrl: service.url, token, clock: systemClock, log: silentLogger },
    });
    try {
      await run(client, world.text);
    } finally {
      await client.stop();
    }
  };
}

test(
  'a message is sent with files, whose bytes are read from the service, and only from there',
  withMember(async (client, channel) => {
    const image = png(64, 64);
    // Line ends, quotes and the boundaries of forms are ordinary bytes and letters.
    const text = Buffer.from('--guildhall\r\n\r\n"one"\r\n--\r\n');
    const { attachments, content } = await client.sendMessage(channel, 'Grüße', [
      { name: 'a "b"\r\nc.png', bytes: image },
      { name: 'notes.txt', bytes: text },
    ]);
    assert.equal(content, 'Grüße');
    assert.deepEqual(
      attachments.map(({ size, width }) => [size, width]),
      [
        [image.length, 64],
        [text.length, null],
      ],
    );
    const [picture, notes] = attachments;
    assert.ok(picture && notes);
    assert.match(picture.filename, /^[\w.-]+\.png$/);
    assert.deepEqual(await client.attachment(picture.url, 1_000), image);
    assert.deepEqual(await client.attachment(notes.url, 1_000), text);
    await assert.rejects(client.attachment(notes.url, 5), ServiceError);
    for (const url of [
      notes.url.replace(/key=.*/, 'key=x'),
      notes.url.replace('127.0.0.1', 'localhost'),
      notes.url.replace('/cdn/', '/api/'),
      'file:///etc/passwd',
      'nowhere',
    ]) {
      assert.equal(await client.attachment(url, 1_000), null, url);
    }
  }),
);

test(
  'messages after another one follow it at once, oldest first',
  withMember(async (client, channel) => {
    const first = await client.sendMessage(channel, 'first');
    for (let number = 1; number <= 60; number += 1) await client.sendMessage(channel, `${number}`);
    const later = await client.messages(channel, { side: 'after', id: first.id });
    assert.deepEqual(
      later.map(({ content }) => content),
      Array.from({ length: 50 }, (_, index) => `${index + 1}`),
    );
  }),
);
