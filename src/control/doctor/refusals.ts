import { localTime } from '../../platform/text/local-time.js';
import type { Application } from '../../protocol/objects/application.js';
import { isRpcOrigin } from '../../protocol/rpc/rpc-origin.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import type { Refusal, RefusalReason } from '../../rpc/applications/refusals.js';
import type { ControlContext } from '../context.js';
import { type Check, type CheckContext, ok, problem, type Result, type RunningDaemon } from './finding.js';
import { guildhallCommand } from './guildhall-command.js';

/** Checks for applications that could not connect or were not authorized, and what would let them. */
export const refusals: Check = {
  name: 'applications',
  isForDaemonsOnly: true,
  async run(context) {
    const { daemon } = context;
    if (daemon === null) return [];
    const found = await Promise.all(
      daemon.refusals.list().map((refusal) => toCurrentRefusal(refusal, daemon)),
    );
    const current = found.filter((each) => each !== null);
    return current.length > 0
      ? current.map((each) => toResult(each, daemon, context))
      : [ok('none was refused in the last hour')];
  },
};

function toResult(refusal: CurrentRefusal, daemon: RunningDaemon, context: CheckContext): Result {
  switch (refusal.reason) {
    case 'origin':
      return originRefused(refusal, refusal.application, daemon, context);
    case 'unknown-application':
      return applicationUnknown(refusal, daemon, context);
    case 'not-approved':
      return notApproved(refusal.application, daemon, context);
    case 'handshake':
      return problem(
        'handshake_refused',
        `a client asked for an RPC version or encoding that does not exist (${describe(refusal)})`,
        {
          hint: 'Its program must connect with v=1 and encoding=json or etf (docs/rpc.md, Connecting).',
        },
      );
    case 'user':
      return problem('user_refused', `a program of another user was refused (${describe(refusal)})`, {
        hint: 'If that user is to use this daemon, start it with --allow-users; the log names the user.',
      });
  }
}

function originRefused(
  refusal: Refusal,
  application: Application,
  daemon: RunningDaemon,
  context: CheckContext,
): Result {
  const { origin } = refusal;
  const { id, name, rpc_origins: registered } = application;
  const known = registered.length === 0 ? 'it has none' : `it has ${registered.join(', ')}`;
  if (origin === null) {
    return problem('origin_refused', `${name} (${id}) sent no Origin (${count(refusal)}); ${known}`, {
      hint: 'Its program must send one of them as the Origin header (docs/for-games.md).',
    });
  }
  const message = `${name} (${id}) was refused: the origin ${origin} is not registered for it (${count(refusal)}); ${known}`;
  if (!isRpcOrigin(origin)) {
    return problem('origin_refused', message, {
      hint: 'That origin cannot be registered. Pages must be served by a server, and not opened as a file.',
    });
  }
  return problem('origin_refused', message, {
    // Any page can claim to be any application.
    hint: 'Add the origin only if you know that it belongs to this application.',
    command: daemon.api.embedded ? addOriginCommand(application, origin, context) : undefined,
  });
}

/** The command replaces the list, so it has all of them. */
function addOriginCommand({ id, rpc_origins }: Application, origin: string, context: CheckContext): string {
  const flags = [...rpc_origins, origin].flatMap((each) => ['--origin', each]);
  return guildhallCommand(context, 'apps', 'update', id, ...flags);
}

function applicationUnknown(refusal: Refusal, daemon: RunningDaemon, context: CheckContext): Result {
  return problem(
    'application_unknown',
    `no application has the client id of a refused client (${describe(refusal)})`,
    {
      hint: `Register the application (${guildhallCommand(context, 'apps', 'create')}), or give its program the client_id of a registered one.`,
      command: daemon.api.embedded ? guildhallCommand(context, 'apps', 'list') : undefined,
    },
  );
}

function notApproved({ id, name }: Application, daemon: RunningDaemon, context: CheckContext): Result {
  const user = daemon.userId;
  return problem(
    'application_not_approved',
    `${name} (${id}) is not approved, and you are not one of its testers`,
    {
      hint: `Become a tester, or approve it for everybody: ${guildhallCommand(context, 'apps', 'approve', id)}`,
      command:
        daemon.api.embedded && user !== null
          ? guildhallCommand(context, 'apps', 'testers', id, '--add', user)
          : undefined,
    },
  );
}

function describe(refusal: Refusal): string {
  const { applicationId, origin } = refusal;
  return `client id ${applicationId ?? 'missing'}, origin ${origin ?? 'missing'}, ${count(refusal)}`;
}

function count({ lastAt, times }: Refusal): string {
  const often = times === 1 ? 'once' : `${times} times`;
  return `${often}, last at ${localTime(lastAt)}`;
}

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
