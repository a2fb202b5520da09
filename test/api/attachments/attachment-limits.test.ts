import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { describe, test } from 'node:test';
import { eventually } from '../../helpers/eventually.js';
import { oneNodeOnly } from '../../helpers/nodes/one-node.js';
import { type TestReply, type TestService, withService } from '../support/test-service.js';
import { messageForm, partHead, RawUpload, storedFiles } from '../support/upload.js';
import { bearer, join, makeWorld, useWorld, type World } from '../support/world.js';

const ATTACH_FILES = 0x8000;
const FILE_BYTES = 100_000;
const LARGEST = Buffer.alloc(FILE_BYTES, 'x');

const used = useWorld(undefined, { restLimits: { fileBytes: FILE_BYTES } });

function post(form: FormData, as = used.world.member.token, channel = used.world.text): Promise<TestReply> {
  return used.service.request('POST', `/channels/${channel}/messages`, { as, multipart: form });
}

/** Asserts that a form is refused and leaves no file. */
async function assertRefused(form: FormData, status: number, code: number, as?: string): Promise<void> {
  const before = await storedFiles(used.service);
  const reply = await post(form, as);
  assert.deepEqual([reply.status, reply.body.code], [status, code]);
  assert.deepEqual(await storedFiles(used.service), before);
}

function withFields(form: FormData, fields: Readonly<Record<string, string>>): FormData {
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

describe('A form with files is refused, and nothing of it is stored,', () => {
  test('with a file above the limit, one byte less is stored', async () => {
    await assertRefused(messageForm({ a: 'x', b: Buffer.alloc(FILE_BYTES + 1) }), 413, 40005);
    assert.equal((await post(messageForm({ a: LARGEST }))).status, 200);
  });

  test('with more than 10 files', async () => {
    const files = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.txt`, 'x']));
    await assertRefused(messageForm(files(11)), 400, 30015);
    assert.equal((await post(messageForm(files(10)))).body.attachments.length, 10);
  });

  test('with more than 64 KiB of fields, and with too many parts', async () => {
    const long = { content: 'x'.repeat(40_000), nonce: 'x'.repeat(40_000) };
    await assertRefused(withFields(messageForm({ a: 'x' }), long), 413, 0);
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field${index}`, 'x']));
    await assertRefused(withFields(messageForm({ a: 'x' }), many), 400, 0);
  });

  test('with an invalid body, regardless of the files', async () => {
    const file = { a: 'x' };
    await assertRefused(messageForm(file, { content: 'x'.repeat(2001) }), 400, 50035);
    await assertRefused(messageForm(file, { embed: { url: 'javascript:x' } }), 400, 50035);
    await assertRefused(messageForm(file, []), 400, 50035);
    await assertRefused(withFields(messageForm(file), { payload_json: '{' }), 400, 0);
    await assertRefused(withFields(messageForm(file), { payload_json: '{"content":"\\u0000"}' }), 400, 0);
    await assertRefused(withFields(messageForm(file), { tts: 'maybe' }), 400, 50035);
    await assertRefused(withFields(messageForm(file), { content: 'a\0b' }), 400, 0);
    await assertRefused(messageForm({}, { content: ' ' }), 400, 50006);
  });

  test('with text that is not UTF-8', async () => {
    const upload = new RawUpload(used.service, used.world.text, used.world.member.token);
    await upload.send(partHead('content'));
    await upload.send(Buffer.from([0xff, 0xfe]));
    upload.end();
    assert.equal(await upload.status, 400);
  });

  test('without ATTACH_FILES, while a form without files is a message', async () => {
    const { service, world } = used;
    const path = `/channels/${world.text}/permissions/${world.guild}`;
    await service.ok('PUT', path, { as: world.bot, json: { type: 'role', allow: 0, deny: ATTACH_FILES } });
    try {
      await assertRefused(messageForm({ a: 'x' }, { content: 'x' }), 403, 50013);
      assert.equal((await post(messageForm({}, { content: 'x' }))).status, 200);
      assert.equal((await post(messageForm({ a: 'x' }), world.bot)).status, 200);
    } finally {
      await service.ok('DELETE', path, { as: world.bot });
    }
  });

  test('without the permission to send messages', async () => {
    const { service, world } = used;
    const before = await storedFiles(service);
    const form = messageForm({ a: 'x' });
    const statusOf = async (as: string, channel: string) => (await post(form, as, channel)).status;
    assert.equal(await statusOf('wrong', world.text), 401);
    assert.equal(await statusOf(world.stranger.token, world.text), 403);
    assert.equal(await statusOf(world.member.token, world.hidden), 403);
    assert.equal(await statusOf(world.member.token, world.readOnly), 403);
    assert.equal(await statusOf(world.bot, world.voice), 400);
    assert.deepEqual(await storedFiles(service), before);
  });

  test('where the body is malformed', async () => {
    const { service, world } = used;
    const before = await storedFiles(service);
    const file = partHead('file', 'a.txt');
    for (const bytes of ['', 'x', `${file}x`, `${file}x\r\n--boundary`, `--boundary\r\n\r\nx`]) {
      const upload = new RawUpload(service, world.text, world.member.token);
      upload.end(bytes);
      assert.equal(await upload.status, 400, JSON.stringify(bytes));
    }
    const headers = { authorization: world.bot, 'content-type': 'multipart/form-data' };
    const url = `${service.url}/channels/${world.text}/messages`;
    assert.equal((await fetch(url, { method: 'POST', headers, body: 'x' })).status, 400);
    assert.deepEqual(await storedFiles(service), before);
  });

  test('by operations without files', async () => {
    const { service, world } = used;
    const path = `/channels/${world.text}`;
    const reply = await service.request('PATCH', path, { as: world.bot, multipart: messageForm({ a: 'x' }) });
    assert.equal(reply.status, 415);
  });
});

