import { setTimeout as sleep } from 'node:timers/promises';
import { cpuWait } from './cpu-wait.js';
import { httpProbes } from './http-probes.js';
import type { CanaryTarget, Probe } from './probe.js';
import { type Sample, withOmitted } from './samples.js';
import { socketProbes } from './socket-probes.js';

/** What the canary measured since its last report. */
export interface CanaryReport {
  readonly samples: readonly Sample[];
  /** requests that were not served, and connections that were lost */
  readonly failures: readonly string[];
}

/** How long a probe waits for a response, in milliseconds. */
const RESPONSE_TIMEOUT = 60_000;
/** How many failures are reported. */
const FAILURES = 10;

let samples: Sample[] = [];
let failures: string[] = [];
const pending = new Set<Promise<void>>();

function fail(what: string): void {
  if (failures.length < FAILURES) failures.push(what);
}

async function measure(probe: Probe, daemonPid: number): Promise<void> {
  const started = performance.now();
  const waited = cpuWait(daemonPid) + cpuWait('self');
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RangeError('no response')), RESPONSE_TIMEOUT);
  });
  try {
    await Promise.race([probe.measure(), late]);
  } catch (error) {
    fail(`${probe.name}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    clearTimeout(timer);
  }
  const ms = performance.now() - started;
  const netMs = Math.max(0, ms - (cpuWait(daemonPid) + cpuWait('self') - waited));
  samples.push(...withOmitted({ probe: probe.name, ms, netMs }, probe.everyMs));
}

/** Sends a probe at its interval. A late response delays the next probe; `withOmitted` accounts for that. */
async function keepMeasuring(probe: Probe, daemonPid: number): Promise<void> {
  for (let due = performance.now(); ; due = Math.max(due + probe.everyMs, performance.now())) {
    await sleep(due - performance.now());
    if (probe.isConnected() === false) return fail(`${probe.name}: the connection was lost`);
    const run = measure(probe, daemonPid);
    pending.add(run);
    await run;
    pending.delete(run);
  }
}

async function start(target: CanaryTarget): Promise<void> {
  const probes = [...(await socketProbes(target)), ...(await httpProbes(target))];
  for (const probe of probes) void keepMeasuring(probe, target.daemonPid);
  process.send?.('ready');
}

/** Waits for the pending responses, then sends everything since the last report. */
async function sendReport(): Promise<void> {
  await Promise.all(pending);
  const report: CanaryReport = { samples, failures };
  samples = [];
  failures = [];
  process.send?.(report);
}

process.once('message', (target: CanaryTarget) => {
  void start(target);
  process.on('message', () => void sendReport());
});
process.once('disconnect', () => process.exit());
