import type { Account, Application, TwoFactorState } from '../../accounts.js';
import type { ApplicationRow, TwoFactorRow, UserRow } from '../rows/accounts.js';

/** Converts accounts and applications to and from rows, field by field. */

export function accountFromRow(row: UserRow): Account {
  return {
    id: row.id,
    username: row.username,
    discriminator: row.discriminator,
    avatar: row.avatar,
    bot: row.bot,
    mfaEnabled: row.mfa_enabled,
    verified: row.verified,
    email: row.email,
    phone: row.phone,
  };
}

export function accountRow(account: Account): UserRow {
  return {
    id: account.id,
    username: account.username,
    discriminator: account.discriminator,
    avatar: account.avatar,
    bot: account.bot,
    mfa_enabled: account.mfaEnabled,
    verified: account.verified,
    email: account.email,
    phone: account.phone,
  };
}

export function twoFactorFromRow(row: TwoFactorRow): TwoFactorState {
  return {
    userId: row.user_id,
    secret: row.secret,
    confirmed: row.confirmed,
    lastStep: row.last_step,
    backupCodes: row.backup_codes,
  };
}

export function twoFactorRow(state: TwoFactorState): TwoFactorRow {
  return {
    user_id: state.userId,
    secret: state.secret,
    confirmed: state.confirmed,
    last_step: state.lastStep,
    backup_codes: state.backupCodes,
  };
}

export function applicationFromRow(row: ApplicationRow): Application {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    icon: row.icon,
    secretHash: row.secret_hash,
    approved: row.approved,
    ownerId: row.owner_id,
    botId: row.bot_id,
    rpcOrigins: row.rpc_origins,
    redirectUris: row.redirect_uris,
    testers: row.testers,
  };
}

export function applicationRow(application: Application): ApplicationRow {
  return {
    id: application.id,
    name: application.name,
    description: application.description,
    icon: application.icon,
    secret_hash: application.secretHash,
    approved: application.approved,
    owner_id: application.ownerId,
    bot_id: application.botId,
    rpc_origins: application.rpcOrigins,
    redirect_uris: application.redirectUris,
    testers: application.testers,
  };
}
