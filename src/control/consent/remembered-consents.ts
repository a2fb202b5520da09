import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import type { Clock } from '../../platform/clock.js';
import { messageOf, NotSavedError } from '../../platform/errors.js';
import { PrivateFileWriter } from '../../platform/files/private-file.js';
import { readSavedFile } from '../../platform/files/saved-file.js';
import { Nullable, SnowflakeSchema, validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ConsentRequest, LastingConsent } from '../../rpc/consent/consent.js';

const RememberedSchema = Type.Object({
  user_id: SnowflakeSchema,
  application_id: SnowflakeSchema,
  origin: Nullable(Type.String()),
  scopes: Type.Array(Type.String()),
  /** whether the application may record keys for this person; absent: no */
  key_capture: Type.Optional(Type.Boolean()),
  /** where it was decided, as `account.json` names it; absent until a start assigns it */
  service: Type.Optional(Type.String()),
});
type Remembered = Static<typeof RememberedSchema>;

/** A remembered decision, with an id to forget it by. */
export interface RememberedConsent extends Omit<Remembered, 'service'> {
  readonly id: string;
}

const fileValidator = validator(
  Type.Object({ version: Type.Literal(1), allowed: Type.Array(RememberedSchema) }),
);

/** The applications to which a person has granted something for good. */
export type Granted = Pick<ReadonlySet<Snowflake>, 'has'>;

/** How long after a failed save it is tried again, in milliseconds. */
const RETRY_MS = 10_000;

/**
 * Permanent permissions at one service: per person, application and origin, the scopes they agreed to. Requests for any
 * subset are allowed; one more scope, or another origin, needs a new decision. Ids of another service mean nothing here, so
 * its permissions are only kept in the file.
 */
export class RememberedConsents {
  #allowed: readonly Remembered[];
  readonly #ofOthers: readonly Remembered[];
  #saving: Promise<void> = Promise.resolve();
  #cancelRetry: () => void = () => undefined;

  private constructor(
    private readonly file: PrivateFileWriter,
    private readonly service: string,
    saved: readonly Remembered[],
    private readonly clock: Pick<Clock, 'after'>,
  ) {
    this.#allowed = saved.filter((one) => one.service === service);
    this.#ofOthers = saved.filter((one) => one.service !== service);
  }

  /**
   * @param service as `account.json` names it
   * @throws {UserError} if the file is damaged: guessing could authorize somebody
   */
  static async open(path: string, service: string, clock: Pick<Clock, 'after'>): Promise<RememberedConsents> {
    const saved = await readRemembered(path);
    return new RememberedConsents(await PrivateFileWriter.open(path), service, saved, clock);
  }

  covers(request: ConsentRequest): boolean {
    const entry = this.#allowed.find((one) => isAbout(one, request));
    return entry !== undefined && request.scopes.every((scope) => entry.scopes.includes(scope));
  }

