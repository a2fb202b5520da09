import type { CreatedApplication, RegisteredApplication } from '../../protocol/administration.js';
import type { NamedCommand } from './invocation.js';
import { type Cell, fields, table } from './table.js';

export function applicationsText(applications: readonly RegisteredApplication[]): string {
  return table(
    ['ID', 'NAME', 'APPROVED', 'BOT', 'ORIGINS'],
    applications.map((one) => [one.id, one.name, one.approved, one.bot?.id, one.rpc_origins.join(' ')]),
    'no applications are registered',
  );
}

export function applicationText(application: RegisteredApplication): string {
  return fields([...common(application), ['bot', application.bot?.id]]);
}

/** Includes the secrets, which are shown only once. */
export function createdApplicationText(application: CreatedApplication): string {
  const { client_secret, bot } = application;
  const text = fields([
    ...common(application),
    ['client secret', client_secret],
    ['bot', bot?.id],
    ...(bot === null ? [] : ([['bot token', bot.token]] as const)),
  ]);
  const once =
    bot === null
      ? 'The secret is shown only once: save it.'
      : 'Secret and token are shown only once: save them.';
  return `${text}\n\n${once}`;
}

/** What an application without an owner cannot do, and the command that gives it one. */
export function missingOwnerText(
  { id, bot }: Pick<CreatedApplication, 'id' | 'bot'>,
  guildhall: NamedCommand,
): string {
  const ofBot =
    bot === null
      ? ''
      : ', and its bot has no elevated permissions in guilds that require two-factor authentication';
  return `The application has no owner: client_credentials tokens are unavailable${ofBot}.\nSet one with: ${guildhall('apps', 'update', id, '--owner', 'USER')}`;
}

function common(application: Omit<RegisteredApplication, 'bot'>): (readonly [string, Cell])[] {
  return [
    ['id', application.id],
    ['name', application.name],
    ['description', application.description],
    ['icon', application.icon],
    ['approved', application.approved],
    ['owner', application.owner_id],
    ['origins', application.rpc_origins.join(' ')],
    ['redirects', application.redirect_uris.join(' ')],
    ['testers', application.testers.join(' ')],
  ];
}
