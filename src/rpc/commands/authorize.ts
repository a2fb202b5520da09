import Type from 'typebox';
import type { ChatClient } from '../../client/client.js';
import { toPublicApplication } from '../../client/rest/public-application.js';
import { ServiceError } from '../../client/service-error.js';
import { findUsernameFault } from '../../platform/text/account-name.js';
import type { Application } from '../../protocol/objects/application.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { Nullable, Secret } from '../../protocol/schema.js';
import { isScope, type Scope } from '../../protocol/scopes.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import {
  type ConsentGrant,
  type ConsentRequest,
  refuseConsent,
  requireSameName,
  toRpcError,
} from '../consent/consent.js';
import type { CommandContext } from '../context.js';
import { command } from '../dispatch/command.js';

export const authorize = command({
  name: 'AUTHORIZE',
  summary: 'Asks the person to authorize the application and returns an authorization code.',
  details:
    "A one-time `rpc_token` stands for the person's consent; it never grants `messages.read`. " +
    'If nobody is signed in, `username` names the guest account that is created when the person agrees. ' +
    'What the person allows once ends with this connection. After repeated denials or disconnects they are not ' +
    'asked for a while, and 5000 says for how long.',
  access: 'anyone',
  checkFirst: requireClientId,
  args: Type.Object({
    scopes: Type.Array(Type.String(), { maxItems: 64 }),
    client_id: Type.String(),
    rpc_token: Type.Optional(Secret(Nullable(Type.String({ maxLength: 512 })))),
    username: Type.Optional(Nullable(Type.String())),
  }),
  data: Type.Object({ code: Secret(Type.String()) }),
  errors: ['INVALID_CLIENT_ID', 'OAUTH2_ERROR'],
  async handle(context, args) {
    const { session } = context;
    if (args.client_id !== session.application.id) {
      throw rpcErrors.invalidClientId(args.client_id.slice(0, 64));
    }
    const scopes = knownScopes(args.scopes);
    const { rpc_token: rpcToken } = args;
    if (!rpcToken)
      return { code: await withOAuth2Errors(withConsent(context, scopes, args.username ?? null)) };
    const withToken = () => withOAuth2Errors(withRpcToken(context, scopes, rpcToken));
    return { code: await context.attempts.verifyRpcToken(session, session.application.id, withToken) };
  },
});

/** What the person is asked. */
type Asked = Pick<ConsentRequest, 'application' | 'userId' | 'guest'> & { readonly scopes: Scope[] };

/** @throws {RpcError} 4007, whatever else is missing or wrong */
function requireClientId(args: unknown): void {
  const id: unknown =
    typeof args === 'object' && args !== null && Object.hasOwn(args, 'client_id')
      ? Reflect.get(args, 'client_id')
      : null;
  if (id === null || id === undefined || id === '') throw rpcErrors.noClientId();
}

/** @throws {RpcError} 5000 where the service refuses */
async function withOAuth2Errors(code: Promise<string>): Promise<string> {
  try {
    return await code;
  } catch (error) {
    if (error instanceof ServiceError && error.oauth !== null) {
      throw rpcErrors.oauth2(error.oauth.error, error.oauth.description);
    }
    throw error;
  }
}

function knownScopes(scopes: readonly string[]): Scope[] {
  const unknown = scopes.find((scope) => !isScope(scope));
  if (unknown !== undefined) {
    throw rpcErrors.oauth2('invalid_scope', `The scope ${unknown.slice(0, 64)} is unknown or not supported`);
  }
  if (scopes.includes('bot')) {
    throw rpcErrors.oauth2(
      'invalid_scope',
      'A bot is added on the authorization page, where the user chooses a guild',
    );
  }
  if (scopes.length === 0) throw rpcErrors.oauth2('invalid_scope', 'No scope was asked for');
  return [...new Set(scopes.filter(isScope))];
}

async function withRpcToken(
  { client, session }: CommandContext,
  scopes: Scope[],
  token: string,
): Promise<string> {
  if (scopes.includes('messages.read')) {
    throw rpcErrors.oauth2('invalid_scope', 'messages.read is not available with an RPC token');
  }
  const code = await client.authorize(session.application.id, scopes, token);
  session.markAgreed();
  return code;
}

async function withConsent(
  context: CommandContext,
  scopes: Scope[],
  username: string | null,
): Promise<string> {
  const { client } = context;
  if (client.token === null) return asGuest(context, scopes, username);
  // A request that the service refuses anyway must not bother the person.
  // The private beta restricts RPC itself, whatever the scopes. Owners are not exempt: on an embedded service the person
  // owns every application, so an exemption would make the whitelist meaningless there.
  const application = await checkAuthorization(context, scopes);
  const userId = client.user?.id;
  if (userId === undefined) throw rpcErrors.oauth2('access_denied', 'The service has not answered yet');
  const request = { application, userId, guest: null, scopes };
  return askPerson(context, request, async () => userId);
}

/** @throws {ServiceError} if the service would refuse */
function checkAuthorization(context: CommandContext, scopes: readonly Scope[]): Promise<Application> {
  const { applicationChecks, session } = context;
  const all = [...new Set<Scope>(['rpc', ...scopes])];
  return noteRefusal(context, applicationChecks.checkAuthorization(session, all));
}