  /** Whether the person allowed the application, at any of its origins, to record keys. */
  allowsKeyCapture(userId: Snowflake | null, applicationId: Snowflake): boolean {
    return this.#allowed.some(
      (one) => one.user_id === userId && one.application_id === applicationId && one.key_capture === true,
    );
  }

  /**
   * Adds a permission once it is saved.
   *
   * @throws {NotSavedError} it is not added
   */
  async add(consent: LastingConsent): Promise<void> {
    await this.#inTurn(async () => {
      const known = this.#allowed.find((one) => isAbout(one, consent));
      const entry = {
        user_id: consent.userId,
        application_id: consent.application.id,
        origin: consent.origin,
        scopes: [...new Set([...(known?.scopes ?? []), ...consent.scopes])],
        key_capture: consent.keyCapture || known?.key_capture === true,
        service: this.service,
      };
      const allowed = [...this.#allowed.filter((one) => one !== known), entry];
      try {
        await this.#save(allowed);
      } catch (error) {
        throw new NotSavedError('it is allowed now and asks again next time', error);
      }
      this.#allowed = allowed;
    });
  }

  /** What this person allowed, oldest first. */
  list(userId: Snowflake | null): RememberedConsent[] {
    const ofPerson = this.#allowed.filter((one) => one.user_id === userId);
    return ofPerson.map(({ service: _, ...one }) => ({ ...one, id: idOf(one) }));
  }

  /** Forgets one permission of this person. @returns whether there was one with this id */
  async forgetOne(userId: Snowflake | null, id: string): Promise<boolean> {
    const isMeant = (one: Remembered) => one.user_id === userId && idOf(one) === id;
    return this.#withdraw((allowed) => allowed.filter((one) => !isMeant(one)));
  }

  /** Withdraws the permission to record keys, at every origin; what else was allowed stays. */
  async withdrawKeyCapture(userId: Snowflake | null, applicationId: Snowflake): Promise<void> {
    const isMeant = (one: Remembered) =>
      one.user_id === userId && one.application_id === applicationId && one.key_capture === true;
    await this.#withdraw((allowed) =>
      allowed.some(isMeant)
        ? allowed.map((one) => (isMeant(one) ? { ...one, key_capture: false } : one))
        : allowed,
    );
  }

  /** Forgets all permissions of an application, for all people and origins. */
  async forget(applicationId: Snowflake): Promise<void> {
    await this.#withdraw((allowed) => allowed.filter((one) => one.application_id !== applicationId));
  }

  /**
   * Forgets the permissions of this person whose applications have no lasting grant at the service any more: revocations are
   * missed while the daemon does not run, or somebody else is signed in.
   *
   * @param listGranted the applications with a lasting grant; not called if nothing is remembered
   * @returns whether something was forgotten
   * @throws what `listGranted` throws; {NotSavedError}
   */
  async keepGranted(userId: Snowflake, listGranted: () => Promise<Granted>): Promise<boolean> {
    // What is added meanwhile was granted after the list was made, maybe.
    const before = new Set(this.#allowed.filter((one) => one.user_id === userId));
    if (before.size === 0) return false;
    const granted = await listGranted();
    return await this.#withdraw((allowed) =>
      allowed.filter((one) => !before.has(one) || granted.has(one.application_id)),
    );
  }

  /**
   * Takes permissions away at once. If that cannot be saved, the file is removed, which takes no space: then nobody has
   * any of its permissions after the next start, until it is saved after all.
   *
   * @returns whether there was something to take
   * @throws {NotSavedError}
   */
  async #withdraw(change: (allowed: readonly Remembered[]) => readonly Remembered[]): Promise<boolean> {
    // What is being added at the moment comes first in the file, and is taken away as well.
    let isChanged = this.#apply(change);
    await this.#inTurn(async () => {
      if (this.#apply(change)) isChanged = true;
      if (isChanged) await this.#saveWithdrawal();
    });
    return isChanged;
  }

  #apply(change: (allowed: readonly Remembered[]) => readonly Remembered[]): boolean {
    const before = this.#allowed;
    const allowed = change(before);
    this.#allowed = allowed;
    return allowed.length < before.length || allowed.some((one, index) => one !== before[index]);
  }

  async #saveWithdrawal(): Promise<void> {
    try {
      await this.#save(this.#allowed);
    } catch (error) {
      this.#cancelRetry();
      this.#cancelRetry = this.clock.after(RETRY_MS, () => {
        this.#inTurn(() => this.#saveWithdrawal()).catch(() => undefined);
      });
      const effect = await this.file.remove().then(
        () => 'it is withdrawn, and after a restart every application asks again',
        (reason: unknown) => `it is withdrawn until Guildhall ends (${messageOf(reason)})`,
      );
      throw new NotSavedError(effect, error);
    }
  }

  async #save(allowed: readonly Remembered[]): Promise<void> {
    await this.file.write(renderRemembered([...this.#ofOthers, ...allowed]));
    // Not before: an addition that fails leaves a withdrawal that is not saved.
    this.#cancelRetry();
  }

  /** Runs changes one after another, so that none replaces another. */
  #inTurn(change: () => Promise<void>): Promise<void> {
    const changed = this.#saving.then(change);
    this.#saving = changed.catch(() => undefined);
    return changed;
  }
}

/** Reads the file; a missing one has no permissions. @throws {UserError} if it is damaged */
export async function readRemembered(path: string): Promise<readonly Remembered[]> {
  const hint = 'Move it away: every application will ask for your consent again.';
  return (await readSavedFile(path, fileValidator, hint))?.allowed ?? [];
}

/** The text of the file. */
export function renderRemembered(allowed: readonly Remembered[]): string {
  return `${JSON.stringify({ version: 1, allowed }, null, 2)}\n`;
}

/** Permissions are distinguished by person, application and origin. */
function idOf({ user_id, application_id, origin }: Remembered): string {
  const key = JSON.stringify([user_id, application_id, origin]);
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

function isAbout(
  entry: Remembered,
  { application, userId, origin }: Pick<ConsentRequest, 'application' | 'userId' | 'origin'>,
): boolean {
  return entry.user_id === userId && entry.application_id === application.id && entry.origin === origin;
}
