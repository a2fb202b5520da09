import type { Table } from './table.js';
import { applications, two_factor, user_activity, users } from './tables/account-tables.js';
import { authorization_codes, grants, rpc_tokens, tokens } from './tables/authorization-tables.js';
import {
  audit_log,
  bans,
  channels,
  emoji_images,
  emojis,
  guilds,
  images,
  integration_subscribers,
  integrations,
  invites,
  members,
  private_channel_recipients,
  private_channels,
  roles,
  temporary_members,
} from './tables/guild-tables.js';
import { attachments, messages, reactions, removed_files } from './tables/message-tables.js';

/** All tables, parents before the tables that refer to them: the writer puts rows in this order. */
export const TABLES = {
  users,
  two_factor,
  applications,
  guilds,
  roles,
  channels,
  private_channels,
  private_channel_recipients,
  members,
  bans,
  user_activity,
  audit_log,
  messages,
  attachments,
  removed_files,
  reactions,
  emojis,
  emoji_images,
  images,
  invites,
  temporary_members,
  integrations,
  integration_subscribers,
  grants,
  tokens,
  authorization_codes,
  rpc_tokens,
} as const;

export type TableName = keyof typeof TABLES;

/** The row of each table. */
export type RowOf<Name extends TableName> = (typeof TABLES)[Name] extends Table<infer Row> ? Row : never;

/** A table for rows of which only the name of their table is known, as in a `Write`. */
export function tableOf(name: TableName): Table<object> {
  return TABLES[name];
}

/** Makes something of each table, e.g. its statements. */
export function mapTables<Made>(make: (table: Table<object>) => Made): Readonly<Record<TableName, Made>> {
  const names = Object.keys(TABLES) as TableName[];
  return Object.fromEntries(names.map((name) => [name, make(tableOf(name))])) as Record<TableName, Made>;
}
