import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REST_ERRORS } from '../../protocol/rest/errors.js';
import { errorReply } from '../core/http/error-reply.js';
import type { FailureLog } from '../core/http/failure-log.js';
import { RestError } from '../core/rest-error.js';
import type { OperationRoutes } from '../rest/operation-routes.js';

/**
 * Without a charset, because some clients accept nothing else as JSON. Fastify leaves it unchanged only if it does not
 * serialize.
 */
const JSON_TYPE = 'application/json';

const toText = (text: unknown): string => String(text);

/** Sends a failure as JSON, whatever was thrown, and logs it if it is an internal error. */
export function sendError(
  reply: FastifyReply,
  error: unknown,
  request: FastifyRequest,
  failures: FailureLog,
): void {
  const { status, headers, body, ours } = errorReply(error);
  if (ours) failures.failed(error, { method: request.method, route: request.routeOptions.url });
  const text = JSON.stringify(body);
  void reply.code(status).headers(headers).header('content-type', JSON_TYPE).serializer(toText).send(text);
}

/** Answers what is neither an operation nor a route: an unknown path, a wrong method, or a parameter that is too long. */
export function answerUnknown(app: FastifyInstance, routes: OperationRoutes): void {
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const methods = routes.methodsAt(path);
    // OperationRoutes finds those of known methods, except too long ones.
    if (methods.includes(request.method === 'HEAD' ? 'GET' : request.method))
      throw new RestError('URI_TOO_LONG');
    const isKnown = methods.length > 0;
    const { status, code, message } = isKnown ? REST_ERRORS.METHOD_NOT_ALLOWED : REST_ERRORS.NOT_FOUND;
    if (isKnown) reply.header('allow', methods.join(', '));
    return reply.code(status).header('content-type', JSON_TYPE).send(JSON.stringify({ code, message }));
  });
}
