import { Random } from '../../helpers/random.js';
import type { Scenario } from '../attackers/scenario.js';
import { Canary } from '../canary/canary.js';
import { AttackedDaemon } from './attacked-daemon.js';
import { Attackers } from './attackers.js';
import { errorsOf, type Session, settledUsage, waitUntilSettled } from './final-state.js';
import { newcomerFailure } from './newcomer.js';
import type { FinalState, Phase } from './phase.js';
import { PhaseRunner } from './phase-runner.js';
import { longPlan, type Plan, shortPlan } from './plan.js';
import { repeatWhileLate } from './repeat-while-late.js';
import type { ResourceUsage } from './resource-usage.js';
import { isReleased, violations } from './verdict.js';

export interface AttackOptions {
  readonly scenarios: readonly Scenario[];
  /** duration of all attacks together; null: the short form */
  readonly minutes: number | null;
  readonly seed: number;
  /** called after each phase */
  readonly onPhase: (phase: Phase) => void;
}

export interface AttackReport {
  readonly seed: number;
  readonly phases: readonly Phase[];
  readonly finalState: FinalState;
  readonly violations: readonly string[];
}

/** Attacks a whole daemon while a canary measures how it serves honest clients. */
export async function runAttack(options: AttackOptions): Promise<AttackReport> {
  const attacked = await AttackedDaemon.start();
  const stops: (() => void)[] = [];
  try {
    const canary = await Canary.start(await attacked.canaryTarget());
    stops.push(() => canary.stop());
    const withOthers = options.scenarios.some(({ attacker }) => attacker === 'other user');
    const attackers = await Attackers.start(await attacked.target(), withOthers);
    stops.push(() => attackers.stop());
    const runner = new PhaseRunner(attacked, canary, attackers, options.seed);
    return await attackAndMeasure(options, attacked, runner, () => canary.stop());
  } finally {
    for (const stop of stops) stop();
    await attacked.stop();
  }
}

async function attackAndMeasure(
  { scenarios, minutes, seed, onPhase }: AttackOptions,
  attacked: AttackedDaemon,
  runner: PhaseRunner,
  stopCanary: () => void,
): Promise<AttackReport> {
  const random = new Random(seed);
  const plan = minutes === null ? shortPlan(scenarios, random) : longPlan(scenarios, random, minutes);
  const phases: Phase[] = [];
  const add = async (run: () => Promise<Phase>) => {
    const phase = await repeatWhileLate(run, plan.repetitions);
    phases.push(phase);
    onPhase(phase);
  };
  await add(() => runner.quiet(plan.baseline));
  await add(() => runner.burners(plan.baseline));
  const before = await settledUsage(attacked.probe);
  const sessions = await attacked.daemon.cli<Session[]>('sessions', 'list');
  for (const scenario of scenarios) await add(() => runner.scenario(scenario, plan.scenario));
  for (const combination of plan.combinations) {
    await add(() => runner.combination(combination, plan.combination));
  }
  const finalState = await measureFinalState(attacked, before, sessions, plan, stopCanary);
  return { seed, phases, finalState, violations: violations(phases, finalState, minutes !== null) };
}

async function measureFinalState(
  attacked: AttackedDaemon,
  before: ResourceUsage,
  sessions: readonly Session[],
  { settle }: Plan,
  stopCanary: () => void,
): Promise<FinalState> {
  const { daemon } = attacked;
  const after = await waitUntilSettled(attacked.probe, settle, (usage) => isReleased(before, usage));
  const left = await daemon.cli<Session[]>('sessions', 'list');
  const newcomer = await newcomerFailure(attacked);
  stopCanary();
  const exitCode = await daemon.end('SIGTERM');
  return {
    before,
    after,
    logged: errorsOf(daemon),
    logBytes: daemon.stdout.length,
    newcomer,
    sessions: left.filter(({ id }) => sessions.every((own) => own.id !== id)).length,
    exitCode,
  };
}
