import type { MessageFile } from '../../guilds/message.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { RestError } from '../core/errors.js';

/** Who uploads to where. */
export interface Uploader {
  readonly userId: Snowflake;
  /** the application that uploads for the user; null: the user's own client */
  readonly applicationId: Snowflake | null;
  readonly channelId: Snowflake;
  /** whether the form may contain files */
  readonly mayAttach: boolean;
}

/** A complete form with files. */
export interface UploadedForm {
  /** bytes of the fields by name; the last one with a name counts */
  readonly fields: ReadonlyMap<string, Buffer>;
  /** in the order of the form */
  readonly files: readonly MessageFile[];
}

/**
 * A form with files whose node has stored them, and which another node carries out
 * (docs/adr/0045-forwarded-requests.md).
 */
export class ForwardedForm {
  /** @param form null: it is asked whether the form would be accepted */
  constructor(private readonly form: UploadedForm | null) {}

  /** @throws {FormAccepted} it was only asked for; {RestError} MISSING_PERMISSIONS */
  take({ mayAttach }: Pick<Uploader, 'mayAttach'>): UploadedForm {
    if (this.form === null) throw new FormAccepted(mayAttach);
    if (this.form.files.length > 0 && !mayAttach) throw new RestError('MISSING_PERMISSIONS');
    return this.form;
  }
}

/** A form would be accepted from the caller. */
export class FormAccepted extends Error {
  override readonly name = 'FormAccepted';

  /** @param mayAttach also one with files */
  constructor(readonly mayAttach: boolean) {
    super('the form is accepted');
  }
}
