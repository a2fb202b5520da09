import { isUtf8 } from 'node:buffer';
import type { NewMessage } from '../../guilds/compose-message.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { isStorableText } from '../../protocol/storable-text.js';
import type { MultipartBody } from '../attachments/read-parts.js';
import type { ForwardedForm } from '../attachments/uploaded-form.js';
import type { Caller } from '../core/caller.js';
import { RestError } from '../core/errors.js';
import { readJson } from '../core/http/request-body.js';
import type { ApiVersion } from '../versions/version.js';
import type { OperationServices } from './operation-services.js';

/** A call that creates a message, as JSON or as a form with files. */
interface MessageCall {
  readonly caller: Caller;
  readonly channel: { readonly id: Snowflake };
  readonly version: Pick<ApiVersion, 'bodies'>;
  readonly upload: MultipartBody | ForwardedForm | null;
  readonly services: Pick<OperationServices, 'uploads'>;
  readBody(): NewMessage;
  requireToken(): void | Promise<void>;
}

/** Fields that may also be form fields; `payload_json` takes precedence. */
const PLAIN_FIELDS = ['content', 'nonce', 'tts'] as const;
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/**
 * Receives a new message (docs/rest.md, Files). Its files are stored before `use` is called, and removed if that fails.
 *
 * @param mayAttach whether the caller may send files to the channel
 * @param use creates the message
 * @throws {RestError} UNAUTHORIZED if the token was revoked meanwhile, and others; and what `use` throws
 */
export function receiveMessage<Result>(
  { caller, channel, readBody, requireToken, upload, services, version }: MessageCall,
  mayAttach: boolean,
  use: (input: NewMessage) => Promise<Result>,
): Promise<Result> {
  if (upload === null) return use(readBody());
  const { applicationId, user } = caller;
  const uploader = { userId: user.id, applicationId, channelId: channel.id, mayAttach };
  return services.uploads.receive(upload, uploader, async ({ fields, files }) => {
    await requireToken();
    return use({ ...readFields(fields, version), files });
  });
}

/** Creates a message from the fields of a form. @throws {RestError} BAD_REQUEST or INVALID_FORM_BODY */
function readFields(fields: ReadonlyMap<string, Buffer>, { bodies }: MessageCall['version']): NewMessage {
  const payload = fields.get('payload_json');
  const json = payload === undefined ? {} : readJson(payload);
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return bodies.createMessage.read(json)();
  const plain = PLAIN_FIELDS.flatMap((name) => {
    const field = fields.get(name);
    return field === undefined ? [] : [[name, plainValue(name, field)]];
  });
  return bodies.createMessage.read({ ...Object.fromEntries(plain), ...json })();
}

function plainValue(name: (typeof PLAIN_FIELDS)[number], bytes: Buffer): string | boolean {
  const text = bytes.toString();
  if (!isUtf8(bytes) || !isStorableText(text)) throw new RestError('BAD_REQUEST');
  return name === 'tts' ? (BOOLEANS.get(text) ?? text) : text;
}
