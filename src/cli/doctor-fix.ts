import { installRule, RULE_PATH, RULE_TEXT, removeRule } from '../control/doctor/udev.js';
import { UsageError, UserError } from '../platform/errors.js';
import { confirm } from './support/confirm.js';
import type { Invocation } from './support/invocation.js';

/** What the fix changes on the machine. */
export interface FixedMachine {
  readonly platform: NodeJS.Platform;
  /** the root of the file system */
  readonly root: string;
  readonly isAdministrator: boolean;
  /** makes udev reload its rules; returns why it failed, or null */
  reloadUdev(): Promise<string | null>;
  /** the command that started this program, for a shell */
  readonly program: string;
}

export interface FixOptions {
  /** skips the question */
  readonly yes?: boolean | undefined;
}

/** The outcome of the fix. */
interface Outcome {
  readonly rule: string;
  readonly state: 'installed' | 'unchanged' | 'removed' | 'declined';
}

const IN_WORDS: Record<Outcome['state'], string> = {
  installed: 'The rule is installed and applies at once; running captures restart.',
  unchanged: 'Nothing to do.',
  removed: 'The rule is removed. Existing access ends when the device is plugged in again.',
  declined: 'Nothing was changed.',
};

/** `guildhall doctor --fix`: gives the user at this seat access to input and HID devices. */
export async function fixDeviceAccess(
  invocation: Invocation,
  machine: FixedMachine,
  { yes }: FixOptions,
): Promise<void> {
  requireAdministrator(machine, '--fix');
  invocation.note(`${RULE_PATH}:\n\n${RULE_TEXT}`);
  if (yes !== true && invocation.json)
    throw new UsageError('--json needs --yes, because nobody can be asked');
  if (yes !== true && !(await confirm(invocation.terminal, 'Install this rule?'))) {
    return report(invocation, 'declined');
  }
  await change(invocation, machine, (await installRule(machine.root)) ? 'installed' : 'unchanged');
}

/** `guildhall doctor --unfix`: reverts that. */
export async function unfixDeviceAccess(invocation: Invocation, machine: FixedMachine): Promise<void> {
  requireAdministrator(machine, '--unfix');
  await change(invocation, machine, (await removeRule(machine.root)) ? 'removed' : 'unchanged');
}

function requireAdministrator({ platform, isAdministrator, program }: FixedMachine, flag: string): void {
  if (platform !== 'linux') throw new UserError(`doctor ${flag} is for Linux`);
  if (isAdministrator) return;
  throw new UserError('only root may change the rules of udev', `sudo ${program} doctor ${flag}`);
}

async function change(invocation: Invocation, machine: FixedMachine, state: Outcome['state']): Promise<void> {
  const reason = state === 'unchanged' ? null : await machine.reloadUdev();
  if (reason !== null)
    invocation.note(`udev applies the change after the next restart of the machine (${reason})`);
  report(invocation, state);
}

function report(invocation: Invocation, state: Outcome['state']): void {
  const outcome: Outcome = { rule: RULE_PATH, state };
  invocation.result(outcome, () => IN_WORDS[state]);
}
