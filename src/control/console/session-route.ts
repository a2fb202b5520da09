import Type from 'typebox';
import { validator } from '../../protocol/schema.js';
import { ControlError } from '../errors.js';
import { type ControlRoute, toJsonReply } from '../server/application.js';
import type { ConsoleAccess } from './console-access.js';
import type { SignedInSession } from './console-sessions.js';
import type { PageGuard } from './page-guard.js';

/** A signature, challenge, nonce or name: 256 bits as base64url. */
const SecretText = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });

const exchangeValidator = validator(Type.Object({ code: Type.String({ maxLength: 256 }) }));
const resumeValidator = validator(
  Type.Object({ session: SecretText, challenge: SecretText, nonce: SecretText, proof: SecretText }),
);
const challengeValidator = validator(Type.Object({ session: SecretText, challenge: SecretText }));

/**
 * POST /session: signs a browser in with a one-time code (`{"code"}`), or with the proof of a page that was signed in
 * during an earlier run. Replies with `{"name","key"}` of the session and a cookie.
 */
export function sessionRoute(guard: PageGuard, access: ConsoleAccess): ControlRoute {
  return {
    method: 'POST',
    path: '/session',
    answer({ message, body }) {
      guard.checkOwnPage(message);
      const session = openSession(body, access);
      if (session === null) {
        throw new ControlError(
          'unauthorized',
          'This address was already used, or has expired.',
          'Get a new one with: guildhall console',
        );
      }
      const { name, key, cookie } = session;
      const { status, headers, body: reply } = toJsonReply(200, { name, key });
      return { status, headers: { 'set-cookie': guard.cookie(cookie), ...headers }, body: reply };
    },
  };
}

/**
 * POST /proof: proves to a page, before it sends anything that is secret, that this daemon knows its session:
 * `{"session","challenge"}` → `{"origin","nonce","proof"}`. Also served to pages of earlier runs, which move to `origin`.
 */
export function proofRoute(guard: PageGuard, access: ConsoleAccess): ControlRoute {
  return {
    method: 'POST',
    path: '/proof',
    servesFormerRuns: true,
    answer({ message, body }) {
      guard.checkOwnPage(message);
      const proof = challengeValidator.is(body) ? access.prove(body.session, body.challenge) : null;
      if (proof === null) {
        throw new ControlError(
          'unauthorized',
          'This page is no longer signed in.',
          'Open it with: guildhall console',
        );
      }
      return toJsonReply(200, proof);
    },
  };
}

function openSession(body: unknown, access: ConsoleAccess): SignedInSession | null {
  if (exchangeValidator.is(body)) return access.exchange(body.code);
  return resumeValidator.is(body) ? access.resume(body) : null;
}
