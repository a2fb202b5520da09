import type { Command } from 'commander';
import { changeUserVoiceSettings } from '../../control/operations/voice.js';
import { UsageError } from '../../platform/errors.js';
import type { UserVoiceSettings } from '../../protocol/rpc/voice-settings.js';
import { findUserId } from '../support/find-named.js';
import type { AddCommand } from '../support/invocation.js';
import { readNumber, readSwitch } from '../support/option-values.js';
import { fields } from '../support/table.js';

interface UserOptions {
  readonly volume?: string;
  readonly mute?: string;
  readonly left?: string;
  readonly right?: string;
}

/** `guildhall voice user`: the person's volume, pan and mute of one user. */
export const addVoiceUser: AddCommand = (voice, run) => {
  voice
    .command('user <user>')
    .description('change how loud you hear a user, by their id or name')
    .option('--volume <percent>', 'their volume, 0 to 200')
    .option('--mute <on|off>', 'mute them for yourself')
    .option('--left <part>', 'how much of them is in the left ear, 0 to 1; with --right')
    .option('--right <part>', 'how much of them is in the right ear, 0 to 1; with --left')
    .action((user: string, options: UserOptions, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const body = toPatch(options);
        const id = await findUserId(daemon, user);
        result(await daemon.call(changeUserVoiceSettings, { id }, body), settingsText);
      }),
    );
};

/** @throws {UsageError} */
function toPatch({ left, mute, right, volume }: UserOptions): Partial<UserVoiceSettings> {
  if ((left === undefined) !== (right === undefined))
    throw new UsageError('--left and --right belong together');
  return {
    ...(volume === undefined ? {} : { volume: Math.round(readNumber(volume, 0, 200)) }),
    ...(mute === undefined ? {} : { mute: readSwitch(mute) }),
    ...(left === undefined || right === undefined
      ? {}
      : { pan: { left: readNumber(left, 0, 1), right: readNumber(right, 0, 1) } }),
  };
}

function settingsText({ mute, pan, volume }: UserVoiceSettings): string {
  return fields([
    ['volume', `${volume} %`],
    ['muted', mute],
    ['left, right', `${pan.left}, ${pan.right}`],
  ]);
}
