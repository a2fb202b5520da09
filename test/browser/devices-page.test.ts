import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ControlHarness } from '../control/control-harness.js';
import { noChromium } from '../helpers/chromium.js';
import { eventually } from '../helpers/eventually.js';
import { REPORT_TERMS } from '../helpers/report-terms.js';
import { type Console, inConsole } from './console-page.js';
import { assertFits, assertTextOnly } from './page-checks.js';

const options = { skip: noChromium };
const MICROPHONE = { id: '{MIC}', name: 'Studio Microphone', direction: 'input', is_default: true } as const;

/** Runs a test in the view of devices, opened by its link. */
function inDevices(run: (console: Console) => Promise<void>, prepare?: (harness: ControlHarness) => void) {
  return inConsole(async (console) => {
    await console.page.locator('#devices-link').click();
    await run(console);
  }, prepare);
}

test(
  'devices and drivers are shown and stay up to date, and the command of a hint can be copied',
  options,
  inDevices(async ({ harness, page }) => {
    await page.getByText('No microphone was found').waitFor();
    harness.hardware.setUnavailable('hid', 'no permission', 'let guildhall doctor --fix install a rule');
    harness.hardware.sound.plug(MICROPHONE);
    await page.getByText('Studio Microphone').waitFor();
    await page.getByText('default', { exact: true }).waitFor();
    const driver = page.locator('#drivers li').filter({ hasText: 'Other devices (HID)' });
    await driver.getByText('does not work').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await driver.getByRole('button', { name: 'Show command' }).click();
    await driver.getByText('guildhall doctor --fix', { exact: true }).waitFor();
    await driver.getByRole('button', { name: 'Copy' }).click();
    await driver.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'guildhall doctor --fix');
    harness.hardware.sound.unplug(MICROPHONE.id);
    await page.getByText('No microphone was found').waitFor();
  }),
);

test(
  'a device says what it takes over while a vendor certifies it, and buttons name what they belong to',
  options,
  inDevices(async ({ harness, page }) => {
    const { hardware } = harness;
    const vendor = { name: 'Acme', url: 'https://acme.example' };
    const device = { type: 'audioinput' as const, id: MICROPHONE.id, vendor, model: vendor, related: [] };
    const numbers = { vendor_id: 1, product_id: 2, usage_page: 11, usage: 5 };
    hardware.hid.push({ id: 'h', name: 'Headset Buttons', container: 'usb:1', ...numbers });
    hardware.sound.plug({ ...MICROPHONE, container: 'usb:1' });
    const microphone = page.locator('#devices-inputs li');
    const buttons = page.locator('#devices-others li').filter({ hasText: 'Headset Buttons' });
    await microphone.waitFor();
    assert.equal(await microphone.locator('.certified').count(), 0);
    hardware.certifiedDevices.set('tool', [{ ...device, noise_suppression: true }], REPORT_TERMS);
    await microphone.getByText('certified', { exact: true }).waitFor();
    await microphone.getByText('Acme Acme: takes over noise suppression').waitFor();
    await buttons.getByText('of Studio Microphone').waitFor();
    hardware.certifiedDevices.clear('tool');
    await microphone.getByText('certified').waitFor({ state: 'detached' });
    hardware.sound.unplug(MICROPHONE.id);
    await buttons.getByText('of Studio Microphone').waitFor({ state: 'detached' });
  }),
);

test(
  'an input is measured on demand, and the one in use while the view is visible',
  options,
  inDevices(
    async ({ harness: { hardware, sound }, page }) => {
      const row = page.locator('#devices-inputs li');
      await row.getByRole('button', { name: 'Measure' }).click();
      await eventually(async () => {
        hardware.sound.sound(MICROPHONE.id, -20);
        return (await row.getByText('-20 dB').count()) === 1;
      });
      await row.getByRole('button', { name: 'Stop' }).click();
      await row.getByText('–', { exact: true }).waitFor();
      assert.equal(sound.watchers, 0);

      sound.use({ input: MICROPHONE.id, output: null });
      await row.getByText('in use').waitFor();
      await eventually(() => sound.watchers === 1);
      sound.measure({ level: -33, threshold: null, isOpen: true });
      await row.getByText('-33 dB').waitFor();
      await page.locator('#overview-link').click();
      await eventually(() => sound.watchers === 0);
      await page.locator('#devices-link').click();
      await eventually(() => sound.watchers === 1);
      sound.use({ input: null, output: null });
      await eventually(() => sound.watchers === 0);
      await row.getByRole('button', { name: 'Measure' }).waitFor();
    },
    ({ hardware }) => hardware.sound.plug(MICROPHONE),
  ),
);

test(
  'the test area says that there is nothing to press',
  options,
  inDevices(async ({ harness, page }) => {
    harness.hardware.keys.hasKeys = false;
    await page.getByRole('button', { name: 'Test keys' }).click();
    await page.getByText('No keyboard, mouse or gamepad is connected').waitFor();
  }),
);

test(
  'the test area shows keys and buttons until it loses the focus, and keeps nothing',
  options,
  inDevices(async ({ complaints, harness, page }) => {
    const { keys } = harness.hardware;
    const start = page.getByRole('button', { name: 'Test keys' });
    const area = page.locator('#key-test');
    const begin = async () => {
      await start.click();
      await page.getByText('Press keys or buttons…').waitFor();
      await eventually(() => keys.listening);
    };
    await begin();
    keys.press('ctrl', 'i');
    await area.getByText('ctrl + i').waitFor();
    keys.release('i', 'ctrl');
    keys.press('gamepad a');
    await page.locator('#key-test-keys').getByText('gamepad a').waitFor();
    await page.locator('#key-test-history').getByText('ctrl + i').waitFor();
    keys.release('gamepad a');
    // Keys must not press buttons of the page while they are tested.
    await page.keyboard.press('Enter');
    assert.equal(await area.evaluate((element) => element.matches(':focus')), true);
    await page.keyboard.press('Escape');
    await area.waitFor({ state: 'hidden' });
    await eventually(() => !keys.listening);
    assert.equal(await area.getByText('gamepad a').count(), 0);

    await begin();
    await page.keyboard.press('Tab');
    await eventually(() => !keys.listening);
    await begin();
    await page.locator('#overview-link').click();
    await eventually(() => !keys.listening);
    assert.deepEqual(complaints, []);
  }),
);

test(
  'axes of gamepads are shown as the browser reads them',
  options,
  inDevices(async ({ page }) => {
    await page.evaluate(`navigator.getGamepads = () => [null, { id: 'Pad', axes: [0.5, -1] }]`);
    await page.getByRole('button', { name: 'Test keys' }).click();
    await page.locator('#key-test-gamepads').getByText('Pad').waitFor();
    const axis = page.locator('#key-test-gamepads meter').nth(1);
    await eventually(async () => (await axis.getAttribute('value')) === '-1');
  }),
);

const HOSTILE = ['<img src=x onerror="globalThis.hacked=1">', '\u202eevil\u202d\u0000', 'x'.repeat(2000)];

test(
  'names of devices stay text, and the view fits widths from 360 px',
  options,
  inDevices(
    async ({ page }) => {
      await page.locator('#devices-inputs li').nth(2).waitFor();
      await assertFits(page, [360, 800, 1600]);
      await assertTextOnly(page);
    },
    ({ hardware }) => {
      for (const [index, name] of HOSTILE.entries()) {
        hardware.sound.plug({ ...MICROPHONE, id: `m${index}`, name });
        hardware.gamepads.push({ id: `g${index}`, name, guid: '0'.repeat(32), mapping: 'none' });
      }
    },
  ),
);
