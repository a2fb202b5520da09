import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { validator } from '../../protocol/schema.js';
import { ControlError } from '../errors.js';
import type { ConsoleAccess } from './console-access.js';
import type { PageGuard } from './page-guard.js';

const exchangeValidator = validator(Type.Object({ code: Type.String({ maxLength: 256 }) }));

/** POST /session: exchanges a one-time code for a session, `{"code"}` → `{"token"}` and a cookie. */
export function serveSessionRoute(app: FastifyInstance, guard: PageGuard, access: ConsoleAccess): void {
  app.post('/session', async (request, reply) => {
    guard.checkOwnPage(request);
    const session = exchangeValidator.is(request.body) ? access.exchange(request.body.code) : null;
    if (session === null) {
      throw new ControlError(
        'unauthorized',
        'This address was already used, or has expired.',
        'Get a new one with: guildhall console',
      );
    }
    return reply.header('set-cookie', guard.cookie(session.id)).send({ token: session.token });
  });
}
