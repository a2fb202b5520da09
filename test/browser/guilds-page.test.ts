import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ServiceError } from '#guildhall/client/service-error.js';
import { png } from '../api/support/jpeg.js';
import type { ControlHarness } from '../control/control-harness.js';
import { noChromium } from '../helpers/chromium.js';
import { eventually } from '../helpers/eventually.js';
import { guild, message, textChannel } from '../helpers/objects.js';
import { fillConsole } from './console-contents.js';
import { type Console, inConsole, openView } from './console-page.js';
import { assertFits, assertTextOnly, setVisibility } from './page-checks.js';

const options = { skip: noChromium };

/** Runs a test with `general` of the guild 300 in two pages. */
function inGuilds(
  run: (pages: Console & { readonly other: Page }) => Promise<void>,
  prepare: (harness: ControlHarness) => void = fillConsole,
) {
  return inConsole(async (opened) => {
    const { harness, page } = opened;
    await openView(page, '#guilds/300/312');
    await page.getByRole('heading', { name: '# general' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${harness.server.pageUrl}#guilds/300/312`);
    await other.getByRole('heading', { name: '# general' }).waitFor();
    await run({ ...opened, other });
  }, prepare);
}

const numbered = (first: number, length: number) =>
  Array.from({ length }, (_, index) => message(String(first + index), '312'));
const contents = (page: Page) => page.locator('.message-content').allTextContents();

test(
  'a guild is shown with its channels, members with presence, and roles',
  options,
  inGuilds(async ({ page }) => {
    await page.locator('#members li').nth(2).waitFor();
    assert.deepEqual(await page.locator('#guild-channels .title').allTextContents(), [
      '# rules',
      'Text',
      '# general',
      'Voice',
      '♪ Lounge',
    ]);
    const [bob] = await page.locator('#members li').allTextContents();
    assert.match(bob ?? '', /bob the builder.*do not disturb.*bob#0001 · Playing Chess · Admins · Players/s);
    assert.deepEqual(await page.locator('#roles li').allTextContents(), [
      'Admins1 member',
      'Players2 members',
    ]);
    const color = await page
      .locator('#roles .role-color')
      .first()
      .evaluate((mark) => mark.ownerDocument.defaultView?.getComputedStyle(mark).backgroundColor);
    assert.equal(color, 'rgb(231, 76, 60)');
  }),
);

test(
  'a message is written with Enter and arrives in the other page, as do changes and deletions',
  options,
  inGuilds(async ({ harness, other, page }) => {
    await page.locator('#messages li').nth(2).waitFor();
    const field = page.getByLabel('Message', { exact: true });
    await field.fill('first line');
    await field.press('Shift+Enter');
    await field.pressSequentially('second line');
    await field.press('Enter');
    await other.getByText('first line\nsecond line').waitFor();
    await eventually(async () => (await field.inputValue()) === '');
    assert.deepEqual(harness.client.sent, [{ channelId: '312', content: 'first line\nsecond line' }]);
    harness.client.dispatch('MESSAGE_UPDATE', message('1001', '312', { content: 'changed' }));
    harness.client.dispatch('MESSAGE_DELETE', { id: '1002', channel_id: '312' });
    for (const one of [page, other]) {
      await one.getByText('changed').waitFor();
      await eventually(async () => !(await contents(one)).some((text) => text.startsWith('I do')));
    }
  }),
);

test(
  'a message that is refused stays in its field, with the reason',
  options,
  inGuilds(async ({ complaints, harness, page }) => {
    await page.locator('#messages li').first().waitFor();
    harness.client.refusal = new ServiceError('Missing Permissions', 403, 50013);
    const field = page.getByLabel('Message', { exact: true });
    await field.fill('hello');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('Missing Permissions').waitFor();
    assert.equal(await field.inputValue(), 'hello');
    assert.ok(complaints.splice(0).every((one) => one.includes('409')));
  }),
);

test(
  'messages are read by scrolling in both directions, and few of many are in the page',
  options,
  inGuilds(
    async ({ harness: { client }, page }) => {
      await page.getByText('message 1399', { exact: true }).waitFor();
      assert.equal((await contents(page)).length, 50);
      const scrollTo = (end: 'top' | 'bottom') =>
        page.locator('#messages-scroll').evaluate((scroll, where) => {
          scroll.scrollTop = where === 'top' ? 0 : scroll.scrollHeight;
        }, end);
      // What is read stays where it is while older ones are added above it.
      const readAt = () => page.locator('#messages li', { hasText: /message 1350$/ }).boundingBox();
      await scrollTo('top');
      await eventually(async () => (await contents(page)).length === 100);
      const box = await readAt();
      assert.ok(box !== null && box.y > 0 && box.y < 400, `message 1350 is at ${box?.y}`);
      for (const first of [1_250, 1_200, 1_150, 1_100, 1_050, 1_000]) {
        await scrollTo('top');
        await page.getByText(`message ${first}`, { exact: true }).waitFor({ state: 'attached' });
      }
      assert.equal((await contents(page)).length, 150);
      const elements = await page.locator('#messages *').count();
      assert.ok(elements <= 150 * 8, `${elements} elements`);
      await scrollTo('top');
      client.dispatch('MESSAGE_CREATE', message('1400', '312', { content: 'news' }));
      client.messagesOf.get('312')?.push(message('1400', '312', { content: 'news' }));
      await page.getByRole('button', { name: 'New messages' }).waitFor();
      for (const last of [1_199, 1_249]) {
        await scrollTo('bottom');
        await page.getByText(`message ${last}`, { exact: true }).waitFor({ state: 'attached' });
      }
      await page.getByRole('button', { name: 'New messages' }).click();
      await page.getByText('news', { exact: true }).waitFor();
      assert.equal((await contents(page)).length, 50);
      assert.equal(await page.getByRole('button', { name: 'New messages' }).isVisible(), false);
    },
    (harness) => {
      fillConsole(harness);
      harness.client.messagesOf.set('312', numbered(1_000, 400));
    },
  ),
);

test(
  'markdown, links and files are shown, and the person changes and deletes what they wrote',
  options,
  inGuilds(
    async ({ harness: { client }, page }) => {
      const first = page.locator('#messages li').first();
      await first.locator('strong', { hasText: 'bold' }).waitFor();
      const link = first.getByRole('link');
      assert.equal(await link.getAttribute('href'), 'https://a.example/');
      assert.equal(await link.getAttribute('rel'), 'noopener noreferrer');
      assert.equal(await first.getByText('secret').count(), 0);
      await first.getByRole('button', { name: 'Spoiler' }).click();
      await first.getByText('secret').waitFor();

      const field = page.getByLabel('Message', { exact: true });
      await page
        .getByLabel('Files')
        .setInputFiles({ name: 'map.png', mimeType: 'image/png', buffer: png(64, 48) });
      await page.getByText('1 file, 24 B').waitFor();
      await field.fill('x'.repeat(2_001));
      await page.getByText('2001 of 2000 characters').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Send' }).isDisabled(), true);
      await field.fill('look');
      await field.press('Enter');
      const own = page.locator('#messages li', { hasText: 'look' });
      await own.getByRole('link', { name: 'map.png' }).waitFor();
      assert.equal(client.sent[0]?.files?.[0]?.bytes.length, 24);

      client.answer = (method) => {
        const [sent] = client.messagesOf.get('312')?.slice(-1) ?? [];
        assert.ok(sent);
        const changed = { ...sent, content: 'see', edited_timestamp: '2026-01-02T03:04:05.000000+00:00' };
        if (method === 'PATCH') client.dispatch('MESSAGE_UPDATE', changed);
        else client.dispatch('MESSAGE_DELETE', { id: sent.id, channel_id: '312' });
        return method === 'PATCH' ? changed : null;
      };
      await own.getByRole('button', { name: 'Edit' }).click();
      assert.equal(await field.inputValue(), 'look');
      await field.fill('see');
      await page.getByRole('button', { name: 'Save' }).click();
      const edited = page.locator('#messages li', { hasText: 'see' });
      await edited.getByText('edited').waitFor();
      await edited.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await edited.waitFor({ state: 'detached' });
      const last = client.requests.map(({ method, body }) => [method, body]);
      assert.deepEqual(last, [
        ['PATCH', { content: 'see' }],
        ['DELETE', undefined],
      ]);
      // Of others, nothing can be changed.
      assert.equal(await page.locator('#messages').getByRole('button', { name: 'Delete' }).count(), 0);
    },
    (harness) => {
      fillConsole(harness);
      const content = '**bold** ||secret|| https://a.example/ <b>no</b>';
      const author = { id: '9', username: 'eve', discriminator: '0001', avatar: null };
      harness.client.messagesOf.set('312', [message('1000', '312', { content, author })]);
    },
  ),
);

test(
  'among many guilds one is found by words of its name',
  options,
  inGuilds(
    async ({ page }) => {
      await page.getByLabel('Find a guild').fill('GROUP 5 chess');
      await page.getByLabel('Find a guild').press('Enter');
      await eventually(() => new URL(page.url()).hash === '#guilds/505');
      await page.getByLabel('Find a guild').fill('nowhere');
      await page.getByText('No guild has this name.').waitFor();
    },
    (harness) => {
      fillConsole(harness);
      for (let number = 500; number < 510; number += 1)
        harness.client.addGuild(guild(`${number}`, { name: `Chess group ${number - 500}` }));
    },
  ),
);

test(
  'guilds beyond those that are listed are counted, and a search says that they are left out',
  options,
  inConsole(
    async ({ page }) => {
      await openView(page, '#guilds');
      await page.getByText('2 more guilds are neither listed nor searched here').waitFor();
      await page.getByLabel('Find a guild').fill('nowhere');
      await page.getByText('None of the 500 listed guilds has this name.').waitFor();
    },
    ({ client }) => {
      for (let index = 0; index < 502; index += 1) client.addGuild(guild(String(10_000 + index)));
    },
  ),
);

test(
  'older messages stay after the connection was lost, unless some between them and the newest may be missing',
  options,
  inGuilds(
    async ({ harness: { client }, page }) => {
      await page.getByText('message 1119', { exact: true }).waitFor();
      await page.locator('#messages-scroll').evaluate((scroll) => scroll.scrollTo(0, 0));
      await eventually(async () => (await contents(page)).length === 100);
      for (const [count, shown] of [
        [130, 110],
        [300, 50],
      ] as const) {
        await setVisibility(page, 'hidden');
        client.messagesOf.set('312', numbered(1_000, count));
        await setVisibility(page, 'visible');
        await page.getByText(`message ${999 + count}`, { exact: true }).waitFor();
        assert.equal((await contents(page)).length, shown);
      }
    },
    (harness) => {
      fillConsole(harness);
      harness.client.messagesOf.set('312', numbered(1_000, 120));
    },
  ),
);

test(
  'a new channel, role or member appears, and a channel is opened by its link or its URL',
  options,
  inGuilds(async ({ harness: { client }, other, page }) => {
    client.dispatch('CHANNEL_CREATE', textChannel('390', { guild_id: '300', name: 'news', position: 9 }));
    for (const one of [page, other]) await one.getByRole('link', { name: '# news' }).waitFor();
    await page.getByRole('link', { name: '# rules' }).click();
    await page.getByText('No shouting.').waitFor();
    assert.equal(new URL(page.url()).hash, '#guilds/300/310');
    await page.goBack();
    await page.getByText('Who plays tonight?').waitFor();
    await page.locator('#guild-select').selectOption('Guild 200');
    await page.locator('#guild-channels').getByText('Lounge').waitFor();
    await page.getByRole('heading', { name: 'No text channel' }).waitFor();
    client.dispatch('GUILD_DELETE', { id: '200' });
    await page.getByText('This guild does not exist, or you are not in it.').waitFor();
    await page.getByRole('link', { name: 'Your guilds' }).click();
    await page.getByRole('heading', { name: '# rules' }).waitFor();
  }),
);

test(
  'an address without a channel opens no other one, and the channel once it is there',
  options,
  inGuilds(async ({ harness: { client }, page }) => {
    const missing = page.getByText('This channel does not exist, or you may not view it.');
    const field = page.getByLabel('Message', { exact: true });
    for (const hash of ['#guilds/123/456', '#guilds/abc/1', '#guilds/300/999', '#guilds/300/300']) {
      await openView(page, hash);
      await missing.waitFor();
      assert.equal(await field.isVisible(), false, hash);
      assert.equal(new URL(page.url()).hash, hash);
      await page.getByRole('link', { name: 'Your guilds' }).click();
      await field.waitFor();
    }
    await openView(page, '#guilds/400');
    await page.getByText('This guild does not exist, or you are not in it.').waitFor();
    await openView(page, '#guilds/400/490');
    await missing.waitFor();
    client.addGuild(guild('400'));
    client.dispatch('CHANNEL_CREATE', textChannel('490', { guild_id: '400', name: 'late' }));
    await page.getByRole('heading', { name: '# late' }).waitFor();
    assert.equal(await missing.isVisible(), false);
  }),
);

test(
  'the view receives nothing while another one is shown',
  options,
  inConsole(async ({ page }) => {
    const paths: string[] = [];
    page.on('websocket', (socket) => paths.push(new URL(socket.url()).pathname));
    await openView(page, '#voice');
    await eventually(() => paths.includes('/streams/GET/voice/live'));
    assert.deepEqual(
      paths.filter((path) => /guilds|channels/.test(path)),
      [],
    );
  }, fillConsole),
);

test(
  'a guild with ten thousand members is shown soon, with the number of those that are not listed',
  options,
  inConsole(
    async ({ page }) => {
      await openView(page, '#guilds/400');
      await page.getByText('and 9800 more').waitFor();
      assert.equal(await page.locator('#members li').count(), 200);
    },
    ({ client }) => {
      const plain = guild('400');
      const [ada] = plain.members;
      assert.ok(ada);
      const members = Array.from({ length: 10_000 }, (_, index) => ({
        ...ada,
        user: { ...ada.user, id: String(index + 1), username: `member ${index}` },
      }));
      client.addGuild({ ...plain, members, member_count: 10_000 });
    },
  ),
);

const HOSTILE = [
  '<img src=x onerror="globalThis.hacked=1">',
  '\u202eevil\u202d\u0000',
  'Z̸̢̛͎a̶͝l̵̄g̸̎o̷'.repeat(80),
  'x'.repeat(1900),
  'שלום',
];

test(
  'names and messages of others stay text, and the view fits widths from 360 to 3840 pixels',
  options,
  inGuilds(
    async ({ page }) => {
      await page.locator('#messages').getByText('[U+202E]evil[U+202D][U+0000]').first().waitFor();
      await assertFits(page, [360, 768, 1440, 3840]);
      await assertTextOnly(page);
    },
    (harness) => {
      fillConsole(harness);
      const { client } = harness;
      client.messagesOf.set(
        '312',
        HOSTILE.map((content, index) => message(String(2_000 + index), '312', { content })),
      );
      for (const [index, name] of HOSTILE.entries()) {
        const id = String(900 + index);
        client.dispatch('CHANNEL_CREATE', textChannel(id, { guild_id: '300', name, topic: name }));
        const user = { id, username: name, discriminator: '0001', avatar: null };
        client.dispatch('GUILD_MEMBER_ADD', {
          ...{ guild_id: '300', user, roles: ['301'], joined_at: '2018-01-01T00:00:00.000000+00:00' },
          ...{ deaf: false, mute: false, flags: 0 },
        });
      }
    },
  ),
);
