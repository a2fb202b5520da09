import type { Command } from 'commander';
import { NoDaemonError } from '../control/control-client.js';
import { examine } from '../control/doctor/examine.js';
import type { Finding } from '../control/doctor/finding.js';
import { reloadUdev } from '../control/doctor/reload-udev.js';
import { runDoctor } from '../control/operations/doctor.js';
import { UsageError } from '../platform/errors.js';
import { toIsolatedText } from '../platform/visible-text.js';
import { type FixedMachine, type FixOptions, fixDeviceAccess, unfixDeviceAccess } from './doctor-fix.js';
import type { AddCommand, Invocation } from './support/invocation.js';

const SIGNS = { ok: '✓', warning: '!', error: '✗' } as const;

interface DoctorOptions extends FixOptions {
  readonly fix?: boolean;
  readonly unfix?: boolean;
}

/** `guildhall doctor`: checks the machine and the daemon, with a hint for each finding. Also works without a daemon. */
export const addDoctor: AddCommand = (program, run) => {
  program
    .command('doctor')
    .description('check this machine and the daemon; exit code 1 if something does not work')
    .option('--fix', 'Linux: install a udev rule that lets the user of this seat read input and HID devices')
    .option('--unfix', 'remove that rule')
    .option('--yes', 'with --fix: do not ask')
    .action((options: DoctorOptions, command: Command) =>
      run(command, async (invocation) => {
        if (options.fix && options.unfix) throw new UsageError('--fix and --unfix cannot be combined');
        if (options.fix) return fixDeviceAccess(invocation, thisMachine(), options);
        if (options.unfix) return unfixDeviceAccess(invocation, thisMachine());
        const findings = await findingsOf(invocation);
        const errors = findings.filter(({ level }) => level === 'error').length;
        const warnings = findings.filter(({ level }) => level === 'warning').length;
        invocation.result({ errors, warnings, findings }, reportText);
        if (errors > 0) invocation.exitCode = 1;
      }),
    );
};

function thisMachine(): FixedMachine {
  return {
    platform: process.platform,
    root: '/',
    isAdministrator: process.getuid?.() === 0,
    reloadUdev,
    program: [process.execPath, process.argv[1] ?? ''].map(quoted).join(' '),
  };
}

/** Quotes a word for a shell. */
function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

async function findingsOf({ daemon, files, terminal }: Invocation): Promise<Finding[]> {
  try {
    return await daemon.call(runDoctor, {}, {});
  } catch (error) {
    if (!(error instanceof NoDaemonError)) throw error;
    return examine({
      home: files.home,
      environment: terminal.environment,
      platform: process.platform,
      nodeVersion: process.versions.node,
      daemon: null,
      now: Date.now(),
    });
  }
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
  const lines = findings.flatMap(({ check, level, message, hint }) => [
    `${SIGNS[level]} ${check}: ${toIsolatedText(message)}`,
    ...(hint === null ? [] : [`    → ${toIsolatedText(hint)}`]),
  ]);
  return [...lines, '', `${errors} errors, ${warnings} warnings`].join('\n');
}
