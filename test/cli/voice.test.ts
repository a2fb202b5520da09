import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VoiceSettings } from '#guildhall/protocol/rpc/voice-settings.js';
import type { VoiceKeys } from '#guildhall/voice/voice-keys.js';
import { type ControlHarness, withControl } from '../control/control-harness.js';
import { MockAdministration } from '../control/mock-administration.js';
import { eventually } from '../helpers/eventually.js';
import { REPORT_TERMS } from '../helpers/report-terms.js';
import { type Finished, RunningCommand, runCommand } from '../helpers/run-command.js';
import { addVoiceGuild, setVoiceState, voiceChannel } from '../helpers/voice-guild.js';

const SPACE = [{ type: 0, code: 44, name: 'space' }];

/** Runs `guildhall voice` against the daemon of a harness; it must succeed. */
async function voice({ files }: ControlHarness, ...args: string[]): Promise<string> {
  const { errors, exitCode, output } = await runCommand(['voice', ...args, '--home', files.home]);
  assert.equal(exitCode, 0, errors);
  return output;
}

function refused({ files }: ControlHarness, ...args: string[]): Promise<Finished> {
  return runCommand(['voice', ...args, '--home', files.home]);
}

test(
  'voice status shows the channel, who is in it, the connection and the lock',
  withControl(async (harness) => {
    const { client, link } = harness;
    addVoiceGuild(client);
    assert.match(await voice(harness, 'status'), /channel +–\n/);
    assert.doesNotMatch(await voice(harness, 'status'), /microphone/);
    harness.sound.isMicrophoneSilent = true;
    assert.match(await voice(harness, 'status'), /^microphone +open, but silent$/m);
    await voice(harness, 'join', '12');
    setVoiceState(client, '2', '12', { self_mute: true });
    link.emit('speakingStart', { channelId: '12', userId: '1' });
    link.become({
      state: 'VOICE_CONNECTED',
      hostname: 'voice.example',
      pings: [10, 30],
      average_ping: 20,
      last_ping: 30,
    });
    const game = {
      application: { id: '100', name: 'Game' },
      id: 'connection',
      userId: '1',
      mayNameKeys: () => false,
    };
    harness.voice.enter(game);
    await harness.voice.change(game, { mute: false });
    const text = await voice(harness, 'status');
    assert.match(text, /Lounge \(12\) of Guild 200/);
    assert.match(text, /VOICE_CONNECTED/);
    assert.match(text, /30 ms, 20 ms on average/);
    assert.match(text, /Game \(100\)/);
    assert.match(text, /ada +1 +100 % +you, speaking/);
    assert.match(text, /bob +2 +100 % +muted/);
    const status = JSON.parse(await voice(harness, 'status', '--json')) as { speaking: string[] };
    assert.deepEqual(status.speaking, ['1']);
    assert.doesNotMatch(text, /push-to-talk/);
    const shortcut = [{ type: 0, code: 0x3e, name: 'f5' } as const];
    await harness.voice.setKey('push_to_talk', [{ type: 0, code: 0x3f, name: 'f6' }]);
    await harness.voice.change(game, { mode: { type: 'PUSH_TO_TALK', shortcut } });
    assert.match(await voice(harness, 'status'), /push-to-talk +with your own key/);
    const settings = await voice(harness, 'settings');
    assert.match(settings, /push-to-talk key +f6/);
    assert.match(settings, /Game\S* chose \S*f5\S* for push-to-talk: it is not used until you allow/);
    assert.match(await voice(harness, 'leave'), /^left /);
    assert.match(await voice(harness, 'leave'), /you were in no voice channel/);
  }),
);

test(
  'voice user changes what is heard of a user',
  withControl(async (harness) => {
    addVoiceGuild(harness.client);
    const flags = ['--volume', '150', '--mute', 'on', '--left', '0.25', '--right', '1'];
    assert.deepEqual(JSON.parse(await voice(harness, 'user', '2', ...flags, '--json')), {
      ...{ volume: 150, mute: true, pan: { left: 0.25, right: 1 } },
    });
    assert.match(await voice(harness, 'user', '2'), /volume +150 %/);
    assert.match((await refused(harness, 'user', '99', '--mute', 'on')).errors, /no user 99/);
    const remote = await refused(harness, 'user', 'bob', '--mute', 'on');
    assert.equal(remote.exitCode, 2);
    assert.match(
      remote.errors,
      /^error: the names of users are known only where the service runs: name bob by id\n.*guildhall --home \S+ voice status\n$/,
    );
  }),
);

