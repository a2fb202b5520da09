import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectGame } from '../helpers/authenticated.js';
import { withDaemon } from '../helpers/daemon.js';

interface Driver {
  name: string;
  state: string;
  reason: string | null;
  mend: string | null;
}

interface Finding {
  check: string;
  level: string;
  message: string;
  mend: string | null;
}

const environment = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined };

test(
  'without a display it serves everything else, and devices and doctor say what is missing and how to mend it',
  withDaemon(
    async (daemon) => {
      const client = await connectGame(daemon);
      assert.equal((await client.request('GET_GUILDS')).evt, null);
      assert.equal((await client.request('GET_VOICE_SETTINGS')).evt, null);
      assert.deepEqual((await client.request('CAPTURE_SHORTCUT', { action: 'START' })).data, {
        code: 1000,
        message: 'Shortcuts cannot be captured on this machine: no DISPLAY',
      });
      const { drivers } = await daemon.cli<{ drivers: Driver[] }>('devices');
      const keyboard = drivers.find(({ name }) => name === 'keyboard-mouse');
      assert.equal(keyboard?.state, 'unavailable');
      assert.equal(keyboard?.reason, 'no DISPLAY');
      assert.match(String(keyboard?.mend), /DISPLAY/);
      const { findings } = await daemon.cli<{ findings: Finding[] }>('doctor');
      const finding = findings.find(({ message }) => message.includes('keyboard-mouse'));
      assert.equal(finding?.level, 'warning');
      assert.match(String(finding?.mend), /DISPLAY/);
      await client.close();
      assert.equal(daemon.stderr, '');
    },
    { environment },
  ),
);

test(
  'a display that nobody serves is told apart from none',
  withDaemon(
    async (daemon) => {
      const client = await connectGame(daemon);
      const { data } = await client.request('CAPTURE_SHORTCUT', { action: 'START' });
      assert.equal(data?.code, 1000);
      assert.match(String(data?.message), /:4711/);
      assert.equal((await client.request('GET_GUILDS')).evt, null);
      await client.close();
      assert.equal(daemon.stderr, '');
    },
    { environment: { ...environment, DISPLAY: ':4711' } },
  ),
);
