import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consentRequest, rpcSession } from '../control/requests.js';
import { noChromium } from '../helpers/chromium.js';
import { eventually } from '../helpers/eventually.js';
import { addRoleGuild } from '../helpers/role-guild.js';
import { inConsole, openView } from './console-page.js';
import { assertTextOnly } from './page-checks.js';

const options = { skip: noChromium };
const MICROPHONE = { id: '{MIC}', name: 'Studio Microphone', direction: 'input', is_default: true } as const;

test(
  'the overview shows what needs attention, with a link to it',
  options,
  inConsole(async ({ harness, page }) => {
    await page.getByText('Programs connect to port 6463', { exact: true }).waitFor();
    harness.daemonProcess = { ...harness.daemonProcess, earlier_servers: ['port 6462 by node (pid 7)'] };
    harness.hardware.setUnavailable('keyboard-mouse', 'no DISPLAY', 'Log in to a desktop.');
    await page.getByText('Keyboard and mouse: no DISPLAY').waitFor();
    await page
      .getByText(
        'Programs connect to port 6463, but reach another server first: port 6462 by node (pid 7); 1 driver does not work',
      )
      .waitFor();
    harness.hardware.sound.plug(MICROPHONE);
    await page.getByText('1 microphone, 0 speakers, 0 gamepads').waitFor();
    await page.getByRole('link', { name: 'Show Keyboard and mouse' }).click();
    await page.getByRole('heading', { name: 'Drivers' }).waitFor();
  }),
);

test(
  'the counts of the overview fill their rows in each width',
  options,
  inConsole(async ({ page }) => {
    const counts = page.locator('#counts > li');
    await counts.first().waitFor();
    for (const [width, columns] of [
      [1440, 4],
      [961, 4],
      [768, 2],
      [360, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const tops = await counts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      const inFirstRow = tops.filter((top) => top === tops[0]).length;
      assert.deepEqual([tops.length, inFirstRow], [4, columns], `at ${width} pixels`);
    }
  }),
);

test(
  'the overview names the applications that are connected, and counts requests that wait for an answer',
  options,
  inConsole(async ({ harness, page }) => {
    await page.getByText('0 applications connected', { exact: true }).waitFor();
    await page.getByText('No request waits for your answer').waitFor();
    const evil = { id: '8', name: '\u202e<img src=x onerror="globalThis.hacked=1">', icon: null };
    harness.sessions.push(rpcSession('a'), rpcSession('b'), rpcSession('c', { application: evil }));
    await page.getByText('3 applications connected: Game, [U+202E]<img').waitFor();
    await assertTextOnly(page);
    const gone = new AbortController();
    void harness.consent.ask(consentRequest(), gone.signal);
    // It is below the dialog.
    await page.locator('#counts').getByText('1 request waits for your answer').waitFor();
    gone.abort();
    await page.getByText('No request waits for your answer').waitFor();
  }),
);

test(
  'the first steps are listed until all of them are done, and what doctor finds is counted',
  options,
  inConsole(
    async ({ harness, page }) => {
      const steps = page.locator('#first-steps li');
      await steps.first().waitFor();
      assert.deepEqual(await steps.evaluateAll((all) => all.map((one) => one.getAttribute('data-done'))), [
        'false',
        'false',
        'false',
        'true',
      ]);
      const findings = page.getByRole('link', { name: /^\d+ (warning|error)/ });
      await findings.waitFor();
      await openView(page, '#voice');
      await findings.click();
      await page.locator('#health-view').waitFor();
      await eventually(async () => !(await findings.isVisible()));
      await openView(page, '#overview');
      addRoleGuild(harness.client);
      harness.sessions.push(rpcSession('a'));
      harness.hardware.sound.plug(MICROPHONE);
      await page.getByText('Choose microphone and speaker').waitFor();
      harness.hardware.sound.plug({ ...MICROPHONE, id: '{SPEAKER}', direction: 'output' });
      await steps.first().waitFor({ state: 'detached' });
    },
    ({ hardware }) => hardware.setUnavailable('gamepad', 'no permission', 'Log in again.'),
  ),
);

test(
  'where nobody is signed in, the overview and the guilds say how to sign in',
  options,
  inConsole(async ({ harness, page }) => {
    harness.client.signInState = 'out';
    harness.client.setConnected(false);
    await page.locator('#attention').getByText('Sign in with: guildhall login').waitFor();
    await openView(page, '#guilds');
    await page
      .locator('#guilds-signed-out')
      .getByText('Nobody is signed in. Sign in with: guildhall login')
      .waitFor();
    assert.equal(await page.getByText('You are in no guild yet').isVisible(), false);
  }),
);
