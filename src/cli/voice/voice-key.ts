import { Argument, type Command, Option } from 'commander';
import { setVoiceKey } from '../../control/operations/keys.js';
import { describeKeyAction, VOICE_KEY_ACTIONS, type VoiceKeys } from '../../control/voice/voice-schemas.js';
import type { Shortcut } from '../../protocol/rpc/shortcut.js';
import { captureInTerminal, limitOption } from '../support/capture-in-terminal.js';
import type { AddCommand } from '../support/invocation.js';
import { parseWith, readShortcut } from '../support/option-values.js';
import { fields } from '../support/table.js';

interface KeyOptions {
  readonly clear?: true;
  readonly shortcut?: Shortcut;
  readonly for?: number;
}

/** `guildhall voice key`: sets or clears the key of an action, e.g. `push-to-mute`. */
export const addVoiceKey: AddCommand = (voice, run) => {
  voice
    .command('key')
    .description('set the key of an action in a voice channel: press a key or combination and release it')
    .addArgument(new Argument('<action>', 'what it does').choices(VOICE_KEY_ACTIONS.map(describeKeyAction)))
    .addOption(new Option('--clear', 'remove the key').conflicts(['shortcut', 'for']))
    .addOption(
      new Option('--shortcut <json>', 'the key, as `guildhall capture` prints it')
        .argParser(parseWith(readShortcut))
        .conflicts('for'),
    )
    .addOption(limitOption())
    .action((name: string, options: KeyOptions, command: Command) =>
      run(command, async (invocation) => {
        const shortcut = options.clear
          ? []
          : (options.shortcut ?? (await captureInTerminal(invocation, options.for ?? null)));
        const action = name.replaceAll('-', '_');
        const keys = await invocation.daemon.call(setVoiceKey, { action }, { shortcut });
        invocation.result(keys, (changed) => fields(keyRows(changed)));
      }),
    );
};

/** The key of each action, by a name for the person. */
export function keyRows(keys: VoiceKeys): [name: string, combination: string][] {
  return VOICE_KEY_ACTIONS.map((action) => [
    `${describeKeyAction(action)} key`,
    keys[action].map(({ name }) => name).join(' + '),
  ]);
}
