import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordEvents } from '../support/event-recorder.js';
import { longText, testRows } from '../support/rows.js';
import { useWorld } from '../support/world.js';

const EMBED_LINKS = 0x4000;

const EMBED = {
  title: 'Title',
  description: 'Text',
  url: 'https://example.com/a',
  timestamp: '2018-04-26T06:26:56.936Z',
  color: 0x3498db,
  footer: { text: 'Foot', icon_url: 'https://example.com/foot.png' },
  image: { url: 'https://example.com/image.png' },
  thumbnail: { url: 'https://example.com/thumbnail.png' },
  author: { name: 'Author', url: 'https://example.com', icon_url: 'https://example.com/author.png' },
  fields: [{ name: 'Name', value: 'Value', inline: true }],
};
const STORED = { ...EMBED, type: 'rich', timestamp: '2018-04-26T06:26:56.936000+00:00' };

const used = useWorld();

/** A refused embed and the field that is wrong. */
const REFUSED: readonly [title: string, json: object, field: string, code: string][] = [
  ['a title above 256 characters', { title: longText(257) }, 'title', 'BASE_TYPE_BAD_LENGTH'],
  ['a description above 2048', { description: longText(2049) }, 'description', 'BASE_TYPE_BAD_LENGTH'],
  ['a footer above 2048', { footer: { text: longText(2049) } }, 'footer.text', 'BASE_TYPE_BAD_LENGTH'],
  ['an author above 256', { author: { name: longText(257) } }, 'author.name', 'BASE_TYPE_BAD_LENGTH'],
  [
    'a field name above 256',
    { fields: [{ name: longText(257), value: 'x' }] },
    'fields.0.name',
    'BASE_TYPE_BAD_LENGTH',
  ],
  [
    'a field value above 1024',
    { fields: [{ name: 'x', value: longText(1025) }] },
    'fields.0.value',
    'BASE_TYPE_BAD_LENGTH',
  ],
  ['a blank field name', { fields: [{ name: ' ', value: 'x' }] }, 'fields.0.name', 'BASE_TYPE_REQUIRED'],
  ['a field without a value', { fields: [{ name: 'x' }] }, 'fields.0.value', 'BASE_TYPE_REQUIRED'],
  [
    '26 fields',
    { fields: Array.from({ length: 26 }, () => ({ name: 'x', value: 'y' })) },
    'fields',
    'BASE_TYPE_BAD_LENGTH',
  ],
  ['a link of another scheme', { title: 'x', url: 'javascript:alert(1)' }, 'url', 'URL_TYPE_INVALID_SCHEME'],
  [
    'an image of another scheme',
    { image: { url: 'data:image/png;base64,AA' } },
    'image.url',
    'URL_TYPE_INVALID_SCHEME',
  ],
  ['a malformed link', { title: 'x', url: 'example' }, 'url', 'URL_TYPE_INVALID_URL'],
  ['a malformed timestamp', { title: 'x', timestamp: '26 April' }, 'timestamp', 'DATETIME_TYPE_PARSE'],
  ['a color above 0xffffff', { title: 'x', color: 0x1000000 }, 'color', 'NUMBER_TYPE_MAX'],
];

testRows(used, {
  'Create message': REFUSED.map(([title, embed, field, code]) => ({
    title: `refuses an embed with ${title}`,
    call: ({ bot, text }) => ['POST', `/channels/${text}/messages`, { as: bot, json: { embed } }],
    status: 400,
    code: 50035,
    fields: { [`embed.${field}`]: code },
  })),
  'Edit message': [
    {
      title: 'refuses more than 10 embeds',
      call: ({ bot, text }) => [
        'PATCH',
        `/channels/${text}/messages/1`,
        { as: bot, json: { embeds: Array.from({ length: 11 }, () => ({ title: 'x' })) } },
      ],
      status: 400,
      code: 50035,
      fields: { embeds: 'BASE_TYPE_BAD_LENGTH' },
    },
    {
      title: 'refuses embeds with more than 6000 characters together',
      call: ({ bot, text }) => [
        'PATCH',
        `/channels/${text}/messages/1`,
        { as: bot, json: { embeds: Array.from({ length: 3 }, () => ({ description: longText(2001) })) } },
      ],
      status: 400,
      code: 50035,
      fields: { embeds: 'MAX_EMBED_SIZE_EXCEEDED' },
    },
  ],
});

describe('Embeds', () => {
  test('suffice for a message without content, are sent to observers and survive a restart', async () => {
    const { service, world } = used;
    const path = `/channels/${world.text}/messages`;
    let made = { id: '', embeds: [] as unknown[] };
    const heard = await recordEvents(service, world.member.token, async () => {
      made = await service.ok('POST', path, { as: world.bot, json: { embed: { ...EMBED, type: 'video' } } });
    });
    assert.deepEqual(made.embeds, [STORED]);
    assert.deepEqual(
      heard.map(({ t, d }) => [t, d.content, d.embeds]),
      [['MESSAGE_CREATE', '', [STORED]]],
    );
    await service.restart();
    const [read] = await service.ok('GET', path, { as: world.member.token });
    assert.deepEqual(read.embeds, [STORED]);
  });

  test('are replaced and removed by an edit, and stay where it does not name them', async () => {
    const { service, world } = used;
    const path = `/channels/${world.text}/messages`;
    const send = (method: string, url: string, json: object) =>
      service.request(method, url, { as: world.bot, json });
    const made = await send('POST', path, {
      embeds: [{ title: 'one' }, { title: 'two' }],
      embed: { title: 'ignored' },
    });
    const one = `${path}/${made.body.id}`;
    const titles = (body: { embeds: { title: string }[] }) => body.embeds.map(({ title }) => title);
    assert.deepEqual(titles(made.body), ['one', 'two']);
    const renamed = await send('PATCH', one, { content: 'text' });
    assert.deepEqual([renamed.body.content, titles(renamed.body)], ['text', ['one', 'two']]);
    const replaced = await send('PATCH', one, { embed: { title: 'three' } });
    assert.deepEqual([replaced.body.content, titles(replaced.body)], ['text', ['three']]);
    const removed = await send('PATCH', one, { embed: null });
    assert.deepEqual([removed.body.content, titles(removed.body)], ['text', []]);
    assert.equal((await send('PATCH', one, { content: '' })).body.code, 50006);
    assert.equal(
      (await send('POST', path, { embed: { color: 1 } })).body.code,
      50006,
      'an empty embed is not content',
    );
  });

  test('need EMBED_LINKS in the channel', async () => {
    const { service, world } = used;
    const { bot, guild, member, text } = world;
    const path = `/channels/${text}/messages`;
    const as = member.token;
    const made = await service.ok('POST', path, { as, json: { embed: { title: 'x' } } });
    const deny = { type: 'role', allow: 0, deny: EMBED_LINKS };
    await service.ok('PUT', `/channels/${text}/permissions/${guild}`, { as: bot, json: deny });
    const refused = await service.request('POST', path, {
      as,
      json: { content: 'x', embed: { title: 'x' } },
    });
    assert.deepEqual([refused.status, refused.body.code], [403, 50013]);
    const one = `${path}/${made.id}`;
    const changed = await service.request('PATCH', one, { as, json: { embed: { title: 'y' } } });
    assert.deepEqual([changed.status, changed.body.code], [403, 50013]);
    const kept = await service.ok('PATCH', one, { as, json: { content: 'y' } });
    assert.equal(kept.embeds.length, 1, 'an edit of the content alone keeps the embed');
  });
});
