import { operationList } from '../../protocol/declaration/route-table.js';
import type { AnyOperation } from '../operation.js';
import { getAccount, login } from './account.js';
import { listAccounts, switchAccount } from './accounts.js';
import {
  changeTesters,
  createApplication,
  deleteApplication,
  getApplication,
  listApplications,
  setApproved,
  updateApplication,
} from './applications.js';
import { captureShortcut, endCapture } from './capture.js';
import { approveConsent, denyConsent, listConsents } from './consent.js';
import { createDemo } from './demo.js';
import { listDevices, watchDevices } from './devices.js';
import { runDoctor } from './doctor.js';
import { listGrants, revokeGrant } from './grants.js';
import { configureGuild } from './guilds.js';
import { watchEverything } from './live.js';
import { capturePushToTalkKey } from './push-to-talk-key.js';
import { kickSession, listSessions } from './sessions.js';
import { createConsoleAddress, createConsolePage, getStatus, stopDaemon } from './status.js';
import { changeSubscribers } from './subscribers.js';
import { beginTwoFactor, confirmTwoFactor, disableTwoFactor } from './two-factor.js';
import { createUser, listUsers } from './users.js';
import {
  changeUserVoiceSettings,
  changeVoiceSettings,
  getVoiceSettings,
  getVoiceStatus,
  selectVoiceChannel,
} from './voice.js';
import { watchVoice } from './voice-live.js';

/** Everything that can be asked of the daemon over its control socket. */
export const OPERATIONS = operationList<AnyOperation>([
  getStatus,
  stopDaemon,
  createConsoleAddress,
  createConsolePage,
  createApplication,
  listApplications,
  getApplication,
  updateApplication,
  deleteApplication,
  setApproved,
  changeTesters,
  createUser,
  listUsers,
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  configureGuild,
  changeSubscribers,
  getAccount,
  login,
  listAccounts,
  switchAccount,
  listConsents,
  approveConsent,
  denyConsent,
  listGrants,
  revokeGrant,
  listSessions,
  kickSession,
  listDevices,
  watchDevices,
  captureShortcut,
  endCapture,
  getVoiceSettings,
  changeVoiceSettings,
  changeUserVoiceSettings,
  capturePushToTalkKey,
  getVoiceStatus,
  selectVoiceChannel,
  watchVoice,
  watchEverything,
  createDemo,
  runDoctor,
]);
