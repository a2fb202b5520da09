import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { Finding } from '#guildhall/control/doctor/finding.js';
import type { ProblemCode } from '#guildhall/control/doctor/problems.js';
import { eventually } from '../../../helpers/eventually.js';
import { Terminal } from './terminal.js';

/** The user of this machine. */
export const ada = Terminal.of('ada');

// Her service manager runs between logins.
execFileSync('loginctl', ['enable-linger', ada.user]);

/**
 * Checks that doctor finds a problem, and is gone once its hint was applied.
 *
 * @param apply applies the hint of the finding; by default its command is run as it is printed
 * @param isMeant tells findings with the same code apart
 */
export async function tryHint(
  code: ProblemCode,
  apply: (finding: Finding) => unknown = runCommand,
  isMeant: (finding: Finding) => boolean = () => true,
): Promise<void> {
  const find = () => ada.findings().find((finding) => finding.code === code && isMeant(finding));
  const found = find();
  if (found === undefined) assert.fail(`${code} is not found: ${JSON.stringify(ada.findings())}`);
  await apply(found);
  await eventually(() => find() === undefined, { describe: () => `${code} is still found` });
}

/** Runs the command of a finding as it is printed. */
export function runCommand({ code, command }: Finding): void {
  assert.ok(command !== null, `${code} has no command`);
  ada.run(command);
}
