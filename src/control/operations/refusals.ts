import Type from 'typebox';
import { Nullable, TimestampSchema } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { timestamp } from '../../protocol/timestamp.js';
import type { Refusal } from '../../rpc/applications/refusals.js';
import { type RefusalLookups, refusalLookups, toCurrentRefusal } from '../doctor/refusals.js';
import { NoBody, operation } from '../operation.js';

/** Clients that were refused for the same reason, as `Refusal` of the RPC server. */
const RefusalSchema = Type.Object({
  reason: Type.String(),
  application_id: Nullable(Type.String()),
  /** null if the client id names no application, or the reason does not depend on it */
  application_name: Nullable(Type.String()),
  origin: Nullable(Type.String()),
  times: Type.Integer(),
  last_at: TimestampSchema,
});

export const listRefusals = operation({
  name: 'List refusals',
  summary: 'Returns the applications that the RPC server refused in the last hour and would refuse again.',
  details:
    'Client ids and origins are as they were sent, at most 256 characters of each. At most 32 are remembered.',
  method: 'GET',
  path: '/refusals',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  reply: Type.Array(RefusalSchema),
  handle: async ({ control }) => {
    const lookups = askingOnce(refusalLookups(control));
    const found = await Promise.all(
      control.refusals.list().map((refusal) => toCurrentOrUnchecked(refusal, lookups)),
    );
    return found
      .filter((each) => each !== null)
      .map(({ reason, applicationId, application, origin, times, lastAt }) => ({
        reason,
        application_id: applicationId,
        application_name: application?.name ?? null,
        origin,
        times,
        last_at: timestamp(lastAt),
      }));
  },
});

/** Several refusals of one application ask the service once. */
function askingOnce({ findAccess, findApplication }: RefusalLookups): RefusalLookups {
  return { findAccess: memoize(findAccess), findApplication: memoize(findApplication) };
}

function memoize<Result>(find: (id: Snowflake) => Promise<Result>): (id: Snowflake) => Promise<Result> {
  const found = new Map<Snowflake, Promise<Result>>();
  return (id) => {
    const known = found.get(id) ?? find(id);
    found.set(id, known);
    return known;
  };
}

/** While the service cannot be asked, the reason is taken as not gone. */
function toCurrentOrUnchecked(refusal: Refusal, lookups: RefusalLookups) {
  return toCurrentRefusal(refusal, lookups).catch(() => ({ ...refusal, application: null }));
}
