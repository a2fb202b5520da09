import { DecodeError, type Encoding } from './encoding.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

export const jsonEncoding: Encoding = {
  name: 'json',
  binary: false,
  encode: (value) => JSON.stringify(value),
  decode(data) {
    try {
      return JSON.parse(utf8.decode(data));
    } catch {
      // What the parser says names bytes of the input; nobody needs them back.
      throw new DecodeError('not valid JSON');
    }
  },
};
