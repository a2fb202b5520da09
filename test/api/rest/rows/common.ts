import assert from 'node:assert/strict';
import { ALL_PERMISSIONS, PERMISSIONS, type PermissionName } from '#guildhall/protocol/permissions.js';
import type { Cast } from '../../support/cast.js';
import { type Call, NOBODY, type Row } from '../../support/rows.js';

export type CastRow = Row<Cast>;
/** The rows of operations, by the operation's name. */
export type Table = Readonly<Record<string, readonly CastRow[]>>;

/** Whom a request is from and what its path names. */
export interface Asked {
  readonly as: string | undefined;
  readonly guild: string;
  readonly user: string;
  readonly role: string;
  readonly integration: string;
  readonly emoji: string;
}
export type Ask = (asked: Asked, cast: Cast) => Call;

/** The error codes of what a path names beside the guild, where there is no such thing. */
export type Unknown = Readonly<Partial<Record<'user' | 'role' | 'integration' | 'emoji', number>>>;

function usual({ bot, guild, person, lower, integration, emoji }: Cast): Asked {
  return { as: bot, guild, user: person.id, role: lower.role, integration, emoji };
}

/**
 * The refusals that every operation on a guild has: no token, outsiders, unknown and malformed ids.
 *
 * @param outsider an Authorization header of somebody who is not a member
 */
export function refusals(
  ask: Ask,
  unknown: Unknown = {},
  outsider: (cast: Cast) => string = ({ stranger }) => stranger.token,
): CastRow[] {
  const row = (
    title: string,
    other: (cast: Cast) => Partial<Asked>,
    status: number,
    code: number,
  ): CastRow => ({
    title,
    call: (cast) => ask({ ...usual(cast), ...other(cast) }, cast),
    status,
    code,
  });
  const malformed = (name: 'guild' | keyof Unknown): CastRow => ({
    ...row(`takes no ${name} that is not an id`, () => ({ [name]: 'x' }), 400, 50035),
    fields: { [`${name}_id`]: 'NUMBER_TYPE_COERCE' },
  });
  const named = Object.entries(unknown) as [keyof Unknown, number][];
  return [
    row('needs a token', () => ({ as: undefined }), 401, 0),
    row('is closed to others', (cast) => ({ as: outsider(cast) }), 403, 50001),
    row('does not know any guild', () => ({ guild: NOBODY }), 404, 10004),
    ...named.map(([name, code]) => row(`does not know any ${name}`, () => ({ [name]: NOBODY }), 404, code)),
    malformed('guild'),
    ...named.map(([name]) => malformed(name)),
  ];
}

/** Who stands above everybody and may do anything else is refused without this permission. */
export function needs(permission: PermissionName, ask: Ask): CastRow {
  const permissions = ALL_PERMISSIONS & ~PERMISSIONS[permission] & ~PERMISSIONS.ADMINISTRATOR;
  return {
    title: `needs ${permission}`,
    prepare: async (service, { bot, guild, deputy }) => {
      const path = (role: string) => `/guilds/${guild}/roles/${role}`;
      await service.ok('PATCH', path(deputy.role), { as: bot, json: { permissions } });
      await service.ok('PATCH', path(guild), { as: bot, json: { permissions: 0 } });
    },
    call: (cast) => ask({ ...usual(cast), as: cast.deputy.token }, cast),
    status: 403,
    code: 50013,
  };
}

/** A value of a field, and the inner code it is refused with. */
export type BadValue = readonly [value: unknown | ((cast: Cast) => unknown), code: string];

/** Rows of a body with one field that is wrong; `undefined` is a field that is missing, the path '' the whole body. */
export function badFields(
  write: (json: unknown, cast: Cast) => Call,
  base: unknown,
  fields: Readonly<Record<string, readonly BadValue[]>>,
): CastRow[] {
  return Object.entries(fields).flatMap(([path, values]) =>
    values.map(([value, code]): CastRow => {
      const of = (one: unknown, cast: Cast): unknown => (typeof one === 'function' ? one(cast) : one);
      const shown =
        typeof value === 'function' ? 'what the guild has not' : (JSON.stringify(value) ?? 'nothing');
      return {
        title: `refuses for ${path || 'the body'} ${shown.slice(0, 40)} (${code})`,
        call: (cast) =>
          write(replaced(of(base, cast), path === '' ? [] : path.split('.'), of(value, cast)), cast),
        status: 400,
        code: 50035,
        fields: { [path]: code },
      };
    }),
  );
}

/** The same of a query, whose values are text. */
export function badQuery(
  write: (query: string, cast: Cast) => Call,
  fields: Readonly<Record<string, readonly (readonly [value: string | undefined, code: string])[]>>,
): CastRow[] {
  return Object.entries(fields).flatMap(([name, values]) =>
    values.map(
      ([value, code]): CastRow => ({
        title: `refuses in the query for ${name} ${value?.slice(0, 40) ?? 'nothing'} (${code})`,
        call: (cast) => write(value === undefined ? '' : `?${name}=${value}`, cast),
        status: 400,
        code: 50035,
        fields: { [name]: code },
      }),
    ),
  );
}

function replaced(base: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(base) ? [...base] : { ...(base as object) };
  Reflect.set(copy, name, replaced(Reflect.get(copy, name), rest, value));
  return copy;
}

/** A refusal for where roles stand. */
export function outranked(title: string, call: CastRow['call']): CastRow {
  return { title, call, status: 403, code: 50013, hierarchy: true };
}

/** The one of a list that has an id. */
export function withId<One extends { readonly id: string }>(list: readonly One[], id: string): One {
  const found = list.find((one) => one.id === id);
  return found ?? assert.fail(`nothing has the id ${id}`);
}
