import type { Command } from 'commander';
import { changeUserVoiceSettings } from '../../control/operations/voice.js';
import { UsageError } from '../../platform/errors.js';
import type { UserVoiceSettings } from '../../protocol/rpc/voice-settings.js';
import { findUserId } from '../support/find-named.js';
import type { AddCommand } from '../support/invocation.js';
import { parseWith, readNumber, readSwitch } from '../support/option-values.js';
import { fields } from '../support/table.js';

interface UserOptions {
  readonly volume?: number;
  readonly mute?: boolean;
  readonly left?: number;
  readonly right?: number;
}

/** `guildhall voice user`: the person's volume, pan and mute of one user. */
export const addVoiceUser: AddCommand = (voice, run) => {
  voice
    .command('user <user>')
    .description('change how loud you hear a user, by their id or name')
    .option('--volume <percent>', 'their volume, 0 to 200', numberUpTo(200))
    .option('--mute <on|off>', 'mute them for yourself', parseWith(readSwitch))
    .option('--left <part>', 'how much of them is in the left ear, 0 to 1; with --right', numberUpTo(1))
    .option('--right <part>', 'how much of them is in the right ear, 0 to 1; with --left', numberUpTo(1))
    .action((user: string, options: UserOptions, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const body = toPatch(options);
        const id = await findUserId(daemon, user);
        result(await daemon.call(changeUserVoiceSettings, { id }, body), settingsText);
      }),
    );
};

const numberUpTo = (most: number) => parseWith((value) => readNumber(value, 0, most));

/** @throws {UsageError} */
function toPatch({ left, mute, right, volume }: UserOptions): Partial<UserVoiceSettings> {
  if ((left === undefined) !== (right === undefined))
    throw new UsageError('--left and --right belong together');
  return {
    ...(volume === undefined ? {} : { volume: Math.round(volume) }),
    ...(mute === undefined ? {} : { mute }),
    ...(left === undefined || right === undefined ? {} : { pan: { left, right } }),
  };
}

function settingsText({ mute, pan, volume }: UserVoiceSettings): string {
  return fields([
    ['volume', `${volume} %`],
    ['muted', mute],
    ['left, right', `${pan.left}, ${pan.right}`],
  ]);
}
