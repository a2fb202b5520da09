import Type, { type Static } from 'typebox';
import { ApplicationSchema } from '../../protocol/objects/application.js';
import { Nullable, TimestampSchema } from '../../protocol/schema.js';
import { SCOPES } from '../../protocol/scopes.js';

const ScopeSchema = Type.Unsafe<keyof typeof SCOPES>({ enum: Object.keys(SCOPES) });

/** An AUTHORIZE request that waits for the person (contract.md, consent list). */
export const WaitingConsentSchema = Type.Object({
  id: Type.String(),
  application: ApplicationSchema,
  /** the Origin of the connection; null where it sent none */
  origin: Nullable(Type.String()),
  /** the name of the guest account that is made if it is let in; null where somebody is signed in */
  guest: Nullable(Type.String()),
  scopes: Type.Array(ScopeSchema),
  requested_at: TimestampSchema,
});
export type WaitingConsent = Static<typeof WaitingConsentSchema>;
