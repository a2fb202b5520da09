import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertPrivate } from '../helpers/assert-private.js';
import { connectGame } from '../helpers/authenticated.js';
import { TestDaemon, withDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';

interface Settings {
  mute: boolean;
  qos: boolean;
  input: { volume: number };
  mode: { type: string; threshold: number; auto_threshold: boolean };
}

test(
  'the person’s voice settings survive a restart; invalid flags are refused',
  withDaemon(async (daemon) => {
    const flags = ['--input-volume', '30', '--qos', 'off', '--threshold', '-50', '--mode', 'push-to-talk'];
    await daemon.cli('voice', 'settings', ...flags);
    const changed = await daemon.cli<Settings>('voice', 'settings');
    const expected = { type: 'PUSH_TO_TALK', threshold: -50, auto_threshold: false };
    const { threshold, type, auto_threshold } = changed.mode;
    assert.deepEqual([changed.input.volume, changed.qos], [30, false]);
    assert.deepEqual({ type, threshold, auto_threshold }, expected);
    assert.match((await daemon.run('voice', 'settings')).stdout, /30 %/);
    await assert.rejects(
      daemon.run('voice', 'settings', '--input-volume', '101'),
      /error: --input-volume: 101 is not a number from 0 to 100/,
    );
    await assert.rejects(daemon.run('voice', 'settings', '--mute', 'maybe'), /neither on nor off/);
    await assert.rejects(daemon.run('voice', 'settings', '--input-device', 'none'), /not plugged in/);
    await daemon.end('SIGTERM');
    await assertPrivate(join(daemon.home, 'voice.json'));
    const restarted = await TestDaemon.start({ home: daemon.home });
    try {
      assert.deepEqual(await restarted.cli('voice', 'settings'), changed);
    } finally {
      await restarted.stop();
    }
  }),
);

test(
  'the command line joins and leaves voice channels',
  withDaemon(async (daemon) => {
    const { guild } = await daemon.cli<{ guild: { id: string } }>('demo');
    const game = await connectGame(daemon);
    const voiceChannels = async () => {
      const { data } = await game.request('GET_CHANNELS', { guild_id: guild.id });
      const channels = (data?.channels ?? []) as { id: string; type: number }[];
      return channels.filter(({ type }) => type === 2);
    };
    const channel = (await eventually(async () => (await voiceChannels())[0]))?.id ?? '';
    const selected = async () => (await game.request('GET_SELECTED_VOICE_CHANNEL')).data?.id;
    await daemon.cli('voice', 'join', channel);
    assert.equal(await selected(), channel);
    await daemon.cli('voice', 'leave');
    assert.equal(await selected(), undefined);
    await assert.rejects(daemon.run('voice', 'join', '7'), /there is no voice channel 7/);
    await game.close();
  }),
);
