import type { ChatClient, SignInState } from '../client/client.js';
import type { Hardware } from '../hardware/hardware.js';
import type { Clock } from '../platform/clock.js';
import type { DesktopNotifier } from '../platform/desktop-notification/desktop-notifier.js';
import type { HomeFiles } from '../platform/home.js';
import type { Logger } from '../platform/log.js';
import type { DescribeProcess } from '../platform/processes/process-description.js';
import type { Administration } from '../protocol/administration.js';
import type { User } from '../protocol/objects/user.js';
import type { Activities } from '../rpc/activities/activities.js';
import type { ActivityRequests } from '../rpc/activities/activity-requests.js';
import type { ActivitySettings } from '../rpc/activities/activity-settings.js';
import type { Refusals } from '../rpc/applications/refusals.js';
import type { KeyCaptures } from '../rpc/captures/shortcut-captures.js';
import type { RpcSessions } from '../rpc/sessions/live-sessions.js';
import type { Sound } from '../voice/sound/sound.js';
import type { VoiceRoom } from '../voice/voice.js';
import type { ApplicationFollower } from './applications/application-follower.js';
import type { ConsentDesk } from './consent/consent-desk.js';
import type { ConsoleAccess } from './console/console-access.js';
import type { ConsoleOpener } from './console/console-opener.js';
import type { Demos } from './demo/demos.js';
import type { Check } from './doctor/finding.js';
import { ControlError } from './errors.js';
import type { GuildNames } from './guilds/guild-names.js';
import type { ConsoleBackups, WrittenBackup } from './health/console-backups.js';
import type { KeyReadings } from './keys/key-readings.js';
import type { Playground } from './playground/playground.js';
import type { RecentActivity } from './recent-activity.js';
import type { SavedAccounts } from './saved-accounts.js';
import type { DaemonStatus } from './status.js';

/** The parts of the daemon that control shows and changes, passed in by the composition root. */
export interface ControlDependencies {
  readonly files: HomeFiles;
  readonly consent: ConsentDesk;
  readonly client: ChatClient;
  readonly accounts: SavedAccounts;
  readonly sessions: RpcSessions;
  /** the applications that the RPC server refused */
  readonly refusals: Pick<Refusals, 'list'>;
  /** the captures of applications, without the person's own */
  readonly captures: KeyCaptures;
  /** what programs show as the person's activity */
  readonly activities: Pick<Activities, 'list' | 'onChange'>;
  /** requests to join games */
  readonly activityRequests: Pick<ActivityRequests, 'accept' | 'ask' | 'decline' | 'invite' | 'list' | 'on'>;
  /** which of them may */
  readonly activitySettings: ActivitySettings;
  readonly hardware: Hardware;
  /** the person's voice settings and voice channel */
  readonly voice: VoiceRoom;
  /** how the person's voice channel sounds */
  readonly sound: Sound;
  readonly notifier: DesktopNotifier;
  readonly describeProcess: DescribeProcess;
  /** null if the service is remote */
  readonly administration: Administration | null;
  /** the doctor's checks of what a daemon is started with */
  readonly startChecks: readonly Check[];
  status(): DaemonStatus;
  /** Writes a backup of the home with this file name into a folder. @throws {UserError} */
  writeBackup(folder: string, name: string): Promise<WrittenBackup>;
  /** starts the shutdown; the reply to the current command is still sent */
  shutdown(): void;
  /** how long the shutdown may take, in milliseconds */
  readonly shutdownMs: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What acts as the person of the daemon; `guildhall api` has none. */
export interface PersonContext {
  readonly client: ChatClient;
  readonly names: GuildNames;
  readonly clock: Clock;
}

/** The dependencies of operations. */
export interface ControlContext extends ControlDependencies, ApplicationFollower {
  /** creates one-time URLs of the console page */
  readonly consoleAccess: ConsoleAccess;
  readonly consoleOpener: ConsoleOpener;
  /** the open connections of the playground */
  readonly playground: Playground;
  readonly keyReadings: KeyReadings;
  readonly names: GuildNames;
  readonly demos: Demos;
  readonly person: PersonContext;
  readonly backups: ConsoleBackups;
  /** what happened last */
  readonly recent: RecentActivity;
}

/** The dependencies of operations that need the service alone, as `guildhall api` has them. */
export interface ServiceContext
  extends Pick<ControlContext, 'administration' | 'clock' | 'log' | 'shutdown' | 'shutdownMs'>,
    ApplicationFollower {
  readonly person: PersonContext | null;
}

/** Why nobody is signed in, and what the person can do. */
const NOT_SIGNED_IN: Readonly<Record<Exclude<SignInState, 'in'>, { reason: string; hint: string }>> = {
  waiting: {
    reason: 'nobody is signed in: the service has not answered yet',
    hint: 'See the state of the service with: guildhall status',
  },
  out: { reason: 'nobody is signed in', hint: 'Sign in with: guildhall login' },
  refused: {
    reason: 'nobody is signed in: the service no longer accepts the saved token',
    hint: 'Sign in again with: guildhall login',
  },
};

/** The signed-in person. @throws {ControlError} unavailable, while nobody is signed in */
export function requireSignedIn({ signInState, user }: Pick<ChatClient, 'signInState' | 'user'>): User {
  if (signInState === 'in' && user !== null) return user;
  const { reason, hint } = NOT_SIGNED_IN[signInState === 'in' ? 'waiting' : signInState];
  throw new ControlError('unavailable', reason, hint);
}

/** @throws {ControlError} if the service is remote, so that this daemon cannot administer it */
export function requireAdministration({
  administration,
}: Pick<ServiceContext, 'administration'>): Administration {
  if (administration !== null) return administration;
  throw new ControlError(
    'unavailable',
    'this daemon uses a remote service: its applications and users are administered there',
    'Ask the operator of that service, or start the daemon without --api-url to run one of your own.',
  );
}
