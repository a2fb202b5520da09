import { NOBODY } from '../../support/rows.js';
import type { BadValue } from './common.js';

/** What the first entry of a list of positions may not be; it is one of the things that are sorted. */
export const BAD_POSITION: Readonly<Record<string, readonly BadValue[]>> = {
  0: [[7, 'DICT_TYPE_CONVERT']],
  '0.id': [
    [undefined, 'BASE_TYPE_REQUIRED'],
    [7, 'STRING_TYPE_CONVERT'],
    ['x', 'NUMBER_TYPE_COERCE'],
    [NOBODY, 'BASE_TYPE_CHOICES'],
  ],
  '0.position': [
    [undefined, 'BASE_TYPE_REQUIRED'],
    ['1', 'NUMBER_TYPE_COERCE'],
    [-1, 'NUMBER_TYPE_MIN'],
    [2 ** 31, 'NUMBER_TYPE_MAX'],
  ],
};
