import Type from 'typebox';
import type { ChatClient } from '../../client/client.js';
import { decoder } from '../../client/decode.js';
import { readImageHeader } from '../../net/images/image.js';
import { AttachmentSchema } from '../../protocol/objects/attachment.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import { requireSignedIn } from '../context.js';
import { ControlError } from '../errors.js';
import { SHOWN_IMAGE } from '../guilds/show-message.js';
import type { ControlRoute } from '../server/application.js';

const decodeMessage = decoder(Type.Object({ attachments: Type.Array(AttachmentSchema) }));

type Client = Pick<ChatClient, 'attachment' | 'request' | 'signInState' | 'user'>;

/**
 * GET /api/channels/{channel}/messages/{message}/images/{file}: an image that was sent with a message, as JPEG, PNG or GIF. The
 * page loads nothing from elsewhere, and the daemon only what the service has.
 */
export function messageImageRoute(client: Client): ControlRoute {
  return {
    method: 'GET',
    path: '/api/channels/{channel}/messages/{message}/images/{file}',
    async answer({ params: { channel = '', message = '', file = '' } }) {
      const image = [channel, message, file].every(isSnowflake)
        ? await readImage(client, `/channels/${channel}/messages/${message}`, file)
        : null;
      if (image === null) throw new ControlError('not_found', 'There is no such image.');
      return { status: 200, headers: { 'content-type': image.type }, body: image.bytes };
    },
  };
}

/** Only images that the page says it shows reach the browser's decoder, whatever the service declares. */
async function readImage(client: Client, path: string, id: string) {
  requireSignedIn(client);
  const { attachments } = decodeMessage(await client.request('GET', path));
  const url = attachments.find((one) => one.id === id)?.url;
  const bytes = url === undefined ? null : await client.attachment(url, SHOWN_IMAGE.bytes);
  const header = bytes === null ? null : readImageHeader(bytes);
  if (bytes === null || header === null) return null;
  const isShown = [header.width, header.height].every((side) => side > 0 && side <= SHOWN_IMAGE.side);
  return isShown ? { type: header.type, bytes } : null;
}
