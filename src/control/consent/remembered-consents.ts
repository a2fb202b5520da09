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
  /** the grant at the service that it belongs to; absent until they were compared */
  grant_id: Type.Optional(SnowflakeSchema),
  /** where it was decided, as `account.json` names it; absent until a start assigns it */
  service: Type.Optional(Type.String()),
});
type Remembered = Static<typeof RememberedSchema>;

/** A remembered decision, with an id to forget it by. */
export interface RememberedConsent extends Omit<Remembered, 'grant_id' | 'service'> {
  readonly id: string;
}

const fileValidator = validator(
  Type.Object({ version: Type.Literal(1), allowed: Type.Array(RememberedSchema) }),
);

/** The lasting grants of a person, by application. */
export type LastingGrants = Pick<ReadonlyMap<Snowflake, Snowflake>, 'get'>;

/** How long after a failed save it is tried again, in milliseconds. */
const RETRY_MS = 10_000;

/**
 * Permanent permissions at one service: per person, application and origin, the scopes they agreed to. Requests for any
 * subset are allowed; one more scope, or another origin, needs a new decision. Ids of another service mean nothing here, so
 * its permissions are only kept in the file.
 *
 * A permission ends with its grant. Revocations are missed while the daemon does not run or is not connected: until the
 * permissions of a person are compared with their grants again, none of them counts.
 */
export class RememberedConsents {
  #allowed: readonly Remembered[];
  readonly #ofOthers: readonly Remembered[];
  #saving: Promise<void> = Promise.resolve();
  #cancelRetry: () => void = () => undefined;
  /** how often revocations may have been missed, and how often until the permissions were compared with the grants */
  #missed = 1;
  #reviewed = 0;

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

  /** Whether no revocation can have been missed. */
  get isReviewed(): boolean {
    return this.#reviewed === this.#missed;
  }

  markUnreviewed(): void {
    this.#missed += 1;
  }

  covers(request: ConsentRequest): boolean {
    const entry = this.isReviewed ? this.#allowed.find((one) => isAbout(one, request)) : undefined;
    return entry !== undefined && request.scopes.every((scope) => entry.scopes.includes(scope));
  }

  /** Whether anything about the application is remembered of this person. */
  knows(userId: Snowflake | null, applicationId: Snowflake): boolean {
    return this.#allowed.some((one) => isOf(one, userId, applicationId));
  }

  /** Whether the person allowed the application, at any of its origins, to record keys; it may have been revoked unnoticed. */
  allowsKeyCapture(userId: Snowflake | null, applicationId: Snowflake): boolean {
    return this.#allowed.some((one) => isOf(one, userId, applicationId) && one.key_capture === true);
  }

  /**
   * Adds a permission once it is saved.
   *
   * @throws {NotSavedError} it is not added
   */
  async add(consent: LastingConsent): Promise<void> {
    await this.#inTurn(async () => {
      const { application, origin, userId } = consent;
      if (!this.#allowed.some((one) => one.user_id === userId)) this.#reviewed = this.#missed;
      // What may have been revoked must not return with the grant that the person gives now.
      const kept = this.#allowed.filter((one) => this.isReviewed || !isOf(one, userId, application.id));
      const known = kept.find((one) => isAbout(one, consent));
      const entry = {
        user_id: userId,
        application_id: application.id,
        origin,
        scopes: [...new Set([...(known?.scopes ?? []), ...consent.scopes])],
        key_capture: consent.keyCapture || known?.key_capture === true,
        ...(known?.grant_id !== undefined && { grant_id: known.grant_id }),
        service: this.service,
      };
      const allowed = [...kept.filter((one) => one !== known), entry];
      try {
        await this.#save(allowed);
      } catch (error) {
        throw new NotSavedError('it is allowed now, and the application will ask again next time', error);
      }
      this.#allowed = allowed;
    });
  }

  /** What this person allowed, oldest first. */
  list(userId: Snowflake | null): RememberedConsent[] {
    const ofPerson = this.#allowed.filter((one) => one.user_id === userId);
    return ofPerson.map(({ grant_id: _, service: __, ...one }) => ({ ...one, id: idOf(one) }));
  }

  /** Forgets one permission of this person. @returns whether there was one with this id */
  async forgetOne(userId: Snowflake | null, id: string): Promise<boolean> {
    const isMeant = (one: Remembered) => one.user_id === userId && idOf(one) === id;
    return this.#withdraw((allowed) => allowed.filter((one) => !isMeant(one)));
  }

  /** Withdraws the permission to record keys, at every origin; what else was allowed stays. */
  async withdrawKeyCapture(userId: Snowflake | null, applicationId: Snowflake): Promise<void> {
    const isMeant = (one: Remembered) => isOf(one, userId, applicationId) && one.key_capture === true;
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
   * Compares the permissions of a person with their grants, and forgets those whose grant has ended.
   *
   * @param listGrants not called if nothing is remembered of them
   * @returns whether something was forgotten
   * @throws what `listGrants` throws
   */
  review(userId: Snowflake, listGrants: () => Promise<LastingGrants>): Promise<boolean> {
    const missed = this.#missed;
    // What the person allows meanwhile is added afterwards: its grant may be missing in the list.
    return this.#inTurn(async () => {
      const before = this.#allowed.length;
      let isChanged = false;
      if (this.#allowed.some((one) => one.user_id === userId)) {
        const grants = await listGrants();
        isChanged = this.#apply((allowed) =>
          allowed.flatMap((one) => (one.user_id === userId ? withGrant(one, grants) : one)),
        );
      }
      this.#reviewed = missed;
      const isForgotten = this.#allowed.length < before;
      // Requests wait for what counts, and not for the file: it is compared again after a start.
      const save = () => (isForgotten ? this.#saveWithdrawal() : this.#save(this.#allowed));
      if (isChanged) this.#inTurn(save).catch(() => undefined);
      return isForgotten;
    });
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
  #inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
    const changed = this.#saving.then(change);
    this.#saving = changed.then(
      () => undefined,
      () => undefined,
    );
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

/** A permission whose grant is among these; of one that was not compared yet, the grant is found by its application. */
function withGrant(permission: Remembered, grants: LastingGrants): Remembered | [] {
  const found = grants.get(permission.application_id);
  if (found === undefined || found !== (permission.grant_id ?? found)) return [];
  return permission.grant_id === found ? permission : { ...permission, grant_id: found };
}

/** Permissions are distinguished by person, application and origin. */
function idOf({ user_id, application_id, origin }: Remembered): string {
  const key = JSON.stringify([user_id, application_id, origin]);
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

function isOf(entry: Remembered, userId: Snowflake | null, applicationId: Snowflake): boolean {
  return entry.user_id === userId && entry.application_id === applicationId;
}

function isAbout(
  entry: Remembered,
  { application, userId, origin }: Pick<ConsentRequest, 'application' | 'userId' | 'origin'>,
): boolean {
  return isOf(entry, userId, application.id) && entry.origin === origin;
}
