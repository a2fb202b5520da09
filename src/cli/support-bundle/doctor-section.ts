import type { CheckName, Finding } from '../../control/doctor/finding.js';
import { findProblems } from '../support/find-problems.js';
import type { Invocation } from '../support/invocation.js';

/** Checks whose messages describe the machine and this program; those of others can quote a setting or an error. */
const QUOTED: ReadonlySet<string> = new Set<CheckName>([
  'clock',
  'device access',
  'disk',
  'display',
  'drivers',
  'home',
  'libraries',
  'native addon',
  'node',
  'notifications',
  'ports',
  'rpc ports',
  'sound',
]);

/** A finding of doctor with what may be sent to others; the code names the problem. */
type BundledFinding = Pick<Finding, 'check' | 'level' | 'code' | 'section'> & {
  readonly message: string | null;
};

/** The findings of doctor. */
export async function readBundledFindings(invocation: Invocation): Promise<BundledFinding[]> {
  const findings = await findProblems(invocation);
  return findings.map(({ check, level, code, message, section }) => ({
    check,
    level,
    code,
    section,
    message: QUOTED.has(check) ? message : null,
  }));
}
