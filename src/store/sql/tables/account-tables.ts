import type { ApplicationRow, TwoFactorRow, UserActivityRow, UserRow } from '../rows/accounts.js';
import { Table } from '../table.js';

/** Accounts of people, bots and applications. */

export const users = new Table<UserRow>('users', ['id'], {
  id: 'id',
  username: 'text',
  discriminator: 'text',
  avatar: 'text',
  bot: 'boolean',
  mfa_enabled: 'boolean',
  verified: 'boolean',
  email: 'text',
  phone: 'text',
});

export const two_factor = new Table<TwoFactorRow>('two_factor', ['user_id'], {
  user_id: 'id',
  secret: 'text',
  confirmed: 'boolean',
  last_step: 'integer',
  backup_codes: 'json',
});

export const applications = new Table<ApplicationRow>('applications', ['id'], {
  id: 'id',
  name: 'text',
  description: 'text',
  icon: 'text',
  secret_hash: 'text',
  approved: 'boolean',
  owner_id: 'id',
  bot_id: 'id',
  rpc_origins: 'json',
  redirect_uris: 'json',
  testers: 'json',
});

export const user_activity = new Table<UserActivityRow>('user_activity', ['user_id'], {
  user_id: 'id',
  seen_at: 'integer',
});
