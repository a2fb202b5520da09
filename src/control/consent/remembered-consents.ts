import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { PrivateFileWriter } from '../../platform/private-file.js';
import { readSavedFile } from '../../platform/saved-file.js';
import { Nullable, SnowflakeSchema, validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ConsentRequest } from '../../rpc/consent.js';

const RememberedSchema = Type.Object({
  user_id: SnowflakeSchema,
  application_id: SnowflakeSchema,
  origin: Nullable(Type.String()),
  scopes: Type.Array(Type.String()),
  /** whether the application may record keys for this person; absent: no */
  key_capture: Type.Optional(Type.Boolean()),
});
type Remembered = Static<typeof RememberedSchema>;

/** A remembered decision, with an id to forget it by. */
export interface RememberedConsent extends Remembered {
  readonly id: string;
}

const fileValidator = validator(
  Type.Object({ version: Type.Literal(1), allowed: Type.Array(RememberedSchema) }),
);

/**
 * Permanent permissions: per person, application and origin, the scopes they agreed to. Requests for any subset are
 * allowed; one more scope, or another origin, needs a new decision.
 */
export class RememberedConsents {
  readonly #file: PrivateFileWriter;

  private constructor(
    path: string,
    private allowed: readonly Remembered[],
  ) {
    this.#file = new PrivateFileWriter(path);
  }

  /** @throws {UserError} if the file is damaged: guessing could authorize somebody */
  static async open(path: string): Promise<RememberedConsents> {
    const hint = 'Move it away: every application will ask for your consent again.';
    const saved = await readSavedFile(path, fileValidator, hint);
    return new RememberedConsents(path, saved?.allowed ?? []);
  }

  covers(request: ConsentRequest): boolean {
    const entry = this.allowed.find((one) => isAbout(one, request));
    return entry !== undefined && request.scopes.every((scope) => entry.scopes.includes(scope));
  }

  /** Whether the person allowed the application, at any of its origins, to record keys. */
  allowsKeyCapture(userId: Snowflake | null, applicationId: Snowflake): boolean {
    return this.allowed.some(
      (one) => one.user_id === userId && one.application_id === applicationId && one.key_capture === true,
    );
  }

  /** @param keyCapture whether the person also allowed the application to record keys */
  async add(request: ConsentRequest, keyCapture: boolean): Promise<void> {
    // Guests have no id before they are created, and are not asked twice.
    if (request.userId === null) return;
    const known = this.allowed.find((one) => isAbout(one, request));
    const entry = {
      user_id: request.userId,
      application_id: request.application.id,
      origin: request.origin,
      scopes: [...new Set([...(known?.scopes ?? []), ...request.scopes])],
      key_capture: keyCapture || known?.key_capture === true,
    };
    await this.#replace([...this.allowed.filter((one) => one !== known), entry]);
  }

  /** What this person allowed, oldest first. */
  list(userId: Snowflake | null): RememberedConsent[] {
    return this.allowed.filter((one) => one.user_id === userId).map((one) => ({ ...one, id: idOf(one) }));
  }

  /** Forgets one permission of this person. @returns whether there was one with this id */
  async forgetOne(userId: Snowflake | null, id: string): Promise<boolean> {
    const kept = this.allowed.filter((one) => one.user_id !== userId || idOf(one) !== id);
    const isKnown = kept.length < this.allowed.length;
    if (isKnown) await this.#replace(kept);
    return isKnown;
  }

  /** Withdraws the permission to record keys, at every origin; what else was allowed stays. */
  async withdrawKeyCapture(userId: Snowflake | null, applicationId: Snowflake): Promise<void> {
    if (!this.allowsKeyCapture(userId, applicationId)) return;
    const isMeant = (one: Remembered) => one.user_id === userId && one.application_id === applicationId;
    await this.#replace(this.allowed.map((one) => (isMeant(one) ? { ...one, key_capture: false } : one)));
  }

  /** Forgets all permissions of an application, for all people and origins. */
  async forget(applicationId: Snowflake): Promise<void> {
    const kept = this.allowed.filter((one) => one.application_id !== applicationId);
    if (kept.length < this.allowed.length) await this.#replace(kept);
  }

  #replace(allowed: readonly Remembered[]): Promise<void> {
    this.allowed = allowed;
    return this.#file.write(`${JSON.stringify({ version: 1, allowed }, null, 2)}\n`);
  }
}

/** Permissions are distinguished by person, application and origin. */
function idOf({ user_id, application_id, origin }: Remembered): string {
  const key = JSON.stringify([user_id, application_id, origin]);
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

function isAbout(entry: Remembered, { application, userId, origin }: ConsentRequest): boolean {
  return entry.user_id === userId && entry.application_id === application.id && entry.origin === origin;
}
