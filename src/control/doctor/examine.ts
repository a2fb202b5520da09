import { inTimeOr } from '../../platform/async/promises.js';
import { messageOf } from '../../platform/errors.js';
import { crashReports } from './crash-reports.js';
import { display, notifications } from './desktop.js';
import { deviceAccess } from './device-access.js';
import { drivers } from './drivers.js';
import { type Check, type CheckContext, type Finding, problem, type Result } from './finding.js';
import { home } from './home.js';
import { isTrustedHome } from './home-owner.js';
import { ipc } from './ipc.js';
import { libraries } from './libraries.js';
import { clock, disk, nodeVersion } from './machine.js';
import { refusals } from './refusals.js';
import { rpcPorts } from './rpc-ports.js';
import { service } from './service.js';
import { sound } from './sound.js';

/** How long a check may take, in milliseconds; the others run nevertheless. */
const CHECK_MS = 15_000;

/** The checks before those of the start. */
const FIRST: readonly Check[] = [nodeVersion, home];

const REST: readonly Check[] = [
  disk,
  clock,
  service,
  rpcPorts,
  ipc,
  refusals,
  display,
  libraries,
  deviceAccess,
  drivers,
  sound,
  notifications,
  crashReports,
];

/** Runs all checks that apply, one after another; in a home of somebody else those that need none of its files. A check that fails is a finding like any other. */
export async function examine(context: CheckContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  const isTrusted = await isTrustedHome(context.home);
  for (const check of [...FIRST, ...context.startChecks, ...REST]) {
    if (check.isForDaemonsOnly && context.role === 'service') continue;
    if (check.readsHome && !isTrusted) continue;
    const results = await runCheck(check, context);
    findings.push(...results.map((result) => ({ check: check.name, ...result })));
  }
  return findings;
}

async function runCheck(check: Check, context: CheckContext): Promise<Result[]> {
  const { withinMs = CHECK_MS } = check;
  const asked = check.asks?.(context) ?? null;
  context.onCheck?.(asked === null ? check.name : `${check.name} (${asked})`);
  try {
    const run = async () => check.run(context);
    return (await inTimeOr(context.clock, withinMs, run(), null)) ?? [late(withinMs, asked)];
  } catch (reason) {
    return [
      problem('check_failed', `the check failed: ${messageOf(reason)}`, {
        hint: 'The other checks are not affected. Report it with the log of the daemon.',
      }),
    ];
  }
}

function late(withinMs: number, asked: string | null): Result {
  const message = `the check did not end within ${withinMs / 1000} s`;
  if (asked === null) {
    return problem('check_failed', message, {
      hint: 'The other checks are not affected. Report it with the log of the daemon.',
    });
  }
  return problem('check_failed', `${message}: it waits for ${asked}`, {
    hint: 'The other checks are not affected. Restart that server, or correct the variable of the environment.',
  });
}
