import { percentile } from '../../bench/kernel/statistics.js';
import type { Sample } from '../canary/samples.js';
import type { FinalState, Phase } from './phase.js';
import type { ResourceUsage } from './resource-usage.js';

/** The most that 99 of 100 responses may take, in milliseconds. */
export const P99_MS = 100;
/** Allowed growth of memory, in bytes. */
const MORE_MEMORY = 32 * 1024 * 1024;
/** Allowed growth of descriptors: the daemon opens and closes some by itself. */
const MORE_DESCRIPTORS = 4;
/** How many late responses a phase may have that is too short for a percentile. */
const LATE_IN_SHORT_PHASES = 4;

/**
 * Every requirement that the daemon failed; none if it passed.
 *
 * A response is late by its net time: without the time in which the daemon or the canary waited for a CPU, which on a
 * busy machine is not the daemon's fault. Everything else counts, including garbage collection.
 *
 * @param isQuiet whether the machine does nothing else: then waiting for a CPU counts too, unless burners alone cause it
 */
export function violations(phases: readonly Phase[], finalState: FinalState, isQuiet: boolean): string[] {
  const attacks = phases.filter(({ kind }) => kind !== 'baseline');
  return [
    ...attacks.flatMap(violationsOfPhase),
    ...overall(attacks),
    ...(isQuiet ? overallGross(phases) : []),
    ...violationsAfter(finalState),
  ];
}

/** Whether too many responses of a phase were late. */
export function isLate({ samples }: Pick<Phase, 'samples'>): boolean {
  return lateOf(samples).length > Math.max(samples.length / 100, LATE_IN_SHORT_PHASES);
}

function lateOf(samples: readonly Sample[]): Sample[] {
  return samples.filter(({ netMs }) => netMs >= P99_MS);
}

function violationsOfPhase(phase: Phase): string[] {
  const { name, samples, failures, breaches } = phase;
  const late = lateOf(samples);
  const worst = late.reduce((most, { netMs }) => Math.max(most, netMs), 0);
  return [
    ...(samples.length === 0 ? [`${name}: the canary measured nothing`] : []),
    ...(isLate(phase)
      ? [
          `${name}: ${late.length} of ${samples.length} responses were late, by ${worst.toFixed(0)} ms at most`,
        ]
      : []),
    ...failures.map((failure) => `${name}: not served: ${failure}`),
    ...breaches.map((breach) => `${name}: ${breach}`),
  ];
}

function overall(attacks: readonly Phase[]): string[] {
  const all = attacks.flatMap(({ samples }) => samples.map(({ netMs }) => netMs));
  const p99 = percentile(all, 0.99);
  return p99 < P99_MS ? [] : [`in all: the p99 of the responses is ${p99.toFixed(0)} ms`];
}

function overallGross(phases: readonly Phase[]): string[] {
  const p99Of = (of: readonly Phase[]) =>
    percentile(
      of.flatMap(({ samples }) => samples.map(({ ms }) => ms)),
      0.99,
    );
  const p99 = p99Of(phases.filter(({ kind }) => kind !== 'baseline'));
  const burners = p99Of(phases.filter(({ name }) => name === 'burners'));
  const isExplained = p99 < Math.max(P99_MS, burners);
  return isExplained ? [] : [`in all: the p99 including waits for a CPU is ${p99.toFixed(0)} ms`];
}

/** Whether a daemon uses no more than before, within what is allowed. */
export function isReleased(before: ResourceUsage, after: ResourceUsage): boolean {
  return violationsOfUsage(before, after).length === 0;
}

function violationsOfUsage(before: ResourceUsage, after: ResourceUsage): string[] {
  const memory = after.memory - before.memory;
  const descriptors = after.descriptors - before.descriptors;
  const newFiles = after.files.filter((path) => !before.files.includes(path));
  return [
    ...(memory > MORE_MEMORY ? [`afterwards: ${megabytes(memory)} MB more memory`] : []),
    ...(descriptors > MORE_DESCRIPTORS ? [`afterwards: ${descriptors} more open descriptors`] : []),
    ...newFiles.map((path) => `afterwards: new file in the home: ${path}`),
  ];
}

function violationsAfter(after: FinalState): string[] {
  return [
    ...violationsOfUsage(after.before, after.after),
    ...after.logged.map((line) => `logged: ${line}`),
    ...(after.newcomer === null ? [] : [`afterwards: a newcomer was not served: ${after.newcomer}`]),
    ...(after.sessions === 0
      ? []
      : [`afterwards: ${after.sessions} connections of attackers are still open`]),
    ...(after.exitCode === 0 ? [] : [`afterwards: the daemon ended with ${after.exitCode}`]),
  ];
}

export function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
