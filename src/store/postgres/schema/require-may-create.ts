import { UserError } from '../../../platform/errors.js';
import type { Connection } from '../connection.js';

/** The schema is null if the role may use none of its search path. */
const MAY_CREATE = `SELECT quote_ident(current_user) AS role, quote_ident(current_schema()) AS schema,
  has_schema_privilege(current_schema(), 'CREATE') AS "isAllowed"`;

/** @throws {UserError} the role may not create the tables of the next step */
export async function requireMayCreate(connection: Connection): Promise<void> {
  const [rights] = (await connection.query(MAY_CREATE)) as {
    readonly role: string;
    readonly schema: string | null;
    readonly isAllowed: boolean | null;
  }[];
  if (rights?.isAllowed) return;
  const schema = rights?.schema ?? 'public';
  throw new UserError(
    `the role ${rights?.role} may not create tables in the schema ${schema}`,
    `As its owner: GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${rights?.role}`,
  );
}
