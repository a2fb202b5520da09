import Type, { type Static } from 'typebox';
import { readJson } from '../../platform/text/parse-json.js';
import { SnowflakeSchema, validator } from '../../protocol/schema.js';
import type { Attempt } from './attempt.js';
import type { AttemptedRequest } from './guild-request.js';

const CallerSchema = Type.String({ maxLength: 100 });
const KeySchema = Type.String({ minLength: 1, maxLength: 100 });

/** A text that the sender of a message offers (`LongTexts`). */
const LongTextSchema = Type.Object({ node: Type.String({ pattern: '^[\\w-]{1,100}$' }), id: Type.String() });

const REQUEST = {
  guildId: SnowflakeSchema,
  key: KeySchema,
  isRepeated: Type.Boolean(),
  caller: Type.Optional(CallerSchema),
};

const requestValidator = validator(Type.Object({ ...REQUEST, text: Type.String() }));
const longRequestValidator = validator(Type.Object({ ...REQUEST, longText: LongTextSchema }));

const AttemptSchema = Type.Union([
  Type.Object({ kind: Type.Literal('done'), text: Type.String() }),
  /** as `done`, and the reply has to be fetched */
  Type.Object({ kind: Type.Literal('done'), longText: LongTextSchema }),
  /** as `done`, and the reply cannot be sent */
  Type.Object({ kind: Type.Literal('too-long') }),
  Type.Object({ kind: Type.Literal('absent') }),
  Type.Object({ kind: Type.Literal('not-done') }),
  Type.Object({ kind: Type.Literal('elsewhere'), node: Type.String(), remainingMs: Type.Number() }),
  Type.Object({ kind: Type.Literal('unknown') }),
  /** an earlier attempt is in progress, and will be answered */
  Type.Object({ kind: Type.Literal('working') }),
  /** not carried out, because too many requests of its caller wait */
  Type.Object({ kind: Type.Literal('busy') }),
]);

export type LongText = Static<typeof LongTextSchema>;

/** A request as it is sent if its text is long. */
export type LongRequest = Omit<AttemptedRequest, 'text'> & { readonly longText: LongText };

/** What is sent back. */
export type SentAttempt =
  | Attempt
  | { readonly kind: 'done'; readonly longText: LongText }
  | { readonly kind: 'working' | 'busy' };

const attemptValidator = validator(AttemptSchema);

/** The request in a message; null if it is none. */
export function readRequest(text: string): AttemptedRequest | LongRequest | null {
  return readJson(text, requestValidator) ?? readJson(text, longRequestValidator);
}

/** The reply in a message; `unknown` if it is none. */
export function readAttempt(text: string): SentAttempt {
  return readJson(text, attemptValidator) ?? { kind: 'unknown' };
}

/** The subject of the bus to which a node responds. */
export function nodeSubject(node: string): string {
  return `node.${node}`;
}
