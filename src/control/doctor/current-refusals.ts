import type { Application } from '../../protocol/objects/application.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import type { Refusal, RefusalReason } from '../../rpc/applications/refusals.js';
import type { ControlContext } from '../context.js';
import type { RunningDaemon } from './finding.js';

type ReasonOfApplication = 'origin' | 'not-approved';

/** A refusal whose reason is not gone, with the application that it depends on. */
export type CurrentRefusal = Refusal &
  (
    | { readonly reason: ReasonOfApplication; readonly application: Application }
    | { readonly reason: Exclude<RefusalReason, ReasonOfApplication>; readonly application: null }
  );

/** What tells whether the reason of a refusal is gone. */
export type RefusalLookups = Pick<RunningDaemon, 'findApplication' | 'findAccess'>;

export function refusalLookups({ client }: Pick<ControlContext, 'client'>): RefusalLookups {
  return {
    findApplication: async (id) => (isSnowflake(id) ? client.application(id) : null),
    findAccess: (id) => client.applicationAccess(id),
  };
}

/** @returns null if the reason is gone by now. @throws {ServiceError} if the service cannot be asked */
export async function toCurrentRefusal(
  refusal: Refusal,
  { findApplication, findAccess }: RefusalLookups,
): Promise<CurrentRefusal | null> {
  const { reason, origin } = refusal;
  if (reason === 'handshake' || reason === 'user') return { ...refusal, reason, application: null };
  const application = await findApplication(refusal.applicationId ?? '');
  if (reason === 'unknown-application') {
    return application === null ? { ...refusal, reason, application } : null;
  }
  if (application === null) return null;
  const isGone =
    reason === 'origin'
      ? origin !== null && application.rpc_origins.includes(origin)
      : (await findAccess(application.id)) !== 'none';
  return isGone ? null : { ...refusal, reason, application };
}
