import { operationList } from '../../protocol/declaration/route-table.js';
import type { AnyOperation } from '../operation.js';
import { getAccount, listAccounts, login, switchAccount } from './accounts.js';
import {
  acceptActivityRequest,
  blockActivity,
  chooseUnregistered,
  declineActivityRequest,
  listActivities,
  requestActivity,
  unblockActivity,
} from './activities.js';
import { watchApplications } from './application-live.js';
import { captureShortcut, endCapture } from './capture.js';
import {
  approveConsent,
  denyConsent,
  forgetRemembered,
  listConsents,
  withdrawKeyCapture,
} from './consent.js';
import { createDemo, openDemoGuild, removeDemos } from './demo.js';
import { listDevices, measureInput, watchDevices } from './devices.js';
import { runDoctor } from './doctor.js';
import { listGrants, revokeGrant } from './grants.js';
import {
  acceptInvite,
  banMember,
  changeChannel,
  changeRole,
  createChannel,
  createInvite,
  createRole,
  deleteChannel,
  deleteGuild,
  deleteInvite,
  deleteRole,
  findNamed,
  giveRole,
  kickMember,
  leaveGuild,
  listBans,
  listInvites,
  listMembers,
  listRoles,
  renameGuild,
  takeRole,
  unbanMember,
} from './guild-changes.js';
import { getGuild, listGuilds, watchGuildView } from './guild-views.js';
import { capturePushToTalkKey, testKeys } from './keys.js';
import { attendPage, watchEverything } from './live.js';
import { watchLog } from './logs.js';
import { listEarlierMessages, listMessages, sendMessage, watchMessages } from './messages.js';
import { authorizePlayground, getPlayground, openPlayground, sendFromPlayground } from './playground.js';
import { listRefusals } from './refusals.js';
import { SERVICE_OPERATIONS } from './service-operations.js';
import { inspectSession, kickSession, listSessions, watchSessions } from './sessions.js';
import {
  createBackup,
  createConsoleAddress,
  createConsolePage,
  getFacts,
  getStatus,
  signOutConsole,
} from './status.js';
import {
  changeUserVoiceSettings,
  changeVoiceSettings,
  getVoiceSettings,
  getVoiceStatus,
  selectVoiceChannel,
  watchVoice,
} from './voice.js';

/** Everything that can be asked of the daemon over its control socket. */
export const OPERATIONS = operationList<AnyOperation>([
  ...SERVICE_OPERATIONS,
  getStatus,
  createConsoleAddress,
  createConsolePage,
  signOutConsole,
  watchApplications,
  listGuilds,
  getGuild,
  watchGuildView,
  findNamed,
  renameGuild,
  leaveGuild,
  deleteGuild,
  createChannel,
  changeChannel,
  deleteChannel,
  listRoles,
  createRole,
  changeRole,
  deleteRole,
  listInvites,
  createInvite,
  deleteInvite,
  acceptInvite,
  listMembers,
  kickMember,
  listBans,
  banMember,
  unbanMember,
  giveRole,
  takeRole,
  listMessages,
  listEarlierMessages,
  sendMessage,
  watchMessages,
  getAccount,
  login,
  listAccounts,
  switchAccount,
  listConsents,
  approveConsent,
  denyConsent,
  listGrants,
  revokeGrant,
  forgetRemembered,
  withdrawKeyCapture,
  listRefusals,
  listSessions,
  kickSession,
  watchSessions,
  inspectSession,
  listActivities,
  blockActivity,
  unblockActivity,
  chooseUnregistered,
  requestActivity,
  acceptActivityRequest,
  declineActivityRequest,
  getPlayground,
  openPlayground,
  sendFromPlayground,
  authorizePlayground,
  listDevices,
  watchDevices,
  measureInput,
  captureShortcut,
  endCapture,
  testKeys,
  getVoiceSettings,
  changeVoiceSettings,
  changeUserVoiceSettings,
  capturePushToTalkKey,
  getVoiceStatus,
  selectVoiceChannel,
  watchVoice,
  watchEverything,
  attendPage,
  createDemo,
  openDemoGuild,
  removeDemos,
  runDoctor,
  getFacts,
  createBackup,
  watchLog,
]);