describe('A client that is refused', () => {
  test('gets to read why, and may continue with the same connection', async () => {
    const upload = new RawUpload(used.service, used.world.text, used.world.member.token);
    await upload.send(partHead('file', 'large.bin'));
    for (let part = 0; part < 20; part++) await upload.send(LARGEST);
    upload.end();
    assert.equal(await upload.status, 413);
  });

  for (const [who, token] of [
    ['after its file is refused', () => used.world.member.token],
    ['before anything is read', () => 'wrong'],
  ] as const) {
    test(`is disconnected when it sends on for long ${who}`, async () => {
      const upload = new RawUpload(used.service, used.world.text, token());
      await upload.send(partHead('file', 'endless.bin'));
      const chunk = Buffer.alloc(1024 * 1024);
      let isOpen = true;
      void upload.closed.then(() => {
        isOpen = false;
      });
      for (let part = 0; part < 200 && isOpen; part++)
        await Promise.race([upload.send(chunk), upload.closed]);
      assert.ok(!isOpen, 'the service read 200 MiB');
    });
  }
});

describe('An upload that stops', () => {
  test('leaves no file when its connection ends', async () => {
    const { service, world } = used;
    const before = await storedFiles(service);
    const upload = new RawUpload(service, world.text, world.member.token);
    await upload.send(partHead('file', 'a.bin'));
    await upload.send(LARGEST.subarray(0, 50_000));
    await eventually(async () => (await storedFiles(service)).length === before.length + 1);
    upload.abort();
    await eventually(async () => (await storedFiles(service)).length === before.length);
  });

  test('is ended after ten seconds without a byte, and leaves no file', async () => {
    const { service, world } = used;
    const before = await storedFiles(service);
    const upload = new RawUpload(service, world.text, world.member.token);
    let isOver = false;
    void upload.status.then(() => {
      isOver = true;
    });
    const sizeOfNew = async () => {
      const name = (await storedFiles(service)).find((one) => !before.includes(one));
      return name === undefined ? 0 : (await stat(joinPath(service.attachmentsPath, name))).size;
    };
    await upload.send(partHead('file', 'a.bin'));
    for (let part = 1; part <= 4; part++) {
      await upload.send('x'.repeat(20_000));
      await eventually(async () => (await sizeOfNew()) > 20_000 * part - 1000);
      await service.clock.advance(6_000);
    }
    assert.ok(!isOver, 'it continues as long as bytes arrive');
    await service.clock.advance(10_000);
    await eventually(() => isOver);
    assert.equal(await upload.status, null);
    await eventually(async () => (await storedFiles(service)).length === before.length);
  });

  const skip = oneNodeOnly('uploads of a user wait for each other on the same node');

  test('delays only the uploads of its user', { skip }, async () => {
    const { service, world } = used;
    const before = await storedFiles(service);
    const stopped = new RawUpload(service, world.text, world.member.token);
    await stopped.send(`${partHead('file', 'a.bin')}x`);
    await eventually(async () => (await storedFiles(service)).length === before.length + 1);
    let isDone = false;
    const second = post(messageForm({ a: 'x' })).finally(() => {
      isDone = true;
    });
    assert.equal((await post(messageForm({ a: 'x' }), world.bot)).status, 200);
    assert.equal((await post(new FormData(), world.bot)).status, 400);
    assert.equal(isDone, false, 'one upload of a user is read at a time');
    stopped.end();
    assert.equal(await stopped.status, 200);
    assert.equal((await second).status, 200);
  });
});

