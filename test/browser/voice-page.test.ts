import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import type { VoiceSettings } from '#guildhall/protocol/rpc/voice-settings.js';
import type { ControlHarness } from '../control/control-harness.js';
import { consentRequest } from '../control/requests.js';
import { noChromium } from '../helpers/chromium.js';
import { eventually } from '../helpers/eventually.js';
import { REPORT_TERMS } from '../helpers/report-terms.js';
import { addVoiceGuild, setVoiceState, voiceChannel } from '../helpers/voice-guild.js';
import { type Console, inConsole } from './console-page.js';
import { assertFits, assertTextOnly, setVisibility } from './page-checks.js';

const options = { skip: noChromium };
const GAME = {
  application: { id: '100', name: 'Game' },
  id: 'connection',
  userId: '1',
  mayNameKeys: () => false,
};
const MICROPHONE = { id: 'm', name: 'Studio Microphone', direction: 'input', is_default: false } as const;

/** Runs a test in the voice view, opened by its link. */
function inVoiceView(run: (console: Console) => Promise<void>, prepare?: (harness: ControlHarness) => void) {
  return inConsole(async (console) => {
    await console.page.getByRole('link', { name: 'Voice', exact: true }).click();
    await console.page.locator('#voice-settings:enabled').waitFor();
    await run(console);
  }, prepare);
}

/** Sets a slider as a person does who drags it. */
async function drag(page: Page, label: string | RegExp, value: number): Promise<void> {
  const slider = page.locator('#voice-view').getByLabel(label);
  await slider.fill(String(value));
}

/** Removes the browser's reports of refused requests; there must be one. */
function requireRefusals(complaints: string[]): void {
  const refusals = complaints.splice(0);
  assert.ok(refusals.length > 0);
  for (const text of refusals) assert.match(text, /Failed to load resource.* 503 /);
}

/** Waits until the voice settings of the daemon are as expected. */
function settled(
  { voice }: ControlHarness,
  isAsExpected: (settings: VoiceSettings) => boolean,
): Promise<unknown> {
  return eventually(async () => isAsExpected(await voice.settings()));
}

test(
  'a person chooses a guild and joins, changes and leaves voice channels',
  options,
  inVoiceView(
    async ({ harness: { client }, page }) => {
      const here = page.locator('#voice-here');
      await here.getByText('no voice channel').waitFor();
      await page.getByRole('combobox', { name: 'Guild' }).selectOption('Guild 200');
      await page.getByText('1: bob').waitFor();
      await page.getByRole('button', { name: 'Join: Lounge' }).click();
      await here.getByText('Lounge – Guild 200').waitFor();
      assert.equal(await page.getByRole('button', { name: 'You are here: Lounge' }).isDisabled(), true);
      assert.equal(await page.getByRole('button', { name: 'Move here: Full' }).isDisabled(), true);
      await page.getByText('1 of 1: carol · It is full.').waitFor();
      await page.getByRole('button', { name: 'Move here: Stage' }).click();
      await here.getByText('Stage – Guild 200').waitFor();
      await page.getByRole('button', { name: 'Leave' }).click();
      await here.getByText('no voice channel').waitFor();
      assert.deepEqual(client.moves, ['12', '13', null]);
    },
    ({ client }) => {
      const full = voiceChannel('14', { name: 'Full', position: 2, user_limit: 1 });
      const channels = [
        voiceChannel('12', { name: 'Lounge' }),
        voiceChannel('13', { name: 'Stage', position: 1 }),
        full,
      ];
      addVoiceGuild(client, { channels });
      setVoiceState(client, '2', '12');
      setVoiceState(client, '3', '14');
    },
  ),
);

/** The person, bob and carol in a channel. */
function together({ client }: ControlHarness): void {
  addVoiceGuild(client);
  for (const id of ['1', '2', '3']) setVoiceState(client, id, '12', { self_mute: id === '3' });
}

