import { type Command, Option } from 'commander';
import {
  changeVoiceSettings,
  getVoiceSettings,
  getVoiceStatus,
  selectVoiceChannel,
} from '../../control/operations/voice.js';
import type { VoiceKeys } from '../../control/voice/voice-schemas.js';
import { sentence, toIsolatedText } from '../../platform/text/visible-text.js';
import type { VoiceSettings, VoiceSettingsPatch } from '../../protocol/rpc/voice-settings.js';
import type { AddCommand, Runner } from '../support/invocation.js';
import { fields } from '../support/table.js';
import { toVoicePatch, VOICE_FLAGS } from '../support/voice-flags.js';
import { addVoiceEndpoint } from './voice-endpoint.js';
import { addVoiceKey, keyRows } from './voice-key.js';
import { addVoiceStatus } from './voice-status.js';
import { addVoiceUser } from './voice-user.js';

/** `guildhall voice`: the person's own voice channel and voice settings. */
export const addVoice: AddCommand = (program, run) => {
  const voice = program
    .command('voice')
    .description(
      'your voice channel and your voice settings; without a subcommand, run only a voice endpoint',
    );
  addVoiceEndpoint(voice, run);
  addSelection(voice, run);
  addSettings(voice, run);
  addVoiceKey(voice, run);
  addVoiceStatus(voice, run);
  addVoiceUser(voice, run);
};

/** `voice join` and `voice leave`. */
function addSelection(voice: Command, run: Runner): void {
  voice
    .command('join <channel>')
    .description('join a voice channel, by its id, its name or GUILD/NAME')
    .option('--force', 'even if you are in another one')
    .action((channel_id: string, options: { force?: boolean }, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const body = { channel_id, force: options.force === true };
        result(
          await daemon.call(selectVoiceChannel, {}, body),
          ({ name }) => sentence`joined ${name ?? channel_id}`,
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
        const left = channel === null ? 'you were in no voice channel' : sentence`left ${channel.name}`;
        result(await daemon.call(selectVoiceChannel, {}, body), () => left);
      }),
    );
}

/** `voice settings`: shows the settings, or changes those that are named. */
function addSettings(voice: Command, run: Runner): void {
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
      const { holder, keys, shortcut_waits: waits, taken_over } = await daemon.call(getVoiceStatus, {}, {});
      const notes = [
        ...takenOverNotes(taken_over),
        ...(waits ? [waitingShortcutNote(shown, holder?.name ?? '')] : []),
        ...unchangedNotes(patch, shown, taken_over?.device ?? holder?.name ?? null),
      ];
      result(shown, (settings) => [settingsText(settings, keys, waits), ...notes].join('\n'));
    }),
  );
}

type VoiceStatus = Awaited<ReturnType<(typeof getVoiceStatus)['invoke']>>;

/** What is off because a certified microphone does it. */
function takenOverNotes(takenOver: VoiceStatus['taken_over']): string[] {
  if (takenOver === null) return [];
  const names = takenOver.settings.map((name) => name.replaceAll('_', ' '));
  return [`${toIsolatedText(takenOver.device)} does this itself, so it is off here: ${names.join(', ')}`];
}

/** Which key an application chose that is not used. */
function waitingShortcutNote({ mode }: VoiceSettings, application: string): string {
  const shortcut = toIsolatedText(mode.shortcut.map(({ name }) => name).join(' + '));
  return `${toIsolatedText(application)} chose ${shortcut} for push-to-talk: it is not used until you allow it to record keys`;
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

function settingsText(
  { input, output, mode, ...switches }: VoiceSettings,
  keys: VoiceKeys,
  shortcutWaits: boolean,
): string {
  return fields([
    ['input', `${input.device_id}, ${input.volume} %`],
    ['output', `${output.device_id}, ${output.volume} %`],
    ['mode', mode.type],
    ['threshold', mode.auto_threshold ? 'automatic' : `${mode.threshold} dB`],
    ...keyRows(shortcutWaits ? keys : { ...keys, push_to_talk: mode.shortcut }),
    ['release delay', `${mode.delay} ms`],
    ...Object.entries(switches).map(([name, on]) => [name.replaceAll('_', ' '), on ? 'on' : 'off'] as const),
  ]);
}
