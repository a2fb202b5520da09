import { Argument, type Command, Option } from 'commander';
import { setVoiceKey } from '../../control/operations/keys.js';
import {
  changeVoiceSettings,
  getVoiceSettings,
  getVoiceStatus,
  selectVoiceChannel,
} from '../../control/operations/voice.js';
import {
  describeKeyAction,
  VOICE_KEY_ACTIONS,
  type VoiceKeyAction,
  type VoiceKeys,
} from '../../control/voice/voice-schemas.js';
import { toIsolatedText } from '../../platform/text/visible-text.js';
import type { Shortcut } from '../../protocol/rpc/shortcut.js';
import type { VoiceSettings, VoiceSettingsPatch } from '../../protocol/rpc/voice-settings.js';
import { captureInTerminal, limitOption } from '../support/capture-in-terminal.js';
import type { AddCommand } from '../support/invocation.js';
import { parseWith, readShortcut } from '../support/option-values.js';
import { fields } from '../support/table.js';
import { toVoicePatch, VOICE_FLAGS } from '../support/voice-flags.js';
import { addVoiceEndpoint } from './voice-endpoint.js';
import { addVoiceStatus } from './voice-status.js';
import { addVoiceUser } from './voice-user.js';

interface KeyOptions {
  readonly clear?: true;
  readonly shortcut?: Shortcut;
  readonly for?: number;
}

/** Actions by the names that are typed. */
const KEY_ACTIONS: Readonly<Record<string, VoiceKeyAction>> = Object.fromEntries(
  VOICE_KEY_ACTIONS.map((action) => [describeKeyAction(action), action]),
);

/** `guildhall voice`: the person's own voice channel and voice settings. */
export const addVoice: AddCommand = (program, run) => {
  const voice = program
    .command('voice')
    .description(
      'your voice channel and your voice settings; without a subcommand, run only a voice endpoint',
    );
  addVoiceEndpoint(voice, run);
  voice
    .command('join <channel>')
    .description('join a voice channel, by its id, its name or GUILD/NAME')
    .option('--force', 'even if you are in another one')
    .action((channel_id: string, options: { force?: boolean }, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const body = { channel_id, force: options.force === true };
        result(
          await daemon.call(selectVoiceChannel, {}, body),
          ({ name }) => `joined ${toIsolatedText(name ?? channel_id)}`,
        );
      }),
    );
  voice
    .command('leave')
    .description('leave the voice channel')
    .action((_options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const { channel } = await daemon.call(getVoiceStatus, {}, {});
        const body = { channel_id: null, force: false };
        const left =
          channel === null ? 'you were in no voice channel' : `left ${toIsolatedText(channel.name)}`;
        result(await daemon.call(selectVoiceChannel, {}, body), () => left);
      }),
    );
  const settings = voice.command('settings').description('show your voice settings, or change those named');
  for (const { flag, value, description, choices } of VOICE_FLAGS) {
    const option = new Option(`--${flag} <${value}>`, description);
    settings.addOption(choices === undefined ? option : option.choices(choices));
  }
  settings.action((options: Record<string, string>, command: Command) =>
    run(command, async ({ daemon, result }) => {
      const patch = toVoicePatch(options);
      const shown =
        patch === null
          ? await daemon.call(getVoiceSettings, {}, {})
          : await daemon.call(changeVoiceSettings, {}, patch);
      const { holder, keys, taken_over } = await daemon.call(getVoiceStatus, {}, {});
      const notes = [
        ...takenOverNotes(taken_over),
        ...unchangedNotes(patch, shown, taken_over?.device ?? holder?.name ?? null),
      ];
      result(shown, (settings) => [settingsText(settings, keys), ...notes].join('\n'));
    }),
  );
  voice
    .command('key')
    .description('set the key of an action in a voice channel: press a key or combination and release it')
    .addArgument(new Argument('<action>', 'what it does').choices(Object.keys(KEY_ACTIONS)))
    .addOption(new Option('--clear', 'it has no key from now on').conflicts(['shortcut', 'for']))
    .addOption(
      new Option('--shortcut <json>', 'the key, as `guildhall capture` prints it')
        .argParser(parseWith(readShortcut))
        .conflicts('for'),
    )
    .addOption(limitOption())
    .action((name: string, options: KeyOptions, command: Command) =>
      run(command, async (invocation) => {
        const action = KEY_ACTIONS[name] ?? name;
        const shortcut = options.clear
          ? []
          : (options.shortcut ?? (await captureInTerminal(invocation, options.for ?? null)));
        const keys = await invocation.daemon.call(setVoiceKey, { action }, { shortcut });
        invocation.result(keys, (changed) => fields(keyRows(changed)));
      }),
    );
  addVoiceStatus(voice, run);
  addVoiceUser(voice, run);
};

type VoiceStatus = Awaited<ReturnType<(typeof getVoiceStatus)['invoke']>>;

/** What is off because a certified microphone does it. */
function takenOverNotes(takenOver: VoiceStatus['taken_over']): string[] {
  if (takenOver === null) return [];
  const names = takenOver.settings.map((name) => name.replaceAll('_', ' '));
  return [`${toIsolatedText(takenOver.device)} does this itself, so it is off here: ${names.join(', ')}`];
}

/** Why switches that were changed have another value. @param decider the device or application that decides, if one is known */
function unchangedNotes(
  patch: VoiceSettingsPatch | null,
  shown: VoiceSettings,
  decider: string | null,
): string[] {
  const wanted: Partial<Record<'mute' | 'deaf', boolean>> = {
    ...(patch?.mute !== undefined && { mute: patch.mute }),
    ...(patch?.deaf !== undefined && { deaf: patch.deaf }),
  };
  return Object.entries(wanted).flatMap(([name, value]) => {
    const now = name === 'mute' ? shown.mute : shown.deaf;
    if (now === value) return [];
    const cause = decider === null ? 'the microphone' : toIsolatedText(decider);
    return [`${name} stays ${now ? 'on' : 'off'}: ${cause} decides it`];
  });
}

function settingsText({ input, output, mode, ...switches }: VoiceSettings, keys: VoiceKeys): string {
  return fields([
    ['input', `${input.device_id}, ${input.volume} %`],
    ['output', `${output.device_id}, ${output.volume} %`],
    ['mode', mode.type],
    ['threshold', mode.auto_threshold ? 'automatic' : `${mode.threshold} dB`],
    ...keyRows({ ...keys, push_to_talk: mode.shortcut }),
    ['release delay', `${mode.delay} ms`],
    ...Object.entries(switches).map(([name, on]) => [name.replaceAll('_', ' '), on ? 'on' : 'off'] as const),
  ]);
}

function keyRows(keys: VoiceKeys): [name: string, combination: string][] {
  return VOICE_KEY_ACTIONS.map((action) => [
    `${describeKeyAction(action)} key`,
    keys[action].map(({ name }) => name).join(' + '),
  ]);
}