describe('An upload of an application for a user', () => {
  test('does not hold up those of the user', async () => {
    const { service, world } = used;
    const before = await storedFiles(service);
    const as = await bearer(service, world.game, world.member, 'rpc.api');
    const stopped = new RawUpload(service, world.text, as);
    await stopped.send(`${partHead('file', 'a.bin')}x`);
    await eventually(async () => (await storedFiles(service)).length === before.length + 1);
    assert.equal((await post(messageForm({ a: 'x' }))).status, 200);
    stopped.end();
    assert.equal(await stopped.status, 200);
  });
});

describe('An upload whose client disconnects', () => {
  test('that is cancelled while waiting does not delay the next', async () => {
    const { service, world } = used;
    const before = await storedFiles(service);
    const first = new RawUpload(service, world.text, world.member.token);
    await first.send(`${partHead('file', 'a.bin')}x`);
    await eventually(async () => (await storedFiles(service)).length === before.length + 1);
    const waiting = new RawUpload(service, world.text, world.member.token);
    await waiting.send(`${partHead('file', 'b.bin')}x`);
    // The body of a message without files is small: its reply says that the head before it was read.
    assert.equal((await post(messageForm({}, { content: 'x' }), world.bot)).status, 200);
    waiting.abort();
    await waiting.closed;
    assert.equal((await post(messageForm({}, { content: 'x' }), world.bot)).status, 200);
    first.end();
    assert.equal(await first.status, 200);
    assert.equal((await post(messageForm({ a: 'x' }))).status, 200);
  });
});

describe('The quota of stored files', () => {
  /** Sends a message with about a mebibyte of files, or is refused. */
  async function sendMebibyte(service: TestService, world: World, as: string): Promise<TestReply> {
    const files = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`${index}`, LARGEST]));
    const multipart = messageForm(files);
    return service.request('POST', `/channels/${world.text}/messages`, { as, multipart });
  }
  const LIMITS = { fileBytes: FILE_BYTES, fileMebibytesOfUser: 1, fileMebibytesInTotal: 2 };

  const skip = oneNodeOnly('quotas of files are for each node');

  test('is one for each user and one for all, over a restart, until messages are deleted', { skip }, () =>
    withService(async (service) => {
      const world = await makeWorld(service);
      const first = await sendMebibyte(service, world, world.member.token);
      assert.equal(first.status, 200);
      const { body, status } = await sendMebibyte(service, world, world.member.token);
      assert.deepEqual([status, body.code], [413, 40005]);
      await service.restart();
      assert.equal((await sendMebibyte(service, world, world.member.token)).status, 413);
      assert.equal((await storedFiles(service)).length, 10);
      assert.equal((await sendMebibyte(service, world, world.bot)).status, 200);
      const third = await service.person('Bob');
      await join(service, world.game, third, world.guild);
      assert.equal((await sendMebibyte(service, world, third.token)).status, 413, 'the total is reached');
      await service.ok('DELETE', `/channels/${world.text}/messages/${first.body.id}`, { as: world.bot });
      await eventually(async () => (await sendMebibyte(service, world, third.token)).status === 200);
    }, LIMITS),
  );

  test('counts the disk blocks of tiny files', { skip }, () =>
    withService(async (service) => {
      const world = await makeWorld(service);
      const files = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`${index}`, 'x']));
      const sent: number[] = [];
      for (let message = 0; message < 26; message++) {
        const path = `/channels/${world.text}/messages`;
        const reply = await service.request('POST', path, { as: world.bot, multipart: messageForm(files) });
        sent.push(reply.status);
      }
      // 256 files of 4096 bytes are a mebibyte.
      assert.deepEqual(sent, [...Array(25).fill(200), 413]);
    }, LIMITS),
  );

  test('is not used up by uploads that are refused', () =>
    withService(async (service) => {
      const world = await makeWorld(service);
      for (let upload = 0; upload < 3; upload++) {
        const files = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`${index}`, LARGEST]));
        const multipart = messageForm(files, { content: 'x'.repeat(2001) });
        const path = `/channels/${world.text}/messages`;
        assert.equal((await service.request('POST', path, { as: world.bot, multipart })).status, 400);
      }
      assert.equal((await sendMebibyte(service, world, world.bot)).status, 200);
    }, LIMITS));
});
