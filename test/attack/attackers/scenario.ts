import type { Attack } from './attack.js';

/** One way of attacking a daemon: a file of `scenarios/` declares one or a family of them. */
export interface Scenario {
  readonly name: string;
  /** who can do this; `other user` runs under another uid */
  readonly attacker: 'program' | 'web page' | 'other user' | 'application';
  readonly summary: string;
  /** Attacks until the signal of the attack aborts, at a bounded rate. */
  run(attack: Attack): Promise<void>;
}

/** The outcome of one run of a scenario. */
export interface AttackResult {
  /** how often each outcome occurred, e.g. `HTTP 403` or `closed` */
  readonly outcomes: Readonly<Record<string, number>>;
  /** what it got and must not get */
  readonly breaches: readonly string[];
}