test(
  'those in the channel are shown with who speaks, and volume, balance and mute of each',
  options,
  inVoiceView(async ({ harness: { link, voice }, page }) => {
    const row = (name: string) => page.locator('#voice-members li').filter({ hasText: name });
    await row('ada').getByText('you').waitFor();
    await row('carol').getByText('muted', { exact: true }).waitFor();
    const speaking = row('bob').getByText('speaking');
    assert.equal(await speaking.isVisible(), false);
    link.emit('speakingStart', { channelId: '12', userId: '2' });
    await speaking.waitFor();
    link.emit('speakingStop', { channelId: '12', userId: '2' });
    await speaking.waitFor({ state: 'hidden' });

    await drag(page, 'Volume of bob', 150);
    await row('bob').getByText('150\u00a0%').waitFor();
    await drag(page, 'Balance of bob', -60);
    // Not `check`: an update with the value before may show for a moment.
    await row('bob').getByLabel('Mute bob for me').click();
    // Each change is a request of its own, and they arrive in any order.
    await eventually(() =>
      isDeepStrictEqual(voice.userSettings('2'), { volume: 150, mute: true, pan: { left: 1, right: 0.4 } }),
    );
    assert.equal(await row('ada').getByRole('slider').count(), 0);

    voice.enter(GAME);
    await voice.changeUser(GAME, '3', { volume: 20 });
    await eventually(async () => (await row('carol').getByLabel('Volume of carol').inputValue()) === '20');
  }, together),
);

test(
  'devices, volumes and switches change the person’s settings',
  options,
  inVoiceView(
    async ({ harness, page }) => {
      await page.getByRole('combobox', { name: 'Microphone' }).selectOption('Studio Microphone');
      await settled(harness, ({ input }) => input.device_id === 'm');
      await drag(page, 'Microphone volume', 40);
      await drag(page, 'Speaker volume', 130);
      await settled(harness, ({ input, output }) => input.volume === 40 && output.volume === 130);
      const switches = {
        echo_cancellation: 'Remove the echo',
        noise_suppression: 'Suppress background noise',
        automatic_gain_control: 'Adjust the volume automatically',
        qos: 'Ask the network',
        silence_warning: 'Warn if the microphone is silent',
      } as const;
      for (const [name, label] of Object.entries(switches)) {
        await page.getByLabel(label).click();
        await settled(harness, (settings) => !settings[name as keyof typeof switches]);
      }
      await page.getByRole('button', { name: 'Mute', exact: true }).click();
      await page.getByRole('button', { name: 'Deafen', exact: true }).click();
      await settled(harness, ({ deaf, mute }) => deaf && mute);
      await page.getByRole('button', { name: 'Mute', pressed: true }).click();
      await settled(harness, ({ mute }) => !mute);
    },
    ({ hardware }) => hardware.sound.plug(MICROPHONE),
  ),
);

test(
  'a slider that is being dragged does not follow the changes of others',
  options,
  inVoiceView(async ({ harness, page }) => {
    const slider = page.locator('#voice-view').getByLabel('Speaker volume');
    await slider.scrollIntoViewIfNeeded();
    const box = await slider.boundingBox();
    assert.ok(box !== null);
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 1, y, { steps: 5 });
    await harness.voice.changeOwn({ output: { volume: 30 }, input: { volume: 70 } });
    const other = page.locator('#voice-view').getByLabel('Microphone volume');
    await eventually(async () => (await other.inputValue()) === '70');
    assert.equal(await slider.inputValue(), '200');
    await page.mouse.up();
    await settled(harness, ({ output }) => output.volume === 200);
  }),
);

test(
  'a chosen device that is unplugged is replaced, and the page says so until it is back',
  options,
  inVoiceView(
    async ({ harness: { hardware, voice }, page }) => {
      const note = page.getByText('The chosen microphone is not plugged in');
      await voice.changeOwn({ input: { device_id: 'm' } });
      const device = page.getByRole('combobox', { name: 'Microphone' });
      await eventually(async () => (await device.inputValue()) === 'm');
      assert.equal(await note.isVisible(), false);
      hardware.sound.unplug('m');
      await note.waitFor();
      assert.equal(await device.inputValue(), 'default');
      hardware.sound.plug(MICROPHONE);
      await note.waitFor({ state: 'hidden' });
      assert.equal(await device.inputValue(), 'm');
    },
    ({ hardware }) => hardware.sound.plug(MICROPHONE),
  ),
);

