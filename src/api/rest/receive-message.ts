import { isUtf8 } from 'node:buffer';
import type { Static } from 'typebox';
import type { NewMessage } from '../../guilds/compose-message.js';
import { CreateMessageBody } from '../../protocol/rest/message-bodies.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { isStorableText } from '../../protocol/storable-text.js';
import type { Caller } from '../caller.js';
import type { Services } from '../services.js';
import { readJson } from './body-parsers.js';
import type { MultipartBody } from './multipart/multipart-body.js';
import { schemaReader } from './read-input.js';
import { readNewMessage } from './read-message-body.js';
import { RestError } from './rest-error.js';

type MessageBody = Static<typeof CreateMessageBody>;

/** A call that creates a message, as JSON or as a form with files. */
interface MessageCall {
  readonly caller: Caller;
  readonly channel: { readonly id: Snowflake };
  readonly body: MessageBody;
  readonly upload: MultipartBody | null;
  readonly services: Pick<Services, 'uploads'>;
}

const readBody = schemaReader(CreateMessageBody);
/** Fields that may be fields of the form, too; `payload_json` counts where both have one. */
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
 * @throws {RestError} and what `use` throws
 */
export function receiveMessage<Result>(
  { caller, channel, body, upload, services }: MessageCall,
  mayAttach: boolean,
  use: (input: NewMessage) => Promise<Result>,
): Promise<Result> {
  if (upload === null) return use(readNewMessage(body));
  const { applicationId, user } = caller;
  const uploader = { userId: user.id, applicationId, channelId: channel.id, mayAttach };
  return services.uploads.receive(upload, uploader, ({ fields, files }) =>
    use({ ...readNewMessage(readFields(fields)), files }),
  );
}

/** The body that the fields of a form make. @throws {RestError} BAD_REQUEST or INVALID_FORM_BODY */
function readFields(fields: ReadonlyMap<string, Buffer>): MessageBody {
  const payload = fields.get('payload_json');
  const json = payload === undefined ? {} : readJson(payload);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return readBody(json);
  const plain = PLAIN_FIELDS.flatMap((name) => {
    const field = fields.get(name);
    return field === undefined ? [] : [[name, plainValue(name, field)]];
  });
  return readBody({ ...Object.fromEntries(plain), ...json });
}

function plainValue(name: (typeof PLAIN_FIELDS)[number], bytes: Buffer): string | boolean {
  const text = bytes.toString();
  if (!isUtf8(bytes) || !isStorableText(text)) throw new RestError('BAD_REQUEST');
  return name === 'tts' ? (BOOLEANS.get(text) ?? text) : text;
}
