import { accounts } from './first/accounts.js';
import { commits } from './first/commits.js';
import { guilds } from './first/guilds.js';
import { messages } from './first/messages.js';
import { cluster } from './steps/0002-cluster.js';
import { voiceStates } from './steps/0003-voice-states.js';
import { newOwners } from './steps/0004-new-owners.js';
import { voiceEndpoints } from './steps/0005-voice-endpoints.js';
import { movedSessions } from './steps/0006-moved-sessions.js';
import { unlockedTakes } from './steps/0007-unlocked-takes.js';
import { changedAccounts } from './steps/0008-changed-accounts.js';
import { busKey } from './steps/0009-bus-key.js';

/**
 * The schema as a list of steps: a store of version n has had the first n applied. A released step never changes; later
 * changes are new steps at the end. They are counted apart from those of SQLite.
 *
 * Programs that know only the steps before it run on while a step is applied, and afterwards (docs/operating-a-cluster.md,
 * Upgrade). So a step adds: tables, functions, and columns that are nullable or have a constant default. It takes no long lock.
 */
export const SCHEMA_STEPS: readonly string[] = [
  [accounts, guilds, messages, commits].join('\n'),
  cluster,
  voiceStates,
  newOwners,
  voiceEndpoints,
  movedSessions,
  unlockedTakes,
  changedAccounts,
  busKey,
];
