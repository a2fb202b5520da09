import type { ApplicationRow, TwoFactorRow, UserActivityRow, UserRow } from '../rows/accounts.js';
import { Table } from '../table.js';

/** Accounts of people, bots and applications. */

export const users = new Table<UserRow>('users', ['id'], {
  id: 'id',
  username: 'plain',
  discriminator: 'plain',
  avatar: 'plain',
  bot: 'boolean',
  mfa_enabled: 'boolean',
  verified: 'boolean',
  email: 'plain',
  phone: 'plain',
});

export const two_factor = new Table<TwoFactorRow>('two_factor', ['user_id'], {
  user_id: 'id',
  secret: 'plain',
  confirmed: 'boolean',
  last_step: 'plain',
  backup_codes: 'json',
});

export const applications = new Table<ApplicationRow>('applications', ['id'], {
  id: 'id',
  name: 'plain',
  description: 'plain',
  icon: 'plain',
  secret_hash: 'plain',
  approved: 'boolean',
  owner_id: 'id',
  bot_id: 'id',
  rpc_origins: 'json',
  redirect_uris: 'json',
  testers: 'json',
});

export const user_activity = new Table<UserActivityRow>('user_activity', ['user_id'], {
  user_id: 'id',
  seen_at: 'plain',
});
