import Type, { type Static } from 'typebox';
import type { NotifierState } from '../../platform/desktop-notification/desktop-notifier.js';
import { Nullable } from '../../protocol/schema.js';

/** What one check found. */
export const FindingSchema = Type.Object({
  check: Type.String(),
  /** error: something does not work; warning: something is missing that not everybody needs */
  level: Type.Unsafe<'ok' | 'warning' | 'error'>({ enum: ['ok', 'warning', 'error'] }),
  message: Type.String(),
  /** what to do about it; null where nothing is to be done */
  hint: Nullable(Type.String()),
});
export type Finding = Static<typeof FindingSchema>;

/** What a check looks at: this machine, this home and, if one runs, its daemon. */
export interface Patient {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** e.g. `20.20.2` */
  readonly nodeVersion: string;
  readonly daemon: RunningDaemon | null;
  /** milliseconds since the Unix epoch */
  readonly now: number;
}

/** What checks ask a running daemon for. */
export interface RunningDaemon {
  readonly rpcPort: number;
  readonly api: { readonly url: string; readonly connected: boolean };
  readonly signedIn: boolean;
  checkDrivers(): Promise<readonly DriverState[]>;
  countAudioEndpoints(): Promise<number>;
  /** looks for the desktop's notifications without showing any */
  checkNotifications(): Promise<NotifierState>;
}

export interface DriverState {
  readonly name: string;
  readonly state: string;
  readonly reason: string | null;
  readonly hint: string | null;
}

/** One thing the doctor looks at. */
export interface Check {
  readonly name: string;
  run(patient: Patient): Promise<Result[]> | Result[];
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
