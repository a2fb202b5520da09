import Type, { type Static } from 'typebox';
import { readJson } from '../../platform/parse-json.js';
import { SnowflakeSchema, validator } from '../../protocol/schema.js';
import { OutcomeUnknownError, StoreError } from '../../store/errors.js';
import { HeldElsewhereError } from '../ownership/held-elsewhere-error.js';
import type { AttemptedRequest } from './guild-request.js';
import type { OwnedRequests } from './owned-requests.js';
import { GuildAbsentError } from './request-errors.js';

const KeySchema = Type.String({ minLength: 1, maxLength: 100 });

const RequestSchema = Type.Object({
  guildId: SnowflakeSchema,
  key: KeySchema,
  text: Type.String(),
  isRepeated: Type.Boolean(),
});

const AttemptSchema = Type.Union([
  /** carried out, now or by an earlier attempt */
  Type.Object({ kind: Type.Literal('done'), text: Type.String() }),
  /** as `done`, and the reply does not fit into a message */
  Type.Object({ kind: Type.Literal('too-long') }),
  /** there is no such guild, and nothing of any attempt is stored */
  Type.Object({ kind: Type.Literal('absent') }),
  /** nothing was stored, and nothing of this attempt will be */
  Type.Object({ kind: Type.Literal('not-done') }),
  /** as `not-done`: another node owns the guild, for at least this time in milliseconds */
  Type.Object({ kind: Type.Literal('elsewhere'), node: Type.String(), remainingMs: Type.Number() }),
  /** something may have been stored, or may be */
  Type.Object({ kind: Type.Literal('unknown') }),
]);

/** What became of one attempt to carry out a request. */
export type Attempt = Static<typeof AttemptSchema>;

const requestValidator = validator(RequestSchema);
const attemptValidator = validator(AttemptSchema);

/** Carries out a request on this node. Whatever is not known for certain counts as unknown. */
export async function attempt(
  owned: Pick<OwnedRequests, 'run'>,
  request: AttemptedRequest,
): Promise<Attempt> {
  try {
    return { kind: 'done', text: await owned.run(request) };
  } catch (error) {
    if (error instanceof HeldElsewhereError) {
      return { kind: 'elsewhere', node: error.node, remainingMs: error.remainingMs };
    }
    if (error instanceof GuildAbsentError) return { kind: 'absent' };
    const isKnown = error instanceof StoreError && !(error instanceof OutcomeUnknownError);
    return { kind: isKnown ? 'not-done' : 'unknown' };
  }
}

/** The request in a message; null if it is none. */
export function readRequest(text: string): AttemptedRequest | null {
  return readJson(text, requestValidator);
}

/** The reply in a message; `unknown` if it is none. */
export function readAttempt(text: string): Attempt {
  return readJson(text, attemptValidator) ?? { kind: 'unknown' };
}