test(
  'the level is shown live with the threshold, which is set by slider, number or automatically',
  options,
  inVoiceView(async ({ harness, page }) => {
    const { sound } = harness;
    assert.equal(sound.watchers, 1);
    const level = page.locator('#voice-level');
    const mark = page.locator('#voice-meter-mark');
    sound.measure({ level: -30, threshold: -48, isOpen: true });
    await level.getByText('-30 dB').waitFor();
    assert.equal(await mark.isVisible(), true);
    const part = await mark.evaluate((element) => element.style.getPropertyValue('--part'));
    assert.equal(Number(part), 0.52);
    assert.equal(await page.locator('#voice-meter-fill').getAttribute('data-open'), '');
    assert.equal(await page.getByRole('meter').getAttribute('aria-valuetext'), '-30\u00a0dB, is sent');

    await page.getByLabel('Find the threshold automatically').click();
    await settled(harness, ({ mode }) => !mode.auto_threshold);
    await drag(page, 'Threshold on the meter', -45);
    await settled(harness, ({ mode }) => mode.threshold === -45);
    const number = page.getByRole('spinbutton', { name: 'Threshold' });
    await eventually(async () => (await number.inputValue()) === '-45');
    await number.fill('-70');
    await number.press('Enter');
    await settled(harness, ({ mode }) => mode.threshold === -70);
    // What this page has changed itself is shown again as it comes back, in its order before this.
    await harness.voice.changeOwn({ mode: { threshold: -60 } });
    const slider = page.getByLabel('Threshold on the meter');
    await eventually(async () => (await slider.inputValue()) === '-60');
    await slider.press('ArrowRight');
    await settled(harness, ({ mode }) => mode.threshold === -59);
  }),
);

test(
  'the microphone is measured only while the view is visible',
  options,
  inVoiceView(async ({ harness: { sound }, page }) => {
    assert.equal(sound.watchers, 1);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'This computer', exact: true }).waitFor();
    await eventually(() => sound.watchers === 0);
    await page.getByRole('link', { name: 'Voice channels and all settings' }).click();
    await eventually(() => sound.watchers === 1);
    await page.reload();
    await page.getByRole('heading', { name: 'Your voice channel' }).waitFor();
    await eventually(() => sound.watchers === 1);
    await setVisibility(page, 'hidden');
    await eventually(() => sound.watchers === 0);
    await setVisibility(page, 'visible');
    await eventually(() => sound.watchers === 1);
  }),
);

