import Type, { type Static } from 'typebox';
import type { UploadedForm } from '../../api/attachments/uploaded-form.js';
import { readJson } from '../../platform/text/parse-json.js';
import { Nullable, validator } from '../../protocol/schema.js';
import { FileSchema } from '../guilds/message-schemas.js';

const SentFormSchema = Type.Object({
  /** bytes in Base64, by name */
  fields: Type.Record(Type.String(), Type.String()),
  files: Type.Array(FileSchema),
});

/** The form of a call: absent if it has none; null to ask whether one would be accepted. */
export const OptionalFormSchema = Type.Optional(Nullable(SentFormSchema));

export type SentForm = Static<typeof SentFormSchema>;

const acceptanceValidator = validator(Type.Object({ mayAttach: Type.Boolean() }));

/** A form as it is sent. */
export function encodeForm({ fields, files }: UploadedForm): SentForm {
  const texts = [...fields].map(([name, bytes]) => [name, bytes.toString('base64')]);
  return { fields: Object.fromEntries(texts), files: [...files] };
}

export function decodeForm({ fields, files }: SentForm): UploadedForm {
  const bytes = Object.entries(fields).map(([name, text]) => [name, Buffer.from(text, 'base64')] as const);
  return { fields: new Map(bytes), files };
}

/** Whether a form may have files, from the body of the reply; null if it is none. */
export function readAcceptance(text: string): boolean | null {
  return readJson(text, acceptanceValidator)?.mayAttach ?? null;
}
