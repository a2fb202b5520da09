import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { assertPrivate } from '../../helpers/assert-private.js';
import { eventually } from '../../helpers/eventually.js';
import { recordEvents } from '../support/event-recorder.js';
import { gif, jpeg, png } from '../support/jpeg.js';
import { messageForm, storedFiles } from '../support/upload.js';
import { useWorld } from '../support/world.js';

const used = useWorld();

function send(files: Record<string, Uint8Array | string>, payload?: object) {
  const { service, world } = used;
  const multipart = messageForm(files, payload);
  return service.ok('POST', `/channels/${world.text}/messages`, { as: world.member.token, multipart });
}

describe('A message with files', () => {
  test('has them as attachments in its reply, its event and its history, over a restart', async () => {
    const { service, world } = used;
    let made = { id: '', attachments: [] as { id: string; url: string }[] };
    const heard = await recordEvents(service, world.member.token, async () => {
      made = await send({ 'notes.txt': 'one', 'image.png': png(640, 480) }, { content: 'both' });
    });
    const [notes, image] = made.attachments;
    assert.ok(notes && image);
    const place = `${service.url.replace('/api', '')}/cdn/attachments/${world.text}`;
    assert.ok(notes.url.startsWith(`${place}/${notes.id}/notes.txt?key=`), notes.url);
    assert.deepEqual(made.attachments, [
      {
        id: notes.id,
        filename: 'notes.txt',
        size: 3,
        url: notes.url,
        proxy_url: notes.url,
        width: null,
        height: null,
      },
      {
        id: image.id,
        filename: 'image.png',
        size: 24,
        url: image.url,
        proxy_url: image.url,
        width: 640,
        height: 480,
      },
    ]);
    assert.deepEqual(
      heard.map(({ t, d }) => [t, d.content, d.attachments]),
      [['MESSAGE_CREATE', 'both', made.attachments]],
    );
    await service.restart();
    const path = `/channels/${world.text}/messages/${made.id}`;
    const read = await service.ok('GET', path, { as: world.member.token });
    const names = ({ attachments }: { attachments: { id: string; filename: string }[] }) =>
      attachments.map(({ id, filename }) => [id, filename]);
    assert.deepEqual(names(read), [
      [notes.id, 'notes.txt'],
      [image.id, 'image.png'],
    ]);
    const [listed] = await service.ok('GET', `/channels/${world.text}/messages`, {
      as: world.member.token,
    });
    assert.deepEqual(names(listed), names(read));
    assert.equal(await (await fetch(read.attachments[0].url)).text(), 'one');
  });

  test('needs no content', async () => {
    const { attachments, content } = await send({ 'a.txt': '' });
    assert.deepEqual([attachments.length, content], [1, '']);
  });

  test('accepts content, tts and nonce as form fields, which payload_json overrides', async () => {
    const { service, world } = used;
    const form = messageForm({ 'a.txt': 'x' });
    for (const [name, value] of [
      ['content', 'plain'],
      ['tts', 'true'],
      ['nonce', '12'],
    ] as const) {
      form.append(name, value);
    }
    const path = `/channels/${world.text}/messages`;
    const plain = await service.ok('POST', path, { as: world.bot, multipart: form });
    assert.deepEqual([plain.content, plain.tts, plain.nonce], ['plain', true, '12']);
    form.append('payload_json', JSON.stringify({ content: 'json' }));
    const both = await service.ok('POST', path, { as: world.bot, multipart: form });
    assert.deepEqual([both.content, both.tts], ['json', true]);
  });

  test('keeps its files when it is edited', async () => {
    const { service, world } = used;
    const made = await send({ 'a.txt': 'x' }, { content: 'before' });
    const path = `/channels/${world.text}/messages/${made.id}`;
    const as = world.member.token;
    const edited = await service.ok('PATCH', path, { as, json: { content: '' } });
    assert.deepEqual([edited.content, edited.attachments], ['', made.attachments]);
  });

  test('stores files that only the user of the service can read', async () => {
    const { service } = used;
    const { attachments } = await send({ 'a.txt': 'x' });
    await assertPrivate(service.attachmentsPath);
    assert.ok((await storedFiles(service)).includes(attachments[0].id));
    await assertPrivate(join(service.attachmentsPath, attachments[0].id));
  });

  test('gets safe names and the sizes of its images', async () => {
    const { attachments } = await send({
      '../../etc/passwd': 'x',
      'été à la plage.JPG': jpeg(30, 20),
      '??': gif(3, 2),
    });
    assert.deepEqual(
      attachments.map((one: { filename: string; width: number | null; height: number | null }) => [
        one.filename,
        one.width,
        one.height,
      ]),
      [
        ['passwd', null, null],
        ['ete_a_la_plage.JPG', 30, 20],
        ['file', 3, 2],
      ],
    );
  });
});

describe('A direct message', () => {
  test('has files that its recipient is sent and that are removed with it', async () => {
    const { service, world } = used;
    const as = world.bot;
    const dm = await service.ok('POST', '/users/@me/channels', {
      as,
      json: { recipient_id: world.member.id },
    });
    const path = `/channels/${dm.id}/messages`;
    let made = { id: '', attachments: [{ url: '' }] };
    const heard = await recordEvents(service, world.member.token, async () => {
      made = await service.ok('POST', path, { as, multipart: messageForm({ 'a.txt': 'x' }) });
    });
    const event = heard.find(({ t }) => t === 'MESSAGE_CREATE');
    assert.deepEqual(event?.d.attachments, made.attachments);
    const stored = (await storedFiles(service)).length;
    await service.ok('DELETE', `${path}/${made.id}`, { as });
    await eventually(async () => (await storedFiles(service)).length === stored - 1);
    assert.equal((await fetch(made.attachments[0]?.url ?? '')).status, 404);
  });
});

describe('An embed', () => {
  test('shows a file of its message by attachment://, wherever the service is', async () => {
    const { service, world } = used;
    const image = { url: 'attachment://map.png' };
    const author = { name: 'x', icon_url: 'attachment://map.png' };
    const made = await send({ 'map.png': png(1, 1) }, { embeds: [{ image, author }] });
    const [{ url }] = made.attachments;
    assert.deepEqual(made.embeds, [{ type: 'rich', image: { url }, author: { name: 'x', icon_url: url } }]);
    const path = `/channels/${world.text}/messages/${made.id}`;
    const as = world.member.token;
    const edited = await service.ok('PATCH', path, { as, json: { content: 'x' } });
    assert.deepEqual(edited.embeds, made.embeds);
    // The port is another one afterwards.
    await service.restart();
    const read = await service.ok('GET', path, { as });
    assert.equal(read.embeds[0].image.url, read.attachments[0].url);
    assert.equal((await fetch(read.embeds[0].image.url)).status, 200);
    const changed = await service.ok('PATCH', path, { as, json: { embed: { thumbnail: image } } });
    assert.equal(changed.embeds[0].thumbnail.url, read.attachments[0].url);
  });

  test('keeps attachment:// of a missing file unchanged', async () => {
    const image = { url: 'attachment://other.png' };
    const made = await send({ 'map.png': png(1, 1) }, { embeds: [{ image }] });
    assert.deepEqual(made.embeds[0].image, image);
  });
});
