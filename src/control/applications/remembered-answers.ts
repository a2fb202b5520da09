import Type, { type Static } from 'typebox';
import { Nullable, SnowflakeSchema } from '../../protocol/schema.js';
import { describeScopes, PermissionSchema } from '../consent/permissions.js';
import type { ControlContext } from '../context.js';

/** How many remembered answers are listed. */
const MAX_ANSWERS = 500;

/** An answer "Allow" of the person, which applies to later requests of the same application and origin. */
export const RememberedAnswerSchema = Type.Object({
  id: Type.String(),
  /** `name` null: the service no longer knows the application, or does not answer */
  application: Type.Object({
    id: SnowflakeSchema,
    name: Nullable(Type.String()),
    icon: Nullable(Type.String()),
  }),
  /** null: a connection without an Origin */
  origin: Nullable(Type.String()),
  scopes: Type.Array(Type.String()),
  /** the same in words, sensitive ones first */
  permissions: Type.Array(PermissionSchema),
  /** whether it allows to record keys */
  key_capture: Type.Boolean(),
});
export type RememberedAnswer = Static<typeof RememberedAnswerSchema>;

/** The person's remembered answers, oldest first. */
export async function readRememberedAnswers({
  client,
  consent,
}: Pick<ControlContext, 'client' | 'consent'>): Promise<RememberedAnswer[]> {
  const remembered = consent.listRemembered(client.user?.id ?? null).slice(0, MAX_ANSWERS);
  const ids = [...new Set(remembered.map(({ application_id }) => application_id))];
  const found = await Promise.all(ids.map((id) => client.application(id).catch(() => null)));
  const applications = new Map(found.flatMap((one) => (one === null ? [] : [[one.id, one] as const])));
  return remembered.map(({ id, application_id, origin, scopes, key_capture = false }) => {
    const application = applications.get(application_id);
    return {
      id,
      application: {
        id: application_id,
        name: application?.name ?? null,
        icon: application?.icon ?? null,
      },
      origin,
      scopes,
      permissions: describeScopes(scopes),
      key_capture,
    };
  });
}
