import Type, { type Static } from 'typebox';
import type { NotifierState } from '../../platform/desktop-notification/desktop-notifier.js';
import { Nullable } from '../../protocol/schema.js';

/** The result of one check. */
export const FindingSchema = Type.Object({
  check: Type.String(),
  /** error: something does not work; warning: something optional is missing */
  level: Type.Unsafe<'ok' | 'warning' | 'error'>({ enum: ['ok', 'warning', 'error'] }),
  message: Type.String(),
  /** what to do about it; null if nothing */
  hint: Nullable(Type.String()),
});
export type Finding = Static<typeof FindingSchema>;

/** What checks examine: this machine, this home and, if one is running, its daemon. */
export interface CheckContext {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** e.g. `20.20.2` */
  readonly nodeVersion: string;
  readonly daemon: RunningDaemon | null;
  /** milliseconds since the Unix epoch */
  readonly now: number;
}

/** What checks need of a running daemon. */
export interface RunningDaemon {
  readonly rpcPort: number;
  readonly api: { readonly url: string; readonly connected: boolean };
  readonly signedIn: boolean;
  checkDrivers(): Promise<readonly DriverState[]>;
  countAudioEndpoints(): Promise<{ readonly inputs: number; readonly outputs: number }>;
  /** checks for desktop notifications without showing one */
  checkNotifications(): Promise<NotifierState>;
}

export interface DriverState {
  readonly name: string;
  readonly state: string;
  readonly reason: string | null;
  readonly hint: string | null;
}

/** One check of the doctor. */
export interface Check {
  readonly name: string;
  run(context: CheckContext): Promise<Result[]> | Result[];
}

export type Result = Omit<Finding, 'check'>;

export function ok(message: string): Result {
  return { level: 'ok', message, hint: null };
}

export function warning(message: string, hint: string | null): Result {
  return { level: 'warning', message, hint };
}

export function error(message: string, hint: string | null): Result {
  return { level: 'error', message, hint };
}
