import { UserError } from '../../platform/errors.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/** What a person names by its id or name. */
export interface Named {
  readonly id: Snowflake;
  readonly name: string;
  /** the name of its guild, if it has one */
  readonly guild?: string;
}

/** The id of what has a name. @throws {UserError} `missing` if none has the name */
export function onlyOne(
  all: readonly Named[],
  wanted: string,
  missing: { readonly problem: string; readonly hint: string },
): Snowflake {
  const [found, ...others] = all.filter(({ name }) => name === wanted);
  if (found === undefined) throw new UserError(missing.problem, missing.hint);
  if (others.length === 0) return found.id;
  const ids = [found, ...others].map(({ guild, id }) => (guild === undefined ? id : `${id} (${guild})`));
  throw new UserError(`several have the name ${wanted}`, `Name one by its id: ${ids.join(', ')}`);
}
