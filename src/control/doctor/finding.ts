import Type, { type Static } from 'typebox';
import type { ApplicationAccess } from '../../client/client.js';
import type { Clock } from '../../platform/clock.js';
import type { NotifierState } from '../../platform/desktop-notification/desktop-notifier.js';
import { UserError } from '../../platform/errors.js';
import type { Application } from '../../protocol/objects/application.js';
import { Nullable } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Refusals } from '../../rpc/applications/refusals.js';
import type { DaemonStatus } from '../status.js';
import { PROBLEMS, type ProblemCode } from './problems.js';

/** The names of the checks, as findings have them; others choose findings by them. */
export type CheckName =
  | 'applications'
  | 'bus'
  | 'clock'
  | 'configuration'
  | 'control socket'
  | 'crashes'
  | 'device access'
  | 'disk'
  | 'display'
  | 'drivers'
  | 'home'
  | 'home lock'
  | 'ipc'
  | 'libraries'
  | 'native addon'
  | 'node'
  | 'notifications'
  | 'ports'
  | 'remote service'
  | 'rpc ports'
  | 'saved files'
  | 'service'
  | 'sound'
  | 'store';

/** The result of one check. */
export const FindingSchema = Type.Object({
  check: Type.String(),
  /** error: something does not work; warning: something optional is missing */
  level: Type.Unsafe<'ok' | 'warning' | 'error'>({ enum: ['ok', 'warning', 'error'] }),
  /** names the problem, the same in all releases; null if there is none */
  code: Nullable(Type.String()),
  message: Type.String(),
  /** what to do about it; null if nothing */
  hint: Nullable(Type.String()),
  /** the command of a POSIX shell that does it; null if there is none */
  command: Nullable(Type.String()),
  /** the section of the documentation about it, e.g. `docs/troubleshooting.md#requests-do-not-appear`; null without a problem */
  section: Nullable(Type.String()),
});
export type Finding = Static<typeof FindingSchema>;

/** Flags of `guildhall api` by setting. */
export type GivenFlags = Readonly<Record<string, string>>;

/** What checks examine: this machine, this home and, if one is running, its daemon. */
export interface CheckContext {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** e.g. `20.20.2` */
  readonly nodeVersion: string;
  readonly daemon: RunningDaemon | null;
  /** why a daemon that seems to run did not answer; null if it answered, or none runs */
  readonly daemonSilence: string | null;
  /** the process of Guildhall that runs with this home and is not examined itself, e.g. `guildhall api`; null: none does */
  readonly homeProcess: string | null;
  /** checks of what a daemon is started with, provided by the composition root */
  readonly startChecks: readonly Check[];
  /** what the home is for: a person's daemon, or a service alone (`guildhall api`), which needs no desktop and no devices */
  readonly role: 'daemon' | 'service';
  /** the flags to start it with, if they were given, by setting, e.g. `busPasswordFile` */
  readonly flags: GivenFlags;
  /** milliseconds since the Unix epoch */
  readonly now: number;
  /** for the deadlines of checks */
  readonly clock: Pick<Clock, 'after'>;
  /** called before each check runs. @param what it is, with the server that it asks, e.g. `display (the X display :0)` */
  readonly onCheck?: (what: string) => void;
}

/** What checks need of a running daemon. */
export interface RunningDaemon {
  readonly rpcPort: number;
  /** where RPC over IPC is; null: off */
  readonly ipc: NonNullable<DaemonStatus['ipc']> | null;
  readonly api: DaemonStatus['api'];
  /** when the service last sent something, in milliseconds since the Unix epoch; null: never */
  readonly lastFrameAt: number | null;
  /** whether there is an account to sign in with */
  readonly hasAccount: boolean;
  /** the signed-in person; null before the first connection */
  readonly userId: Snowflake | null;
  /** the applications that the RPC server refused */
  readonly refusals: Pick<Refusals, 'list'>;
  /** the public data of an application; null if it does not exist, or the service cannot be asked */
  findApplication(id: Snowflake): Promise<Application | null>;
  /** how the person may use an application */
  findAccess(applicationId: Snowflake): Promise<ApplicationAccess>;
  checkDrivers(): Promise<readonly DriverState[]>;
  countAudioEndpoints(): Promise<{
    readonly inputs: number;
    readonly outputs: number;
    /** false, for example, if the default source of the sound server is the monitor of a speaker */
    readonly hasDefaultInput: boolean;
  }>;
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
  readonly name: CheckName;
  /** whether it is left out where the home is for a service alone */
  readonly isForDaemonsOnly?: true;
  /** whether it reads files of the home: it is left out where somebody else could have put them there */
  readonly readsHome?: true;
  /** how long it may take, in milliseconds; by default 15 seconds */
  readonly withinMs?: number;
  /** names the server that it asks, e.g. `the X display :0`; null: none that the environment names */
  readonly asks?: (context: CheckContext) => string | null;
  run(context: CheckContext): Promise<Result[]> | Result[];
}

export type Result = Omit<Finding, 'check'>;

export function ok(message: string): Result {
  return { level: 'ok', code: null, message, hint: null, command: null, section: null };
}

/** What to do about a problem. */
export interface Remedy {
  readonly hint: string;
  /** the command of a POSIX shell that does it, quoted */
  readonly command?: string | undefined;
}

/** @param message what happened, without what to do about it */
export function problem(code: ProblemCode, message: string, { hint, command = undefined }: Remedy): Result {
  const { level, section } = PROBLEMS[code];
  return {
    level,
    code,
    message,
    hint,
    command: command ?? null,
    section: `docs/troubleshooting.md#${section}`,
  };
}

/** A problem as the error of a command that it ends. */
export function toUserError({ message, hint, command }: Result): UserError {
  return new UserError(message, command === null ? hint : `${hint} Run: ${command}`);
}