test(
  'a key of push-to-talk is captured by pressing it, and Escape cancels that',
  options,
  inVoiceView(async ({ harness, page }) => {
    const { keys } = harness.hardware;
    await page.getByLabel('While I hold a key').click();
    await settled(harness, ({ mode }) => mode.type === 'PUSH_TO_TALK');
    await page.getByText('No key is set').waitFor();
    await page.getByRole('button', { name: 'Set key: push-to-talk' }).click();
    await page.getByText('Press a key, a button or a combination').waitFor();
    keys.press('space');
    keys.release('space');
    await page.locator('#voice-key-push-to-talk').getByText('space').waitFor();
    await settled(harness, ({ mode }) => mode.shortcut[0]?.code === 44);

    await page.getByRole('button', { name: 'Set key: push-to-talk' }).click();
    await page.getByText('Press a key, a button or a combination').waitFor();
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await cancel.focus();
    for (const key of ['Tab', 'Space', 'Enter']) await page.keyboard.press(key);
    assert.equal(await cancel.evaluate((button) => button.matches(':focus')), true);
    await page.keyboard.press('Escape');
    await page.locator('#voice-key-push-to-talk').getByText('space').waitFor();
    await eventually(() => !keys.listening);

    // Where the key is taken, the reason is shown beside it.
    await page.getByRole('button', { name: 'Set key: mute' }).click();
    await page.getByText('Press a key, a button or a combination').waitFor();
    keys.press('space');
    keys.release('space');
    await page.locator('#voice-key-mute').getByText('space is already the key of push-to-talk').waitFor();
    await harness.voice.setKey('mute', [{ type: 0, code: 16, name: 'm' }]);
    await page.locator('#voice-key-mute').getByText('m', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear: mute' }).click();
    await page.locator('#voice-key-mute').getByText('no key').waitFor();

    const delay = page.getByLabel('Keep sending for');
    await delay.fill('250');
    await delay.press('Enter');
    await settled(harness, ({ mode }) => mode.delay === 250);
    await page.getByRole('button', { name: 'Clear: push-to-talk' }).click();
    await settled(harness, ({ mode }) => mode.shortcut.length === 0);
    harness.hardware.setUnavailable('keyboard-mouse', 'no DISPLAY', 'Log in to a desktop.');
    await page.getByRole('button', { name: 'Set key: push-to-talk' }).click();
    await page.getByRole('alert').getByText('no DISPLAY').waitFor();
  }),
);

test(
  'what failed stays shown when an earlier request succeeds later',
  options,
  inVoiceView(async ({ harness, page }) => {
    const { hardware, voice } = harness;
    const changeOwn = voice.changeOwn.bind(voice);
    let reply = () => {};
    voice.changeOwn = async (patch) => {
      const changed = await changeOwn(patch);
      await new Promise<void>((resolve) => {
        reply = resolve;
      });
      return changed;
    };
    const replied = page.waitForResponse('**/api/voice/settings');
    await page.getByLabel('While I hold a key').click();
    await settled(harness, ({ mode }) => mode.type === 'PUSH_TO_TALK');
    hardware.setUnavailable('keyboard-mouse', 'no DISPLAY', 'Log in to a desktop.');
    await page.getByRole('button', { name: 'Set key: mute' }).click();
    const failure = page.getByRole('alert').getByText('no DISPLAY');
    await failure.waitFor();
    reply();
    await replied;
    // The page has handled the earlier reply before a later one.
    await page.evaluate(`fetch('/shell/main.js', { cache: 'no-store' }).then((reply) => reply.text())`);
    assert.ok(await failure.isVisible());
  }),
);

test(
  'the connection is shown in plain words with its pings',
  options,
  inVoiceView(async ({ harness: { link }, page }) => {
    const pings = Array.from({ length: 20 }, (_, index) => index + 20);
    const status = { hostname: 'voice.example', pings, average_ping: 29.5, last_ping: 39 };
    link.become({ ...status, state: 'VOICE_CONNECTED' });
    await page.getByText('voice.example').waitFor();
    await page.locator('#voice-state').getByText('Connected.').waitFor();
    await page.getByText('Ping 39 ms, 30 ms on average').waitFor();
    assert.equal(await page.getByRole('list', { name: 'The last pings' }).getByRole('listitem').count(), 20);
    await page.getByText('Bars reach up to 50 ms').waitFor();
    link.become({ ...status, pings: [0.1, 0.4], state: 'NO_ROUTE' });
    await page.getByText('a firewall may block UDP').waitFor();
    await page.getByText('Bars reach up to 1 ms').waitFor();
  }, together),
);

test(
  'the view shows which application controls settings, a silent microphone, and what is refused',
  options,
  inVoiceView(async ({ complaints, harness: { client, sound, voice }, page }) => {
    voice.enter(GAME);
    await voice.change(GAME, { mute: true });
    await page.getByText('Game controls voice settings now').waitFor();
    await page.getByRole('button', { name: 'Mute', pressed: true }).click();
    await eventually(async () => !(await voice.settings()).mute);
    await voice.setKey('push_to_talk', [{ type: 0, code: 0x3f, name: 'f6' }]);
    await voice.change(GAME, {
      mode: { type: 'PUSH_TO_TALK', shortcut: [{ type: 0, code: 0x3e, name: 'f5' }] },
    });
    await page.getByText('Its key of push-to-talk is not used').waitFor();
    await page.locator('#voice-key-push-to-talk').getByText('f6').waitFor();
    voice.leave(GAME);
    await page.getByText('Game controls voice settings now').waitFor({ state: 'hidden' });
    sound.isMicrophoneSilent = true;
    sound.emit('microphoneSilent', { isSilent: true });
    await page.getByText('Your microphone is open but silent').waitFor();
    client.answersMoves = false;
    client.setConnected(false);
    await page.getByRole('button', { name: 'Join: Stage' }).click();
    await page.getByRole('alert').getByText('did not move you').waitFor();
    requireRefusals(complaints);
  }, together),
);

test(
  'a consent request appears over the voice view',
  options,
  inVoiceView(async ({ harness, dialog }) => {
    void harness.consent.ask(consentRequest(), new AbortController().signal);
    await dialog.getByRole('button', { name: 'Deny' }).waitFor();
  }),
);

const HOSTILE = ['<img src=x onerror="globalThis.hacked=1">', '\u202eevil\u202d\u0000', 'x'.repeat(2000)];

test(
  'names of channels and users stay text, and the view fits widths from 360 px, light and dark',
  options,
  inVoiceView(
    async ({ page }) => {
      await page.locator('#voice-members li').nth(2).waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await assertFits(page, [360, 800, 1600]);
      }
      for (const list of ['#voice-members', '#voice-channels']) {
        await page.locator(list).getByText('[U+202E]evil[U+202D]').first().waitFor();
      }
      await assertTextOnly(page);
    },
    ({ client, hardware }) => {
      const channels = HOSTILE.map((name, index) => voiceChannel(String(12 + index), { name }));
      addVoiceGuild(client, { channels, names: HOSTILE });
      for (const id of ['1', '2', '3', '4']) setVoiceState(client, id, '12');
      hardware.sound.plug({ ...MICROPHONE, name: HOSTILE[0] ?? '' });
    },
  ),
);

