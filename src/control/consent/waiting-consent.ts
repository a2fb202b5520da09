import Type, { type Static } from 'typebox';
import { ApplicationSchema } from '../../protocol/objects/application.js';
import { Nullable, TimestampSchema } from '../../protocol/schema.js';
import { SCOPES } from '../../protocol/scopes.js';
import { PermissionSchema } from './permissions.js';

const ScopeSchema = Type.Unsafe<keyof typeof SCOPES>({ enum: Object.keys(SCOPES) });

/** The program that a request came from, as the system describes it: information, not proof. */
export const ProcessSchema = Type.Object({
  pid: Type.Integer(),
  name: Type.String(),
  path: Type.String(),
});

/** A request that waits for the person's decision (README.md, The command line). */
export const WaitingConsentSchema = Type.Object({
  id: Type.String(),
  /** `authorize`: the scopes of an AUTHORIZE; `capture`: to record keys, without scopes */
  kind: Type.Unsafe<'authorize' | 'capture'>({ enum: ['authorize', 'capture'] }),
  /** whether approving can also allow recording keys; always true for `capture` */
  key_capture: Type.Boolean(),
  application: ApplicationSchema,
  /** the Origin of the connection; null if it sent none */
  origin: Nullable(Type.String()),
  /** the name of the guest account that is created on approval; null if somebody is signed in */
  guest: Nullable(Type.String()),
  /** the program that asks; null if the system does not tell */
  process: Nullable(ProcessSchema),
  scopes: Type.Array(ScopeSchema),
  /** the same in words, sensitive ones first */
  permissions: Type.Array(PermissionSchema),
  requested_at: TimestampSchema,
  /** when it is refused if nobody decides */
  expires_at: TimestampSchema,
});
export type WaitingConsent = Static<typeof WaitingConsentSchema>;
