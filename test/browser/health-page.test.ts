import assert from 'node:assert/strict';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ControlHarness } from '../control/control-harness.js';
import { noChromium } from '../helpers/chromium.js';
import { eventually } from '../helpers/eventually.js';
import { type Console, inConsole } from './console-page.js';
import { assertFits } from './page-checks.js';

const options = { skip: noChromium };

const line = (level: number, msg: string, fields: object = {}) =>
  `${JSON.stringify({ level, time: Date.now(), ...fields, msg })}\n`;

/** Runs a test in the view of health, opened by its link, of a daemon whose log has some lines. */
function inHealth(run: (console: Console) => Promise<void>, prepare?: (harness: ControlHarness) => void) {
  return inConsole(async (console) => {
    const { log } = console.harness.files;
    await writeFile(log, line(30, 'started', { port: 6463 }) + line(50, '<b>failed</b>\u202e'));
    await console.page.locator('#health-link').click();
    await run(console);
  }, prepare);
}

test(
  'findings of doctor are shown with what to do about them, and go away when the fault is gone',
  options,
  inHealth(
    async ({ harness, page }) => {
      const finding = page.locator('#findings li').filter({ hasText: 'gamepad: unavailable' });
      await finding.getByText('no permission').waitFor();
      assert.match((await finding.locator('.name').textContent()) ?? '', /^[A-Z]/);
      await finding.getByText('Log in to a desktop.').waitFor();
      await page.getByText(/checks? without a finding/).click();
      await page.locator('#findings-ok').getByText('node').first().waitFor();
      harness.hardware.drivers = () => [];
      await page.getByRole('button', { name: 'Check again' }).click();
      await finding.waitFor({ state: 'detached' });
    },
    ({ hardware }) => hardware.setUnavailable('gamepad', 'no permission', 'Log in to a desktop.'),
  ),
);

test(
  'a finding whose command opens the console has no command there',
  options,
  inHealth(
    async ({ page }) => {
      const finding = page.locator('#findings li').filter({ hasText: 'notifications are unavailable' });
      await finding.getByText('Requests are also in the console.').waitFor();
      assert.equal(await finding.getByRole('button', { name: 'Show command' }).count(), 0);
    },
    ({ notifier }) => {
      notifier.state = { available: false, reason: 'there is no session bus' };
    },
  ),
);

test(
  'the log is shown by level, filtered and live, as text',
  options,
  inHealth(async ({ harness, page }) => {
    const lines = page.locator('#log-lines > li');
    await eventually(async () => (await lines.count()) === 2);
    await lines.nth(1).getByText('<b>failed</b>[U+202E]').waitFor();
    await lines.nth(0).locator('summary').click();
    await lines.nth(0).getByText('"port": 6463').waitFor();
    await appendFile(harness.files.log, line(40, 'a warning'));
    await lines.nth(2).getByText('a warning').waitFor();
    await page.locator('#log-text').fill('WARNING');
    assert.equal(await lines.count(), 1);
    await page.locator('#log-text').fill('');
    await page.locator('#log-level').selectOption('error');
    await eventually(async () => (await lines.count()) === 1);
    await page.locator('#log-level').selectOption('info');
    await eventually(async () => (await lines.count()) === 3);
    await page.locator('#log-pause').click();
    await appendFile(harness.files.log, line(30, 'while paused'));
    await page.locator('#log-pause').click();
    await lines.getByText('while paused').waitFor();
  }),
);

test(
  'versions, paths and sizes are shown, and a backup is written until there are ten',
  options,
  inHealth(async ({ complaints, harness, page }) => {
    const { home, backups } = harness.files;
    await page.locator('#facts').getByText(home, { exact: true }).waitFor();
    await page.locator('#facts').getByText(process.versions.node).waitFor();
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.getByText(/^Wrote .*guildhall-\d{8}-\d{6}\.tar \(123\u00a0kB\)\.$/).waitFor();
    assert.equal(harness.backups.length, 1);
    await mkdir(backups);
    for (let file = 0; file < 10; file += 1) await writeFile(join(backups, `${file}.tar`), '');
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.getByRole('alert').getByText('There are 10 backups').waitFor();
    assert.equal(harness.backups.length, 1);
    // The browser reports the refusal.
    assert.equal(complaints.splice(0).length, 1);
  }),
);

test(
  'the log is followed only while the view is visible, which fits widths from 360 px',
  options,
  inHealth(async ({ harness, page }) => {
    await appendFile(harness.files.log, line(30, 'x'.repeat(2000)));
    await page.locator('#log-lines > li').nth(2).waitFor();
    await page.locator('#findings-state').getByText('checked at').waitFor();
    await assertFits(page, [360, 800, 1600]);
    await page.locator('#overview-link').click();
    // What was received is dropped with the stream, and nothing more arrives.
    await eventually(async () => (await page.locator('#log-lines > li').count()) === 0);
    await appendFile(harness.files.log, line(30, 'out of sight'));
    await page.locator('#overview-view').waitFor();
    assert.equal(await page.locator('#log-lines > li').count(), 0);
  }),
);
