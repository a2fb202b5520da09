import Type, { type Static } from 'typebox';
import { ApplicationSchema } from '../../protocol/objects/application.js';
import { Nullable, TimestampSchema } from '../../protocol/schema.js';
import { SCOPES } from '../../protocol/scopes.js';
import { PermissionSchema } from './permissions.js';

const ScopeSchema = Type.Unsafe<keyof typeof SCOPES>({ enum: Object.keys(SCOPES) });

/** A request of an application that waits for the person (README.md, The command line). */
export const WaitingConsentSchema = Type.Object({
  id: Type.String(),
  /** `authorize`: the scopes of an AUTHORIZE; `capture`: to record key combinations, and no scopes */
  kind: Type.Unsafe<'authorize' | 'capture'>({ enum: ['authorize', 'capture'] }),
  /** whether approving can also allow the application to record key combinations; always true for `capture` */
  key_capture: Type.Boolean(),
  application: ApplicationSchema,
  /** the Origin of the connection; null where it sent none */
  origin: Nullable(Type.String()),
  /** the name of the guest account that is made if it is let in; null where somebody is signed in */
  guest: Nullable(Type.String()),
  scopes: Type.Array(ScopeSchema),
  /** the same in words, the sensitive ones first */
  permissions: Type.Array(PermissionSchema),
  requested_at: TimestampSchema,
});
export type WaitingConsent = Static<typeof WaitingConsentSchema>;
