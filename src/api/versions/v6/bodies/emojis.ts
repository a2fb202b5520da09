import { CreateEmojiBody, ModifyEmojiBody } from '../../../../protocol/rest/emoji-bodies.js';
import { RestError } from '../../../core/rest-error.js';
import { readEmojiImage } from '../../../images/read-image.js';
import { defineBody } from '../../body.js';

export const createEmoji = defineBody(CreateEmojiBody, ({ name, image, roles }) => {
  const { animated, data } = readEmojiImage('image', image);
  return { name: readName(name), roles: roles ?? [], animated, data };
});

export const modifyEmoji = defineBody(ModifyEmojiBody, ({ name, roles }) => ({
  name: name == null ? undefined : readName(name),
  roles: roles ?? undefined,
}));

/** Emoji names appear between colons in texts. @throws {RestError} INVALID_FORM_BODY */
function readName(name: string): string {
  if (/^[A-Za-z0-9_]+$/.test(name)) return name;
  const message = 'Must have letters, digits and underscores only.';
  throw new RestError('INVALID_FORM_BODY', [{ path: ['name'], code: 'STRING_TYPE_REGEX', message }]);
}