test(
  'voice user takes the name of a user',
  withControl(
    async (harness) => {
      addVoiceGuild(harness.client);
      for (const name of ['bob', 'bob#0002']) {
        await voice(harness, 'user', name, '--volume', name === 'bob' ? '150' : '120');
        const found = JSON.parse(await voice(harness, 'user', '2', '--json'));
        assert.equal(found.volume, name === 'bob' ? 150 : 120);
      }
      const { errors, exitCode } = await refused(harness, 'user', 'carl');
      assert.deepEqual(
        [exitCode, errors],
        [
          1,
          `error: there is no user carl\nSee all with: guildhall --home ${harness.files.home} users list. Users: ada#0001, bob#0002\n`,
        ],
      );
    },
    (harness) => {
      harness.administration = new MockAdministration();
    },
  ),
);

test(
  'the name of a voice channel cannot add lines or colors',
  withControl(async (harness) => {
    addVoiceGuild(harness.client, { channels: [voiceChannel('12', { name: 'a\nb\u001b[31m' })] });
    for (const command of [['join', '12'], ['leave']]) {
      assert.match(await voice(harness, ...command), / a\[U\+000A\]b\[U\+001B\]\[31m\n$/);
    }
  }),
);

test('voice settings --mode accepts and offers only the modes', async () => {
  const { errors, exitCode } = await runCommand(['voice', 'settings', '--mode', 'loud']);
  assert.equal(exitCode, 2);
  assert.match(errors, /Allowed choices are voice-activity, push-to-talk/);
  const { output } = await runCommand(['completion', 'bash']);
  assert.match(output, /push-to-talk/);
});

test('the help for voice does not offer to run no endpoint', async () => {
  const { output } = await runCommand(['voice', '--help']);
  assert.match(output, /--voice-port <N> +port of the voice endpoint \(default: any free\)/);
});

test(
  'the key of push-to-talk is set as JSON, or by pressing it',
  withControl(async (harness) => {
    const shortcut = async () => (await harness.voice.settings()).mode.shortcut;
    await voice(
      harness,
      'settings',
      '--shortcut',
      JSON.stringify({ shortcut: SPACE }),
      '--mode',
      'push-to-talk',
    );
    assert.deepEqual(await shortcut(), SPACE);
    assert.match(await voice(harness, 'settings'), /push-to-talk key +space/);
    await voice(harness, 'settings', '--shortcut', '[]');
    assert.deepEqual(await shortcut(), []);
    const words = ['voice', 'key', 'push-to-talk', '--json', '--home', harness.files.home];
    const command = new RunningCommand(words);
    await eventually(() => harness.hardware.keys.listening);
    harness.hardware.keys.press('space');
    harness.hardware.keys.release('space');
    const { exitCode, output } = await command.finished;
    assert.equal(exitCode, 0);
    assert.deepEqual((JSON.parse(output) as VoiceKeys).push_to_talk, SPACE);
    assert.deepEqual(await shortcut(), SPACE);
  }),
);

test(
  'keys of other actions are set, shown with the settings, and cleared; one that is taken is refused',
  withControl(async (harness) => {
    await voice(harness, 'key', 'push-to-mute', '--shortcut', JSON.stringify(SPACE));
    assert.match(await voice(harness, 'settings'), /push-to-talk key +–\npush-to-mute key +space\n/);
    const { exitCode, errors } = await refused(
      harness,
      ...['key', 'deafen', '--shortcut', JSON.stringify(SPACE)],
    );
    assert.equal(exitCode, 1);
    assert.match(
      errors,
      /space is already the key of push-to-mute\nChoose another one, or clear that one first/,
    );
    assert.doesNotMatch(await voice(harness, 'key', 'push-to-mute', '--clear'), /space/);
    assert.deepEqual(harness.voice.keys().push_to_mute, []);
    assert.equal((await runCommand(['voice', 'key', 'shout'])).exitCode, 2);
  }),
);

test(
  'voice settings say what a certified microphone does itself, and why a switch has another value',
  withControl(async (harness) => {
    const { hardware } = harness;
    hardware.sound.plug({ id: 'mic', name: 'Studio Microphone', direction: 'input', is_default: true });
    const link = { name: 'Acme', url: 'https://acme.example' };
    const device = { type: 'audioinput' as const, id: 'mic', vendor: link, model: link, related: [] };
    const flags = { echo_cancellation: true, noise_suppression: true, hardware_mute: true };
    hardware.certifiedDevices.set('tool', [{ ...device, ...flags }], REPORT_TERMS);
    const text = await voice(harness, 'settings', '--echo-cancellation', 'on', '--mute', 'off');
    assert.match(text, /echo cancellation +off\n/);
    assert.match(
      text,
      /Studio Microphone does this itself, so it is off here: echo cancellation, noise suppression\n/,
    );
    assert.match(text, /mute stays on: Studio Microphone decides it\n$/);
    const json = JSON.parse(await voice(harness, 'settings', '--json')) as VoiceSettings;
    assert.equal(json.echo_cancellation, false);
  }),
);
