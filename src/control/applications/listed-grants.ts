import Type, { type Static } from 'typebox';
import type { ChatClient } from '../../client/client.js';
import { ServiceError } from '../../client/service-error.js';
import { GrantSchema } from '../../protocol/objects/application.js';
import { Nullable, TimestampSchema } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { describeScopes, PermissionSchema } from '../consent/permissions.js';
import type { LastingGrants } from '../consent/remembered-consents.js';
import type { ControlContext } from '../context.js';

/** A grant, and whether its application may record keys: for good, or on one of its connections. */
export const ListedGrantSchema = Type.Object({
  ...GrantSchema.properties,
  /** the scopes in words, sensitive ones first */
  permissions: Type.Array(PermissionSchema),
  key_capture: Type.Boolean(),
  /** the number of open connections of the application */
  connections: Type.Integer(),
  /** when a token of it was last used; null: not since this daemon's service started, or the service is remote */
  last_used_at: Nullable(TimestampSchema),
});
export type ListedGrant = Static<typeof ListedGrantSchema>;

/** What the person granted. @throws {ServiceError} if the service cannot be asked */
export async function readGrants({
  administration,
  client,
  consent,
  sessions,
}: Pick<ControlContext, 'administration' | 'client' | 'consent' | 'sessions'>): Promise<ListedGrant[]> {
  const grants = await client.grants();
  const open = sessions.list();
  return grants.map((grant) => {
    const own = open.filter(({ application }) => application.id === grant.application.id);
    return {
      ...grant,
      permissions: describeScopes(grant.scopes),
      key_capture:
        own.some((session) => session.key_capture) ||
        consent.allowsKeyCapture(client.user?.id ?? null, grant.application.id),
      connections: own.filter(({ scopes }) => scopes !== null).length,
      last_used_at: administration?.lastUseOfGrant(grant.id) ?? null,
    };
  });
}

/**
 * The lasting grants of a person.
 *
 * @throws {ServiceError} if the service cannot be asked, or somebody else is signed in
 */
export async function listLastingGrants(
  client: Pick<ChatClient, 'grants' | 'user'>,
  userId: Snowflake,
): Promise<LastingGrants> {
  const grants = client.user?.id === userId ? await client.grants() : [];
  if (client.user?.id !== userId) throw new ServiceError('Another person signed in.', 401);
  return new Map(grants.flatMap(({ application, id, once }) => (once ? [] : [[application.id, id]])));
}
