import { percentile } from '../../bench/kernel/statistics.js';
import type { Sample } from '../canary/samples.js';
import type { FinalState, Phase } from './phase.js';
import type { AttackReport } from './run-attack.js';
import { megabytes } from './verdict.js';

/** The columns of the table, with their widths. */
const NAME_WIDTH = 38;
const WIDTH = 9;

export function tableHead(): string {
  const names = [
    'answers',
    'p50 ms',
    'p99 ms',
    'max ms',
    'net p99',
    'net max',
    'loop max',
    'cpu %',
    'wait %',
  ];
  return `${'phase'.padEnd(NAME_WIDTH)}${names.map((name) => name.padStart(WIDTH)).join('')}`;
}

/** A phase as a line of the table. */
export function tableLine({ name, samples, loopDelay, daemonCpu, daemonWait }: Phase): string {
  return line(name, [
    ...figures(samples),
    loopDelay.max.toFixed(0),
    (daemonCpu * 100).toFixed(0),
    (daemonWait * 100).toFixed(0),
  ]);
}

/** All attacks together, as a line of the table. */
export function totalLine(phases: readonly Phase[]): string {
  const attacks = phases.filter(({ kind }) => kind !== 'baseline');
  return line('all attacks', figures(attacks.flatMap(({ samples }) => samples)));
}

function figures(samples: readonly Sample[]): string[] {
  const gross = samples.map(({ ms }) => ms);
  const net = samples.map(({ netMs }) => netMs);
  return [
    String(samples.length),
    percentile(gross, 0.5).toFixed(1),
    percentile(gross, 0.99).toFixed(1),
    percentile(gross, 1).toFixed(0),
    percentile(net, 0.99).toFixed(1),
    percentile(net, 1).toFixed(0),
  ];
}

function line(name: string, cells: readonly string[]): string {
  const short = name.length < NAME_WIDTH ? name : `${name.slice(0, NAME_WIDTH - 2)}…`;
  return `${short.padEnd(NAME_WIDTH)}${cells.map((cell) => cell.padStart(WIDTH)).join('')}`;
}

export function finalStateLines({ before, after, logBytes }: FinalState): string[] {
  return [
    `memory ${megabytes(before.memory)} → ${megabytes(after.memory)} MB, ` +
      `live ${megabytes(before.live)} → ${megabytes(after.live)} MB`,
    `descriptors ${before.descriptors} → ${after.descriptors}, log ${megabytes(logBytes)} MB`,
  ];
}

/** The report as JSON: figures per phase and probe, without single samples. */
export function toJson({ seed, phases, finalState, violations }: AttackReport): string {
  const reported = phases.map(({ samples, ...phase }) => {
    const probes = [...new Set(samples.map(({ probe }) => probe))];
    const ofProbe = (probe: string) => summary(samples.filter((sample) => sample.probe === probe));
    return {
      ...phase,
      all: summary(samples),
      probes: Object.fromEntries(probes.map((probe) => [probe, ofProbe(probe)])),
    };
  });
  const all = phases.filter(({ kind }) => kind !== 'baseline').flatMap(({ samples }) => samples);
  return `${JSON.stringify({ seed, violations, finalState, attacks: summary(all), phases: reported }, null, 2)}\n`;
}

function summary(samples: readonly Sample[]): object {
  const of = (values: number[]) => ({
    p50: percentile(values, 0.5),
    p99: percentile(values, 0.99),
    max: percentile(values, 1),
  });
  return {
    count: samples.length,
    ms: of(samples.map(({ ms }) => ms)),
    netMs: of(samples.map(({ netMs }) => netMs)),
  };
}