/** Remembers a refusal of the service for the person. @throws what the check throws */
async function noteRefusal<T>({ refusals, session }: CommandContext, check: Promise<T>): Promise<T> {
  const { application, origin } = session;
  try {
    return await check;
  } catch (error) {
    if (error instanceof ServiceError && error.oauth?.error === 'access_denied') {
      refusals.record({ reason: 'not-approved', applicationId: application.id, origin });
    }
    throw error;
  }
}

/** Nobody is signed in: signs the person in as a guest with the name that the application gives, if they agree. */
async function asGuest(context: CommandContext, scopes: Scope[], username: string | null): Promise<string> {
  const { client, serviceTurns, session } = context;
  if (username === null) {
    throw rpcErrors.oauth2(
      'access_denied',
      'Nobody is signed in, and no username for a guest account was given',
    );
  }
  const guest = username.trim();
  const fault = findUsernameFault(guest);
  if (fault !== null) throw rpcErrors.oauth2('invalid_request', `username: ${fault}`);
  const check = () => noteRefusal(context, checkGuest(context));
  // Not as it was when the connection was opened: it may have another name by now.
  const application = await serviceTurns.afterEarlier(session, check);
  const request = { application, userId: null, guest, scopes };
  return askPerson(context, request, async () => {
    // It may have another name, or no longer be approved.
    requireSameName(await check(), application);
    requireSamePerson(client, request);
    return signInGuest(client, guest, application.id);
  });
}

/** @returns the application as it is now. @throws {ServiceError} if it is not approved: a guest is none of its testers */
async function checkGuest({ applicationChecks, session }: CommandContext): Promise<Application> {
  const application = await applicationChecks.find(session);
  if (application === null) throw new ServiceError('Unknown Application', 404);
  if (application.approved !== false) return toPublicApplication(application);
  const description = 'this application is not approved, and a guest is not one of its testers';
  throw new ServiceError(description, 400, 0, { error: 'access_denied', description });
}

/** @returns the id of the guest. @throws {RpcError} 5000 if the service makes no account of this name */
async function signInGuest(
  client: ChatClient,
  username: string,
  applicationId: Snowflake,
): Promise<Snowflake> {
  try {
    return (await client.signInAsGuest(username, applicationId)).id;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status === 0) throw error;
    throw rpcErrors.oauth2('access_denied', `No guest account for ${username}: ${error.message}`);
  }
}

/**
 * Gives the application what the person allowed: until they revoke it, or until this connection ends. To be called in the
 * turn in which they answered, because a remembered answer says nothing after a revocation. A request may wait long for its
 * turn: what the person saw is compared in it, because a grant would outlast the refusal.
 *
 * @param signIn gives the id of the person
 * @throws {RpcError} 5000 if they revoked everything meanwhile: the code may be from after that
 */
async function giveAllowed(
  context: CommandContext,
  { keyCapture, lasting }: ConsentGrant,
  request: Asked,
  signIn: () => Promise<Snowflake>,
): Promise<{ code: string; userId: Snowflake }> {
  const { client, keyCapturePermissions, onceGrants, revocationWatch, serviceTurns, session } = context;
  const { id } = session.application;
  const revoked = () => rpcErrors.oauth2('access_denied', 'Access was revoked while the request waited');
  const given = await revocationWatch.unlessRevoked(
    { applicationId: id, tokenHash: null },
    async (isRevoked) => {
      const userId = await signIn();
      const code = await serviceTurns.run(session, id, async () => {
        // Not through `applicationChecks`, whose request would need a turn of its own.
        requireSameName(await client.application(id), request.application);
        // Somebody may have signed in while the guest was made, or before its turn.
        requireSamePerson(client, { userId });
        if (isRevoked()) throw revoked();
        return lasting
          ? client.authorize(id, request.scopes)
          : onceGrants.authorize(id, request.scopes, session.closed);
      });
      return { code, userId };
    },
  );
  if (given === null) throw revoked();
  // The last answer counts: keys that were allowed with an earlier one, which may be revoked, are not allowed by this one.
  if (keyCapture) keyCapturePermissions.allow(session, given.userId);
  else keyCapturePermissions.withdraw(session);
  return given;
}

/**
 * @param signIn gives the id of the person
 * @returns the code. @throws {RpcError} 5000 without the person's yes, or if nothing can be given any more
 */
async function askPerson(
  context: CommandContext,
  asked: Asked,
  signIn: () => Promise<Snowflake>,
): Promise<string> {
  const { consent, session } = context;
  const { origin } = session;
  const { isLocal } = session.capabilities;
  const peer = await session.findPeer();
  requireSamePerson(context.client, asked);
  let code = '';
  const give = async (grant: ConsentGrant) => {
    session.markAgreed();
    const given = await giveAllowed(context, grant, asked, signIn);
    if (session.closed.aborted) throw toRpcError(refuseConsent('withdrawn'));
    code = given.code;
    return given.userId;
  };
  const request: ConsentRequest = { kind: 'authorize', ...asked, origin, isLocal, peer, give };
  const answer = await session.whileAsking(consent.ask(request, session.closed));
  if (!answer.allowed) throw toRpcError(answer);
  return code;
}

/** The answer is one person's: it gives nothing of anybody who signed in while they were asked. */
function requireSamePerson(client: ChatClient, { userId }: Pick<Asked, 'userId'>): void {
  if ((client.user?.id ?? null) !== userId) throw toRpcError(refuseConsent('other-person'));
}
