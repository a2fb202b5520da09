import type { Sample } from '../canary/samples.js';
import type { ResourceUsage } from './resource-usage.js';

/** The measurements of one part of the run: a baseline, one scenario, or several at a time. */
export interface Phase {
  readonly name: string;
  readonly kind: 'baseline' | 'scenario' | 'combination';
  readonly seconds: number;
  readonly samples: readonly Sample[];
  /** honest requests that were not served */
  readonly failures: readonly string[];
  /** what an attacker got and must not get */
  readonly breaches: readonly string[];
  /** how often each outcome of the attackers' attempts occurred */
  readonly outcomes: Readonly<Record<string, number>>;
  /** delays of the daemon's event loop, in milliseconds */
  readonly loopDelay: { readonly p99: number; readonly max: number };
  /** CPU time of the daemon's process, as a share of one CPU */
  readonly daemonCpu: number;
  /** share of the time in which its main thread waited for a CPU */
  readonly daemonWait: number;
}

/** The daemon's state after all attacks. */
export interface FinalState {
  readonly before: ResourceUsage;
  readonly after: ResourceUsage;
  /** log lines of level error or worse, and lines on stderr */
  readonly logged: readonly string[];
  /** length of the daemon's log */
  readonly logBytes: number;
  /** why an honest newcomer with a fresh token was not served; null if it was */
  readonly newcomer: string | null;
  /** RPC connections besides the canary's */
  readonly sessions: number;
  readonly exitCode: number | null;
}
