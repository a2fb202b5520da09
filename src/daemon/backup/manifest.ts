import Type, { type Static } from 'typebox';
import { UserError } from '../../platform/errors.js';
import { parseJson } from '../../platform/text/parse-json.js';
import { validator } from '../../protocol/schema.js';

/** The last entry of a backup: without it, the backup is not whole. */
export const MANIFEST = 'manifest.json';
/** The format that this version writes. */
export const FORMAT = 1;

const ManifestSchema = Type.Object({
  format: Type.Literal(FORMAT),
  /** the version of Guildhall that wrote it */
  version: Type.String(),
  created_at: Type.String(),
  files: Type.Record(
    Type.String(),
    Type.Object({ size: Type.Integer({ minimum: 0 }), sha256: Type.String() }),
  ),
});
/** What is in a backup, by name. */
export type Manifest = Static<typeof ManifestSchema>;

const manifestValidator = validator(ManifestSchema);
const newerValidator = validator(Type.Object({ format: Type.Number({ exclusiveMinimum: FORMAT }) }));

/** @throws {UserError} if it is damaged or of a newer version */
export function parseManifest(path: string, text: string): Manifest {
  const value = parseJson(text);
  if (manifestValidator.is(value)) return value;
  if (newerValidator.is(value)) {
    throw new UserError(
      `${path} was written by a newer version of Guildhall`,
      'Restore it with that version.',
    );
  }
  throw damagedBackup(path, 'its manifest has an unknown shape');
}

/** A file that is not a complete backup. */
export function damagedBackup(path: string, reason: string): UserError {
  return new UserError(
    `${path} is not a complete backup: ${reason}`,
    'Nothing was changed. Choose another backup.',
  );
}
