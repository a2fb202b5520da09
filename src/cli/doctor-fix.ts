import { installRule, RULE_PATH, RULE_TEXT, removeRule } from '../control/doctor/udev-rule.js';
import { UsageError, UserError } from '../platform/errors.js';
import { confirm } from './support/confirm.js';
import type { Invocation } from './support/invocation.js';

/** What the fix touches of the machine. */
export interface FixedMachine {
  readonly platform: NodeJS.Platform;
  /** the folder that the system's files lie in */
  readonly root: string;
  readonly isAdministrator: boolean;
  /** lets udev read its rules again; gives why it did not, or null */
  reloadUdev(): Promise<string | null>;
  /** this very program, as a shell runs it */
  readonly program: string;
}

export interface FixOptions {
  /** the person need not be asked */
  readonly yes?: boolean | undefined;
}

/** What became of the rule. */
interface Outcome {
  readonly rule: string;
  readonly state: 'installed' | 'unchanged' | 'removed' | 'declined';
}

const IN_WORDS: Record<Outcome['state'], string> = {
  installed: 'The rule is installed. Guildhall hears devices at once; running captures begin anew.',
  unchanged: 'Nothing was to be done.',
  removed: 'The rule is removed. Who has access already keeps it until the device is plugged in again.',
  declined: 'Nothing was changed.',
};

/** `guildhall doctor --fix`: lets whoever sits at this machine read its input and HID devices. */
export async function fixDeviceAccess(
  invocation: Invocation,
  machine: FixedMachine,
  { yes }: FixOptions,
): Promise<void> {
  requireAdministrator(machine, '--fix');
  invocation.note(`${RULE_PATH}:\n\n${RULE_TEXT}`);
  if (yes !== true && invocation.json) throw new UsageError('with --json nobody is asked: say yes by --yes');
  if (yes !== true && !(await confirm(invocation.terminal, 'Install this rule?'))) {
    return tell(invocation, 'declined');
  }
  await change(invocation, machine, (await installRule(machine.root)) ? 'installed' : 'unchanged');
}

/** `guildhall doctor --unfix`: takes that back. */
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
  if (reason !== null) invocation.note(`udev holds to it after the next start of the machine (${reason})`);
  tell(invocation, state);
}

function tell(invocation: Invocation, state: Outcome['state']): void {
  const outcome: Outcome = { rule: RULE_PATH, state };
  invocation.result(outcome, () => IN_WORDS[state]);
}
