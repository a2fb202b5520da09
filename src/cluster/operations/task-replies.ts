import Type, { type Static } from 'typebox';
import { OAuth2Error } from '../../api/core/errors.js';
import { InputError, UserError } from '../../platform/errors.js';
import { readJson } from '../../platform/text/parse-json.js';
import { OAUTH2_ERRORS, type OAuth2ErrorName } from '../../protocol/oauth2/errors.js';
import { Nullable, type Validator, validator } from '../../protocol/schema.js';
import { type Conflict, ConflictError } from '../../store/errors.js';
import { RequestOutcomeUnknownError } from '../requests/request-errors.js';

/** The conflicts that the node that asked decides about; after others, the owner carries it out again. */
const CONFLICTS = ['changed', 'taken', 'used', 'gone'] as const satisfies readonly Conflict[];
type ReportedConflict = (typeof CONFLICTS)[number];

const ReplySchema = Type.Union([
  Type.Object({ kind: Type.Literal('done'), output: Type.Unknown() }),
  Type.Object({
    kind: Type.Literal('user-error'),
    message: Type.String(),
    hint: Nullable(Type.String()),
    /** whether it is an `InputError`; nodes of older versions omit it */
    input: Type.Optional(Type.Boolean()),
  }),
  Type.Object({ kind: Type.Literal('oauth2-error'), error: Type.String(), description: Type.String() }),
  Type.Object({
    kind: Type.Literal('conflict'),
    conflict: Type.Unsafe<ReportedConflict>({ enum: [...CONFLICTS] }),
  }),
]);

type Reply = Static<typeof ReplySchema>;

const replyValidator = validator(ReplySchema);

/** The reply to a task that was carried out. */
export function outputText(output: unknown): string {
  return toText({ kind: 'done', output });
}

/** The reply to a task that was refused. @throws other errors as they are */
export function errorText(error: unknown): string {
  if (error instanceof UserError) {
    const { message, hint } = error;
    return toText({ kind: 'user-error', message, hint, input: error instanceof InputError });
  }
  if (error instanceof OAuth2Error) {
    return toText({ kind: 'oauth2-error', error: error.error, description: error.description });
  }
  if (error instanceof ConflictError && isReported(error.conflict)) {
    return toText({ kind: 'conflict', conflict: error.conflict });
  }
  throw error;
}

/**
 * What a task gave.
 *
 * @throws {UserError | OAuth2Error} it was refused; {ConflictError} nothing was stored; {RequestOutcomeUnknownError} this is
 * no reply
 */
export function readOutput<Output>(text: string, output: Validator<Output>): Output {
  const reply = readJson(text, replyValidator);
  if (reply?.kind === 'done' && output.is(reply.output)) return reply.output;
  if (reply?.kind === 'user-error') {
    throw new (reply.input === true ? InputError : UserError)(reply.message, reply.hint);
  }
  if (reply?.kind === 'oauth2-error' && isErrorName(reply.error)) {
    throw new OAuth2Error(reply.error, reply.description);
  }
  if (reply?.kind === 'conflict') throw new ConflictError(reply.conflict);
  throw new RequestOutcomeUnknownError();
}

function isReported(conflict: Conflict): conflict is ReportedConflict {
  return CONFLICTS.some((reported) => reported === conflict);
}

function isErrorName(name: string): name is OAuth2ErrorName {
  return Object.hasOwn(OAUTH2_ERRORS, name);
}

function toText(reply: Reply): string {
  return JSON.stringify(reply);
}
