import { type ControlClient, UnavailableError } from '../../control/control-client.js';
import type { Named, NamedKind } from '../../control/guilds/guild-names.js';
import { listApplications } from '../../control/operations/applications.js';
import { findNamed } from '../../control/operations/guild-changes.js';
import { listUsers } from '../../control/operations/users.js';
import { UsageError, UserError } from '../../platform/errors.js';
import { isSnowflake, type Snowflake } from '../../protocol/snowflake.js';

/** Something that exists. */
export type Found = Named & { readonly id: Snowflake };

/** The option that says in which guild a name is. */
export const GUILD_OPTION = ['--guild <guild>', 'its guild, by id or name'] as const;

/** The guild with this id or name; undefined: the one that was used last, or the only one. @throws {UserError} */
export function findGuild(daemon: ControlClient, idOrName: string | undefined): Promise<Named> {
  return daemon.call(findNamed, {}, { kind: 'guild', name: idOrName ?? null, guild: null });
}

/** The only guild with this id or name, for what cannot be undone. @throws {UserError} also if several have the name */
export async function findGuildClearly(daemon: ControlClient, name: string): Promise<Named['guild']> {
  const body = { kind: 'guild', name, guild: null, must_be_clear: true } as const;
  return (await daemon.call(findNamed, {}, body)).guild;
}

/** The guild that an argument or the option names. @throws {UserError} also if both do */
export async function findListedGuild(
  daemon: ControlClient,
  argument: string | undefined,
  { guild }: { readonly guild?: string },
): Promise<Named['guild']> {
  if (argument !== undefined && guild !== undefined)
    throw new UsageError('the guild is named twice: as an argument and with --guild');
  return (await findGuild(daemon, argument ?? guild)).guild;
}

/**
 * What an id, a name or `GUILD/NAME` means.
 *
 * @param guild id or name of its guild; undefined: any
 * @throws {UserError} if none or several have the name
 */
export function findInGuild(
  daemon: ControlClient,
  kind: NamedKind,
  name: string,
  guild?: string,
): Promise<Found> {
  return find(daemon, { kind, name, guild: guild ?? null });
}

/**
 * The only one with an id, a name or `GUILD/NAME`, for what cannot be undone. A guild that was used last does not decide.
 *
 * @param guild id or name of its guild; undefined: any
 * @throws {UserError} if none or several have the name
 */
export function findClearly(
  daemon: ControlClient,
  kind: NamedKind,
  name: string,
  guild?: string,
): Promise<Found> {
  return find(daemon, { kind, name, guild: guild ?? null, must_be_clear: true });
}

async function find(
  daemon: ControlClient,
  wanted: { kind: NamedKind; name: string; guild: string | null; must_be_clear?: boolean },
): Promise<Found> {
  const { id, ...found } = await daemon.call(findNamed, {}, wanted);
  return { ...found, id: id ?? '' };
}

/** In which guild something new is to be, by `GUILD/NAME` or the option. @throws {UserError} */
export function findPlace(daemon: ControlClient, name: string, guild?: string): Promise<Named> {
  return daemon.call(findNamed, {}, { kind: 'new', name, guild: guild ?? null });
}

/** The id of the application with this id or name. @throws {UserError} if none or several have the name */
export async function findApplicationId(daemon: ControlClient, idOrName: string): Promise<Snowflake> {
  const name: string = idOrName;
  if (isSnowflake(idOrName)) return idOrName;
  return onlyOne(await daemon.call(listApplications, {}, {}), name, {
    problem: `there is no application ${name}`,
    hint: 'See them with: guildhall apps list',
  });
}

/**
 * The id of the user with this id or name, with or without discriminator.
 *
 * @throws {UserError} if none or several have the name; {UsageError} for a name if a remote service has the users
 */
export async function findUserId(daemon: ControlClient, idOrName: string): Promise<Snowflake> {
  const name: string = idOrName;
  if (isSnowflake(idOrName)) return idOrName;
  const users = await daemon.call(listUsers, {}, {}).catch((error: unknown) => {
    if (!(error instanceof UnavailableError)) throw error;
    throw new UsageError(
      `the names of users are known only where the service runs: name ${name} by id`,
      'Those of your voice channel are in: guildhall voice status',
    );
  });
  const named = users.map(({ discriminator, id, username }) => {
    const tag = `${username}#${discriminator}`;
    return { id, name: name.includes('#') ? tag : username };
  });
  const some = users.slice(0, MAX_NAMED).map((one) => `${one.username}#${one.discriminator}`);
  return onlyOne(named, name, {
    problem: `there is no user ${name}`,
    hint: `See all with: guildhall users list. ${some.length === 0 ? 'There are none' : `Users: ${some.join(', ')}`}`,
  });
}

/** The ids of users, as `findUserId` finds them. */
export async function findUserIds(daemon: ControlClient, wanted: readonly string[]): Promise<Snowflake[]> {
  const ids: Snowflake[] = [];
  for (const one of wanted) ids.push(await findUserId(daemon, one));
  return ids;
}

/** The most users that an error names. */
const MAX_NAMED = 10;

/** The id of what has a name. @throws {UserError} `missing` if none has the name */
function onlyOne(
  all: readonly { readonly id: Snowflake; readonly name: string }[],
  wanted: string,
  missing: { readonly problem: string; readonly hint: string },
): Snowflake {
  const [found, ...others] = all.filter(({ name }) => name === wanted);
  if (found === undefined) throw new UserError(missing.problem, missing.hint);
  if (others.length === 0) return found.id;
  const ids = [found, ...others].map(({ id }) => id);
  throw new UserError(`several have the name ${wanted}`, `Name one by its id: ${ids.join(', ')}`);
}
