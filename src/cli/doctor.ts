import type { Command } from 'commander';
import type { Finding, GivenFlags } from '../control/doctor/finding.js';
import { reloadUdev } from '../control/doctor/udev.js';
import { DOCUMENTATION } from '../platform/documentation.js';
import { UsageError } from '../platform/errors.js';
import { countText } from '../platform/text/count-text.js';
import { toShellCommand } from '../platform/text/shell-word.js';
import { toIsolatedText } from '../platform/text/visible-text.js';
import { type FixedMachine, type FixOptions, fixDeviceAccess, unfixDeviceAccess } from './doctor-fix.js';
import { clusterOptions } from './support/cluster-options.js';
import { findProblems } from './support/find-problems.js';
import type { AddCommand } from './support/invocation.js';
import { withSteps } from './support/progress.js';

const SIGNS = { ok: '✓', warning: '!', error: '✗' } as const;

interface DoctorOptions extends FixOptions {
  readonly fix?: boolean;
  readonly unfix?: boolean;
}

/** `guildhall doctor`: checks the machine and the daemon, with a hint for each finding. Also works without a daemon. */
export const addDoctor: AddCommand = (program, run) => {
  const doctor = program
    .command('doctor')
    .description('check this machine and the daemon; exit code 1 if something does not work')
    .option('--fix', 'Linux: install a udev rule that lets the user of this seat read input and HID devices')
    .option('--unfix', 'remove that rule')
    .option('--yes', 'with --fix: do not ask');
  for (const option of clusterOptions()) doctor.addOption(option);
  doctor.action((options: DoctorOptions, command: Command) =>
    run(command, async (invocation) => {
      if (options.fix && options.unfix) throw new UsageError('--fix and --unfix cannot be combined');
      if (options.yes && !options.fix) throw new UsageError('--yes needs --fix');
      if (options.fix) return fixDeviceAccess(invocation, thisMachine(), options);
      if (options.unfix) return unfixDeviceAccess(invocation, thisMachine());
      const findings = await withSteps(invocation, (onStep) =>
        findProblems(invocation, givenFlags(command), (what) => onStep(`checking ${what}`)),
      );
      const errors = findings.filter(({ level }) => level === 'error').length;
      const warnings = findings.filter(({ level }) => level === 'warning').length;
      invocation.result({ errors, warnings, findings }, reportText);
      if (errors > 0) invocation.exitCode = 1;
    }),
  );
};

/** The flags of a service to check, by setting. */
function givenFlags(command: Command): GivenFlags {
  const given = clusterOptions().flatMap((option) => {
    const name = option.attributeName();
    const value: unknown = command.opts()[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return Object.fromEntries(given);
}

function thisMachine(): FixedMachine {
  return {
    platform: process.platform,
    root: '/',
    isAdministrator: process.getuid?.() === 0,
    reloadUdev,
    program: toShellCommand(process.execPath, process.argv[1] ?? ''),
  };
}

function reportText({
  errors,
  warnings,
  findings,
}: {
  errors: number;
  warnings: number;
  findings: Finding[];
}) {
  const lines = findings.flatMap(({ check, level, message, hint, command, code, section }) => [
    `${SIGNS[level]} ${check}: ${toIsolatedText(message)}`,
    ...(hint === null ? [] : [`    → ${toIsolatedText(hint)}`]),
    ...(command === null ? [] : [`      ${toIsolatedText(command)}`]),
    ...(section === null ? [] : [`      ${code}: see ${section}`]),
  ]);
  const isNamed = lines.some((line) => line.includes('docs/'));
  return [
    ...lines,
    ...(isNamed ? [`The pages named above are in ${DOCUMENTATION}`] : []),
    '',
    `${countText(errors, 'error')}, ${countText(warnings, 'warning')}`,
  ].join('\n');
}
