import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { CaptureInfo } from '#guildhall/rpc/captures/shortcut-captures.js';
import { driverPid, driverPids } from '../hardware/support/processes.js';
import { realTest } from '../hardware/support/programs.js';
import { LOGS_CAPTURES, startCapture, untilKeysAreRead } from '../hardware/support/start-capture.js';
import { onX, useXServer, X_PROGRAMS } from '../hardware/support/x-suite.js';
import { connectCapturingGame, connectGame } from '../helpers/authenticated.js';
import { withDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { keyOfName } from '../helpers/keys.js';
import type { Frame } from '../helpers/rpc-client.js';

const shortcutOf = (key: string) => JSON.stringify([keyOfName(key)]);
const isChange = (frame: Frame) => frame.evt === 'CAPTURE_SHORTCUT_CHANGE';
const KEYBOARD = 'keyboard-mouse';

describe('CAPTURE_SHORTCUT on a real X server', () => {
  const { x } = useXServer();

  realTest(X_PROGRAMS, 'real keys come out with HID codes and names; STOP ends it; they mute in a call', () =>
    withDaemon(
      async (daemon) => {
        const client = await connectCapturingGame(daemon);
        await x().xdotool('key', 'a');
        assert.deepEqual(driverPids(KEYBOARD, daemon.runtime.pid), [], 'somebody listens outside a capture');

        await startCapture(client, daemon);
        await x().xdotool('key', 'ctrl+shift+F5');
        const reply = await client.next(({ nonce }) => nonce === 'start');
        assert.deepEqual(reply.data, {
          shortcut: [
            { type: 2, code: 0xe0, name: 'ctrl' },
            { type: 2, code: 0xe1, name: 'shift' },
            { type: 0, code: 0x3e, name: 'f5' },
          ],
        });
        client.frames.splice(0);
        await x().xdotool('click', '3');
        assert.deepEqual((await client.next(isChange)).data, {
          shortcut: [{ type: 1, code: 2, name: 'mouse right' }],
        });

        assert.equal((await client.request('CAPTURE_SHORTCUT', { action: 'STOP' })).data, null);
        await x().xdotool('key', 'b');
        await client.request('GET_GUILDS');
        assert.deepEqual(client.frames, []);

        await client.request('SUBSCRIBE', {}, 'VOICE_SETTINGS_UPDATE');
        // Updates for other reasons, such as devices that are opened, may come between.
        const untilMuted = (mute: boolean) =>
          client.next(({ cmd, data }) => cmd === 'DISPATCH' && data?.mute === mute);
        await daemon.cli('voice', 'key', 'push-to-mute', '--shortcut', shortcutOf('f7'));
        await daemon.cli('guilds', 'create', 'Chess Club');
        const join = () => daemon.run('voice', 'join', 'Lounge').catch(() => false);
        await untilKeysAreRead(daemon, () => eventually(join));
        await x().xdotool('keydown', 'F7');
        await untilMuted(true);
        await x().xdotool('keyup', 'F7');
        await untilMuted(false);
        client.frames.splice(0);
        await untilKeysAreRead(daemon, () =>
          daemon.cli('voice', 'key', 'mute', '--shortcut', shortcutOf('f6')),
        );
        await x().xdotool('key', 'F6');
        await untilMuted(true);
        assert.equal((await daemon.cli<{ mute: boolean }>('voice', 'settings')).mute, true);
        await client.close();
        // The random name of the home may have an f5 in it.
        assert.doesNotMatch(daemon.stdout, /\bf[567]\b|mouse right/, 'keys are in the log');
      },
      { environment: { ...onX(x().display), ...LOGS_CAPTURES } },
    )(),
  );

  realTest(
    X_PROGRAMS,
    'a game without the permission receives keys when the person allows it, with a limit',
    () =>
      withDaemon(
        async (daemon) => {
          const client = await connectGame(daemon);
          client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
          const asked = await eventually(async () => {
            const waiting = await daemon.cli<{ id: string; kind: string }[]>('consent', 'list');
            return waiting[0];
          });
          assert.equal(asked.kind, 'capture');
          await x().xdotool('key', 'a');
          assert.deepEqual(driverPids(KEYBOARD, daemon.runtime.pid), [], 'keys are heard before the answer');
          await daemon.cli('consent', 'approve', asked.id);
          const { capture } = await daemon.cli<{ capture: CaptureInfo | null }>('status');
          assert.equal(capture?.application.name, 'Game');
          // After START was answered, too.
          assert.equal(Date.parse(capture.ends_at) - Date.parse(capture.started_at), 3_000_000);
          await eventually(async () => {
            await x().xdotool('key', 'b');
            return client.frames.some(isChange);
          });
          assert.equal((await client.next(({ nonce }) => nonce === 'start')).evt, null);
          assert.equal((await client.request('CAPTURE_SHORTCUT', { action: 'STOP' })).data, null);
          await client.close();
        },
        { environment: onX(x().display), flags: ['--capture-limit', '3000'] },
      )(),
  );

  realTest(
    X_PROGRAMS,
    'a driver killed in the middle of a capture costs no connection; the next capture works',
    () =>
      withDaemon(
        async (daemon) => {
          const { pid } = daemon.runtime;
          const bystander = await connectGame(daemon);
          const client = await connectCapturingGame(daemon);
          await startCapture(client, daemon);
          await x().xdotool('key', 'a');
          const killed = driverPid(KEYBOARD, pid);
          process.kill(killed, 'SIGSEGV');
          await eventually(() => {
            const [now] = driverPids(KEYBOARD, pid);
            return now !== undefined && now !== killed;
          });
          assert.equal((await bystander.request('GET_GUILDS')).evt, null);
          client.frames.splice(0);
          // The same capture continues.
          await eventually(async () => {
            await x().xdotool('key', 'b');
            return client.frames.some(isChange);
          });
          assert.equal((await client.request('CAPTURE_SHORTCUT', { action: 'STOP' })).data, null);
          client.frames.splice(0);
          client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
          // The driver still runs from the previous capture, so its state does not tell when it listens again.
          await eventually(async () => {
            await x().xdotool('key', 'c');
            return client.frames.some(({ nonce }) => nonce === 'start');
          });
          assert.deepEqual((await client.next(({ nonce }) => nonce === 'start')).data, {
            shortcut: [{ type: 0, code: 6, name: 'c' }],
          });
          assert.equal((await bystander.request('GET_GUILDS')).evt, null);
          await Promise.all([client.close(), bystander.close()]);
          assert.equal(daemon.stderr, '');
        },
        { environment: { ...onX(x().display), ...LOGS_CAPTURES } },
      )(),
  );
});
