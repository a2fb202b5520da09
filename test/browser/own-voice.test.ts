import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noChromium } from '../helpers/chromium.js';
import { eventually } from '../helpers/eventually.js';
import { inConsole, untilComplete } from './console-page.js';

const options = { skip: noChromium };
/** Delays replies to operations until `releaseReplies` is called. Before one, the page may ask for a proof. */
const DELAY_REPLIES = `
  const send = window.fetch;
  const released = new Promise((resolve) => { window.releaseReplies = resolve; });
  window.fetch = async (...request) => {
    const response = await send(...request);
    if (String(request[0]).includes('/api/')) await released;
    return response;
  };`;
const GAME = {
  application: { id: '100', name: 'Game' },
  id: 'connection',
  userId: '1',
  mayNameKeys: () => false,
};

test(
  'a person changes mute and volumes, and sees changes of applications',
  options,
  inConsole(async ({ harness, page }) => {
    const section = page.locator('#own-voice');
    await section.getByRole('button', { name: 'Mute' }).click();
    await eventually(async () => (await harness.voice.settings()).mute);
    await section.getByLabel('Microphone volume').fill('40');
    await section.getByText('40\u00a0%').waitFor();
    await eventually(async () => (await harness.voice.settings()).input.volume === 40);
    await harness.voice.changeOwn({ output: { volume: 150 } });
    await section.getByText('150\u00a0%').waitFor();
    harness.voice.enter(GAME);
    await harness.voice.change(GAME, { deaf: true });
    await section.getByRole('button', { name: 'Deafen', pressed: true }).waitFor();
  }),
);

test(
  'a reply that an update overtakes does not replace newer settings',
  options,
  inConsole(async ({ harness, page }) => {
    const section = page.locator('#own-voice');
    await page.evaluate(DELAY_REPLIES);
    const deafened = section.getByRole('button', { name: 'Deafen', pressed: true });
    const slider = section.getByLabel('Microphone volume');
    await slider.fill('40');
    await eventually(async () => (await harness.voice.settings()).input.volume === 40);
    harness.voice.enter(GAME);
    await harness.voice.change(GAME, { deaf: true, input: { volume: 77 } });
    await deafened.waitFor();
    await page.evaluate('releaseReplies()');
    // Until its reply is there, the control shows what the person chose.
    await eventually(async () => (await slider.inputValue()) === '77');
    assert.equal(await deafened.count(), 1);
  }),
);

test(
  'a refused change is explained, and the control shows the value of the daemon again',
  options,
  inConsole(async ({ complaints, page }) => {
    const section = page.locator('#own-voice');
    const json = { error: { message: 'the settings cannot be saved', hint: 'Make space.' } };
    await page.route('**/api/voice/settings', (route) => route.fulfill({ status: 500, json }));
    await section.getByRole('button', { name: 'Mute' }).click();
    await section.getByRole('alert').getByText('the settings cannot be saved. Make space.').waitFor();
    await section.getByRole('button', { name: 'Mute', pressed: false }).waitFor();
    // Chromium reports every refused request.
    assert.equal(complaints.splice(0).length, 1);
  }),
);

test(
  'a slider that is dragged stays in its place when settings change elsewhere, and its value is sent',
  options,
  inConsole(async ({ harness, page }) => {
    const section = page.locator('#own-voice');
    const slider = section.getByLabel('Microphone volume');
    await untilComplete(page);
    const box = (await slider.boundingBox()) ?? assert.fail();
    const [left, middle] = [box.x + box.width * 0.25, box.y + box.height / 2];
    await page.mouse.move(left, middle);
    await page.mouse.down();
    await page.mouse.move(left + 1, middle);
    const dragged = Number(await slider.inputValue());
    assert.ok(dragged > 0 && dragged < 50, `${dragged}`);
    harness.voice.enter(GAME);
    await harness.voice.change(GAME, { deaf: true, input: { volume: 77 } });
    await section.getByRole('button', { name: 'Deafen', pressed: true }).waitFor();
    assert.equal(Number(await slider.inputValue()), dragged);
    await page.mouse.up();
    await eventually(async () => (await harness.voice.settings()).input.volume === dragged);
  }),
);
