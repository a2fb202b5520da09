import { longText } from '../../support/rows.js';
import type { BadValue } from './common.js';

type BadValues = Readonly<Record<string, readonly BadValue[]>>;

/** What no channel may be given (docs/rest.md, Limits; docs/rest.md, Objects). */
export const BAD_CHANNEL: BadValues = {
  '': [[[], 'DICT_TYPE_CONVERT']],
  name: [
    [undefined, 'BASE_TYPE_REQUIRED'],
    [5, 'STRING_TYPE_CONVERT'],
    ['x', 'BASE_TYPE_BAD_LENGTH'],
    ['  x ', 'BASE_TYPE_BAD_LENGTH'],
    ['a\tb', 'NAME_INVALID'],
    [longText(101), 'BASE_TYPE_BAD_LENGTH'],
  ],
  topic: [
    [5, 'STRING_TYPE_CONVERT'],
    [longText(1025), 'BASE_TYPE_BAD_LENGTH'],
  ],
  bitrate: [
    ['9000', 'NUMBER_TYPE_COERCE'],
    [7999, 'NUMBER_TYPE_MIN'],
    [96001, 'NUMBER_TYPE_MAX'],
  ],
  user_limit: [
    [1.5, 'NUMBER_TYPE_COERCE'],
    [-1, 'NUMBER_TYPE_MIN'],
    [100, 'NUMBER_TYPE_MAX'],
  ],
  nsfw: [['no', 'BOOLEAN_TYPE_CONVERT']],
};

const BAD_BITS: readonly BadValue[] = [
  ['all', 'NUMBER_TYPE_COERCE'],
  [true, 'NUMBER_TYPE_COERCE'],
  [-1, 'NUMBER_TYPE_MIN'],
  [2 ** 53, 'NUMBER_TYPE_MAX'],
];

/** What the first of its overwrites may not be given. */
export const BAD_OVERWRITE: BadValues = {
  'permission_overwrites.0': [[7, 'DICT_TYPE_CONVERT']],
  'permission_overwrites.0.type': [
    [undefined, 'BASE_TYPE_REQUIRED'],
    ['user', 'BASE_TYPE_CHOICES'],
  ],
  'permission_overwrites.0.allow': BAD_BITS,
  'permission_overwrites.0.deny': BAD_BITS,
};
