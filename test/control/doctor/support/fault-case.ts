import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from '#guildhall/control/doctor/finding.js';
import { PROBLEMS, type ProblemCode } from '#guildhall/control/doctor/problems.js';
import { eventually } from '../../../helpers/eventually.js';
import { FaultScene } from './fault-scene.js';
import { HINT_USES, isAsPrinted } from './hint-uses.js';

/** A fault: how it is made, what doctor finds, and how the hint is applied. */
export interface FaultCase {
  readonly code: ProblemCode;
  /** tells several cases of one code apart */
  readonly of?: string;
  /** why the case cannot run on this machine; false: it can */
  readonly skip?: string | false;
  make(scene: FaultScene): Promise<unknown>;
  /** what the message must say */
  readonly message?: RegExp;
  /** set if this case of a problem has no command, although others have one */
  readonly use?: 'person';
  /** Applies the hint of a finding; by default its command is run as it is printed. */
  apply?(scene: FaultScene, finding: Finding): Promise<unknown>;
}

/** Declares a test for each case: the fault is made and found, the hint is applied, and it is found no more. */
export function testFaults(cases: readonly FaultCase[]): void {
  for (const fault of cases) {
    const { code, of, skip = false } = fault;
    const title = `${of === undefined ? '' : `${of}: `}${code} is found, and is gone once its hint was applied`;
    const isRequired = skip !== false && process.env.CI === 'true';
    test(title, { skip: isRequired ? false : skip }, async () => {
      if (skip !== false) assert.fail(skip);
      await tryFaults([fault]);
    });
  }
}

/** Makes, finds and fixes one fault after another. */
export async function tryFaults(cases: readonly FaultCase[]): Promise<void> {
  for (const fault of cases) {
    const scene = await FaultScene.make();
    try {
      await tryFault(scene, fault);
    } finally {
      await scene.end();
    }
  }
}

async function tryFault(scene: FaultScene, fault: FaultCase): Promise<void> {
  const { apply, code, message = /./, use = HINT_USES[code] } = fault;
  await fault.make(scene);
  let findings: readonly Finding[] = [];
  // Again, until it is there: a driver that is killed again and again also runs for moments.
  const found = await eventually(
    async () => {
      findings = await scene.findings();
      return findings.find((finding) => finding.code === code);
    },
    { describe: () => `not found: ${JSON.stringify(findings)}` },
  );
  assert.equal(found.level, PROBLEMS[code].level);
  assert.match(found.message, message);
  assert.ok(found.hint !== null && found.hint !== '');
  if (use === 'command' || apply === undefined) assert.ok(found.command !== null, `${code} has no command`);
  if (apply !== undefined) await apply(scene, found);
  else await scene.run(found.command ?? '');
  if (use === 'command' || use === 'person') assertCommandRun(scene, found);
  await eventually(async () => (await scene.find(code)) === undefined, {
    describe: () => `${code} is still found`,
  });
}

/** Fails if the command of a finding was not run as it is printed. */
function assertCommandRun({ commands }: FaultScene, { command }: Finding): void {
  if (command === null) return;
  assert.ok(
    commands.some((run) => isAsPrinted(run, command)),
    `${command} was not run, but ${commands.join('; ')}`,
  );
}