test(
  'every control has a name, and all are reached by keyboard',
  options,
  inVoiceView(async ({ page }) => {
    await page.locator('#voice-members li').nth(2).waitFor();
    const controls = page.locator('#voice-view').locator('button, input, select').filter({ visible: true });
    const unnamed: string[] = [];
    for (const control of await controls.all()) {
      const snapshot = await control.ariaSnapshot();
      if (!/"[^"]+"/.test(snapshot)) unnamed.push(snapshot);
    }
    assert.deepEqual(unnamed, []);
    await page.locator('#voice-link').focus();
    const reached = new Set<string>();
    for (let tab = 0; tab < 60; tab += 1) {
      await page.keyboard.press('Tab');
      for (const focused of await page.locator(':focus').all()) {
        reached.add((await focused.getAttribute('id')) ?? '');
      }
    }
    for (const id of [
      'voice-mute-toggle',
      'voice-leave',
      'voice-guild',
      'voice-input-device',
      'voice-silence-warning',
    ]) {
      assert.ok(reached.has(id), `${id} is not reached`);
    }
  }, together),
);

test(
  'what a certified microphone does itself cannot be switched on, and its name says why',
  options,
  inVoiceView(async ({ harness: { hardware }, page }) => {
    const echo = page.getByLabel('Remove the echo of the speaker');
    assert.equal(await echo.isEnabled(), true);
    hardware.sound.plug({ ...MICROPHONE, is_default: true });
    const link = { name: 'Acme', url: 'https://acme.example' };
    const device = { type: 'audioinput' as const, id: 'm', vendor: link, model: link, related: [] };
    hardware.certifiedDevices.set('tool', [{ ...device, echo_cancellation: true }], REPORT_TERMS);
    await page.getByText('Studio Microphone does what is grayed out here itself.').waitFor();
    assert.deepEqual([await echo.isEnabled(), await echo.isChecked()], [false, false]);
    assert.equal(await page.getByLabel('Suppress background noise').isEnabled(), true);
    hardware.certifiedDevices.clear('tool');
    await eventually(() => echo.isEnabled());
  }),
);
