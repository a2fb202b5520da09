import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createConsoleAddress } from '#guildhall/control/operations/status.js';
import type { PendingRequest } from '#guildhall/rpc/activities/activity-requests.js';
import { withControl } from '../control/control-harness.js';
import { consentRequest } from '../control/requests.js';
import { closeContexts, noChromium, sharedChromium } from '../helpers/chromium.js';
import { eventually } from '../helpers/eventually.js';
import { freePort } from '../helpers/free-port.js';
import { addVoiceGuild, setVoiceState } from '../helpers/voice-guild.js';
import { type Console, inConsole, openPage } from './console-page.js';
import { assertTextOnly } from './page-checks.js';

const options = { skip: noChromium };
const OBS = { width: 300, height: 400 };
const PHONE = { width: 360, height: 740 };
const F1 = { type: 0 as const, code: 58, name: 'F1' };

/** Runs a test in the dock of a browser that is signed in to the console. */
function inDock(run: (console: Console) => Promise<void>) {
  return inConsole(async (console) => {
    await console.page.setViewportSize(OBS);
    await console.page.goto(new URL('/dock', console.page.url()).href);
    await console.page.locator('#dock-buttons:enabled').waitFor();
    await run(console);
  });
}

async function assertNoScrollSideways(page: Page): Promise<void> {
  for (const size of [OBS, PHONE]) {
    await page.setViewportSize(size);
    const isWide = await page.locator('html').evaluate((root) => root.scrollWidth > root.clientWidth);
    assert.equal(isWide, false, `the dock is wider than ${size.width} px`);
  }
}

test(
  'the dock shows the voice channel, mutes and deafens, and shows when push-to-talk sends',
  options,
  inDock(async ({ harness, page }) => {
    const { client, link, sound, voice } = harness;
    await page.getByRole('heading', { name: 'You are in no voice channel.' }).waitFor();
    addVoiceGuild(client);
    for (const id of ['1', '2']) setVoiceState(client, id, '12', { self_mute: id === '2' });
    await page.getByRole('heading', { name: 'Lounge – Guild 200' }).waitFor();
    const row = (name: string) => page.locator('#voice-members li').filter({ hasText: name });
    await row('bob').getByText('muted', { exact: true }).waitFor();
    assert.equal(await page.getByRole('slider').count(), 0);

    const sending = page.locator('#dock-sending');
    await sending.getByText('You are heard when you speak').waitFor();
    await voice.changeOwn({ mode: { type: 'PUSH_TO_TALK' } });
    await sending.getByText('push-to-talk has no key').waitFor();
    await voice.changeOwn({ mode: { shortcut: [F1] } });
    await sending.getByText('Hold F1 to be heard').waitFor();
    link.emit('speakingStart', { channelId: '12', userId: '1' });
    await sending.getByText('You are heard: F1').waitFor();
    await row('ada').getByText('speaking').waitFor();

    const [mute, deafen] = ['Mute', 'Deafen'].map((name) => page.getByRole('button', { name }));
    await mute?.click();
    await eventually(async () => (await voice.settings()).mute);
    await sending.getByText('Nothing is sent: you are muted').waitFor();
    await mute?.click();
    await eventually(async () => !(await voice.settings()).mute);
    await deafen?.click();
    await eventually(async () => (await voice.settings()).deaf);
    assert.equal(sound.watchers, 0, 'the dock opened the microphone');
    await assertNoScrollSideways(page);
  }),
);

test(
  'requests are decided in the dock, whatever their names are',
  options,
  inDock(async ({ harness, page, dialog }) => {
    const name = '<img src=x onerror="globalThis.hacked=1">'.repeat(20);
    const answer = harness.consent.ask(
      consentRequest({ name, scopes: ['rpc', 'messages.read'] }),
      new AbortController().signal,
    );
    await page.locator('#consent-once:enabled').waitFor();
    for (const button of ['Deny', 'Allow once', 'Allow']) {
      const box = await dialog.getByRole('button', { name: button, exact: true }).boundingBox();
      assert.ok(box !== null && box.y + box.height <= OBS.height, `${button} is out of view`);
    }
    await assertTextOnly(page);
    await assertNoScrollSideways(page);
    await dialog.getByRole('button', { name: 'Allow once' }).click();
    assert.equal((await answer).allowed, true);

    const asked: PendingRequest = {
      ...{ id: 'r1', kind: 'ask', direction: 'received', action: 'join', state: 'waiting', expiresAt: 0 },
      ...{ applicationId: '7', user: { id: '2', username: 'bob', discriminator: '0001', avatar: null } },
    };
    harness.activityRequests.set([asked, { ...asked, id: 'r0', state: 'declined' }]);
    await page.getByRole('button', { name: 'Accept' }).click();
    await eventually(() => harness.activityRequests.done.includes('accept r1'));
    assert.equal(await page.locator('#join-requests li').count(), 1);
    harness.activityRequests.set([{ ...asked, state: 'accepted' }]);
    await page.getByText('Playing together').waitFor({ state: 'hidden' });
  }),
);

test(
  'the address of a dock signs it in once, leads to its session when it is opened again, and survives a restart',
  options,
  withControl(async (harness) => {
    const browser = await sharedChromium();
    try {
      const port = await freePort();
      await harness.server.stop();
      await harness.startServer(port);
      const { url } = await harness.daemon.call(createConsoleAddress, {}, { view: 'dock' });
      const { page } = await openPage(browser);
      const live = page.getByText('Live', { exact: true });
      await page.goto(url);
      await live.waitFor();
      assert.equal(page.url(), `${harness.server.pageUrl}dock`);
      await page.goto('about:blank');
      await page.goto(url);
      await live.waitFor();
      await page.goto('about:blank');
      await harness.server.stop();
      await harness.startServer(port);
      await page.goto(url);
      await live.waitFor();
      assert.equal(page.url(), `${harness.server.pageUrl}dock`);
      const { page: other } = await openPage(browser);
      await other.goto(url);
      await other.getByText('Not signed in', { exact: true }).waitFor();
    } finally {
      await closeContexts(browser);
    }
  }),
);

test(
  'the voice view leads to the dock',
  options,
  inConsole(async ({ page }) => {
    await page.getByRole('link', { name: 'Voice', exact: true }).click();
    const [dock] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Small page for a dock or a phone' }).click(),
    ]);
    await dock.getByText('Live', { exact: true }).waitFor();
    assert.equal(await dock.title(), 'Dock · Guildhall');
  }),
);
