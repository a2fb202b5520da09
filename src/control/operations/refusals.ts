import Type from 'typebox';
import { Nullable, TimestampSchema } from '../../protocol/schema.js';
import { timestamp } from '../../protocol/timestamp.js';
import { NoBody, operation } from '../operation.js';

/** Clients that were refused for the same reason, as `Refusal` of the RPC server. */
const RefusalSchema = Type.Object({
  reason: Type.String(),
  application_id: Nullable(Type.String()),
  origin: Nullable(Type.String()),
  times: Type.Integer(),
  last_at: TimestampSchema,
});

export const listRefusals = operation({
  name: 'List refusals',
  summary: 'Returns the applications that the RPC server refused in the last hour.',
  details:
    'Client ids and origins are as they were sent, at most 256 characters of each. At most 32 are remembered.',
  method: 'GET',
  path: '/refusals',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  reply: Type.Array(RefusalSchema),
  handle: ({ control }) =>
    control.refusals.list().map(({ reason, applicationId, origin, times, lastAt }) => ({
      reason,
      application_id: applicationId,
      origin,
      times,
      last_at: timestamp(lastAt),
    })),
});
