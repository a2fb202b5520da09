import type { Command } from 'commander';
import { NoDaemonError } from '../control/control-client.js';
import { examine } from '../control/doctor/examine.js';
import type { Finding } from '../control/doctor/finding.js';
import { runDoctor } from '../control/operations/doctor.js';
import type { AddCommand, Invocation } from './support/invocation.js';
import { printable } from './support/printable.js';

const SIGNS = { ok: '✓', warning: '!', error: '✗' } as const;

/** `guildhall doctor`: checks with a mend for each finding. Works without a daemon too, on what is there. */
export const addDoctor: AddCommand = (program, run) => {
  program
    .command('doctor')
    .description('check this machine and the daemon; exit code 1 if something does not work')
    .action((_options: unknown, command: Command) =>
      run(command, async (invocation) => {
        const findings = await findingsOf(invocation);
        const errors = findings.filter(({ level }) => level === 'error').length;
        const warnings = findings.filter(({ level }) => level === 'warning').length;
        invocation.result({ errors, warnings, findings }, reportText);
        if (errors > 0) invocation.exitCode = 1;
      }),
    );
};

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
  const lines = findings.flatMap(({ check, level, message, mend }) => [
    `${SIGNS[level]} ${check}: ${printable(message)}`,
    ...(mend === null ? [] : [`    → ${printable(mend)}`]),
  ]);
  return [...lines, '', `${errors} errors, ${warnings} warnings`].join('\n');
}
