import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { closeContexts, noChromium, sharedChromium } from '../helpers/chromium.js';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { openPage } from './console-page.js';

/** The playground of the console against a whole daemon (docs/for-games.md, Playground). */

interface Demo {
  readonly application: { readonly id: string; readonly client_secret: string };
}

const options = { skip: noChromium };
let daemon: TestDaemon;
let demo: Demo;
before(async () => {
  daemon = await TestDaemon.start();
  demo = await daemon.cli<Demo>('demo');
});
after(() => daemon.stop());

/** Opens the playground as `guildhall playground` does, connected as the demo's application. */
async function openPlayground() {
  const { url } = await daemon.cli<{ url: string }>('playground', '--no-open');
  const { page, complaints } = await openPage(await sharedChromium());
  await page.goto(url);
  await page.getByRole('heading', { name: 'Connect as an application' }).waitFor();
  await page.locator('#playground-application').selectOption(demo.application.id);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.locator('#playground-state').getByText('acting for nobody yet').waitFor();
  const frames = page.locator('#playground-frames li');
  return { page, complaints, frames };
}

const listSessions = () => daemon.cli<{ readonly id: string }[]>('sessions', 'list');

/** The connection of the playground, once those of pages that were closed before have ended. */
function onlySession() {
  return eventually(async () => {
    const [session, ...others] = await listSessions();
    return others.length === 0 && session;
  });
}

test('a command before consent is answered with 4006; after consent with its data', options, async () => {
  try {
    const { page, complaints, frames } = await openPlayground();
    await frames.filter({ hasText: 'READY' }).waitFor();
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await send.click();
    await frames.filter({ hasText: 'GET_GUILDS ERROR' }).waitFor();
    const state = page.locator('#playground-reply');
    await state.getByRole('heading', { name: 'GET_GUILDS failed' }).waitFor();

    await page.getByLabel('Secret of the application').fill(demo.application.client_secret);
    await page.getByRole('button', { name: 'Ask for access' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Allow once' }).click();
    await frames.filter({ hasText: 'AUTHENTICATE' }).nth(1).waitFor();
    await page.getByText(/^Connected as .*, acting for \w+#\d{4}$/).waitFor();
    await send.click();
    await state.getByRole('heading', { name: 'Reply to GET_GUILDS' }).waitFor();
    const box = await state.boundingBox();
    assert.ok(
      box !== null && box.y >= 0 && box.y < (page.viewportSize()?.height ?? 0),
      'the reply is in view',
    );
    const replies = page.locator('#playground-frames li[data-direction="sent"]:not([data-error])');
    const reply = replies.filter({ hasText: 'GET_GUILDS' });
    await reply.locator('summary').click();
    await reply.getByText('"guilds": [').waitFor();

    for (const summary of await frames.locator('summary').all()) await summary.click();
    const shown = (await page.locator('#playground-view').textContent()) ?? '';
    assert.match(shown, /\[hidden\]/);
    assert.equal(shown.includes(demo.application.client_secret), false);
    assert.equal(await page.getByLabel('Secret of the application').inputValue(), '');
    assert.deepEqual(complaints, []);
  } finally {
    await closeContexts(await sharedChromium());
  }
});

test(
  'events, filters and faulty arguments show, and the connection ends with its page',
  options,
  async () => {
    try {
      const { page, frames } = await openPlayground();
      await page.locator('#playground-command').selectOption('SUBSCRIBE');
      await page.locator('#playground-event').selectOption('MESSAGE_CREATE');
      assert.match(await page.locator('#playground-arguments').inputValue(), /"channel_id": ""/);
      await page.locator('#playground-arguments').fill('{');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText('The arguments are not JSON').waitFor();
      await page.getByLabel('Frames shown').selectOption('received');
      assert.equal(await frames.count(), 0);
      await page.getByLabel('Frames shown').selectOption('');
      assert.ok((await frames.count()) > 0);

      await onlySession();
      await page.close();
      await eventually(async () => (await listSessions()).length === 0);
    } finally {
      await closeContexts(await sharedChromium());
    }
  },
);

test(
  'over IPC the playground shows an activity without consent, and commands that exist there alone',
  options,
  async () => {
    try {
      const { page, complaints, frames } = await openPlayground();
      assert.equal(await page.locator('#playground-command option', { hasText: 'SET_ACTIVITY' }).count(), 0);
      await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
      await page.getByLabel('Over').selectOption('ipc');
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page
        .locator('#playground-state')
        .getByText(/^Connected as /)
        .waitFor();
      const activity = { state: 'Menu', secrets: { join: 'join-secret' } };
      await page.locator('#playground-arguments').fill(JSON.stringify({ pid: 1, activity }));
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const reply = frames.and(page.locator('[data-direction="sent"]')).filter({ hasText: 'SET_ACTIVITY' });
      await reply.locator('summary').click();
      await reply.getByText('"state": "Menu"').waitFor();
      assert.doesNotMatch((await page.locator('#playground-view').textContent()) ?? '', /"join-secret"/);
      assert.deepEqual(complaints, []);
    } finally {
      await closeContexts(await sharedChromium());
    }
  },
);

test('the person can close the connection of the playground', options, async () => {
  try {
    const { page } = await openPlayground();
    await daemon.cli('sessions', 'kick', (await onlySession()).id);
    await page.getByText('Not connected: 1000 Closed by the user').waitFor();
  } finally {
    await closeContexts(await sharedChromium());
  }
});
