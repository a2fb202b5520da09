import { operationList } from '../../protocol/declaration/route-table.js';
import type { ServiceOperation } from '../operation.js';
import {
  changeTesters,
  createApplication,
  deleteApplication,
  getApplication,
  listApplications,
  resetSecret,
  setApproved,
  updateApplication,
} from './applications.js';
import { configureGuild, createGuild } from './guilds.js';
import { stopDaemon } from './status.js';
import { changeSubscribers } from './subscribers.js';
import { beginTwoFactor, confirmTwoFactor, disableTwoFactor } from './two-factor.js';
import { createUser, listUsers } from './users.js';

/** What can be asked of the service alone: the operations of `guildhall api`, and part of those of a daemon. */
export const SERVICE_OPERATIONS = operationList<ServiceOperation>([
  stopDaemon,
  createApplication,
  listApplications,
  getApplication,
  updateApplication,
  resetSecret,
  deleteApplication,
  setApproved,
  changeTesters,
  createUser,
  listUsers,
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  createGuild,
  configureGuild,
  changeSubscribers,
]);
