import type { Authentication } from '../../api/accounts/authentication.js';
import { FormAccepted, ForwardedForm } from '../../api/attachments/uploaded-form.js';
import { errorReply } from '../../api/core/http/error-reply.js';
import type { Call } from '../../api/rest/operation.js';
import { needsCaller, requireAccess } from '../../api/rest/operation-request.js';
import type { OperationRoute, OperationRoutes } from '../../api/rest/operation-routes.js';
import type { OperationServices } from '../../api/rest/operation-services.js';
import type { Logger } from '../../platform/log.js';
import { StoreError } from '../../store/errors.js';
import type { CarryOut } from '../requests/guild-request.js';
import { decodeForm } from './form-codec.js';
import { type ForwardedCall, readForwardedCall } from './forwarded-call.js';
import { failureText, resultText } from './forwarded-result.js';

export interface CarryOutOperationOptions {
  readonly routes: OperationRoutes;
  readonly authentication: Pick<Authentication, 'byTokenHash'>;
  readonly services: OperationServices;
  readonly log: Logger;
}

/**
 * Carries out calls of operations for guilds of this node. Whatever the operation replies, also an error, is the reply; what
 * the store throws is thrown, because the call may be tried again.
 */
export function carryOutOperation(options: CarryOutOperationOptions): CarryOut {
  return async ({ key, text }) => {
    const call = readForwardedCall(text);
    const route = call === null ? null : options.routes.find(call.method, call.target);
    // Another version of the program runs on the other node.
    if (call === null || route === null)
      throw new StoreError('an unknown operation was forwarded', 'NO_REQUESTS');
    return run(options, { call, route, key });
  };
}

interface RoutedCall {
  readonly call: ForwardedCall;
  readonly route: OperationRoute;
  readonly key: string;
}

async function run(options: CarryOutOperationOptions, routed: RoutedCall): Promise<string> {
  const { endpoint, version } = routed.route;
  const { operation } = endpoint;
  try {
    const result = await operation.handle(await toCall(options, routed));
    return resultText(result, operation.status);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    if (error instanceof FormAccepted) return resultText({ mayAttach: error.mayAttach }, 200);
    const failure = errorReply(error, endpoint.wirePath(version));
    const { method, path } = operation;
    if (failure.isInternal)
      options.log.error({ err: error, method, route: path }, 'a forwarded request failed');
    return failureText(failure);
  }
}

async function toCall(
  { authentication, services }: CarryOutOperationOptions,
  { call, route, key }: RoutedCall,
): Promise<Call<string, unknown, unknown>> {
  const { endpoint, version, input, refusal } = route;
  const { operation } = endpoint;
  const { form } = call;
  const caller = call.token === null ? null : await authentication.byTokenHash(call.token);
  const authorized = needsCaller(operation) ? requireAccess(caller, operation.access) : null;
  if (input === null) throw refusal;
  const receipt = { key, toText: (reply: unknown) => resultText(reply, operation.status) };
  return {
    caller: authorized,
    params: input.params,
    query: input.query,
    readBody: endpoint.readBody(call.body, version),
    upload: form === undefined ? null : new ForwardedForm(form && decodeForm(form)),
    hashToken: (hash) => hash,
    services: { ...services, guildChanges: services.guildChanges.withReceipt(receipt) },
    version,
    reason: call.reason,
    authorization: undefined,
    address: call.address,
    // It was counted where it arrived.
    countRequest: () => undefined,
    // Forms are forwarded once they have arrived, and then the caller is authenticated here.
    requireToken: () => undefined,
  };
}
