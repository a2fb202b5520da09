import { isUtf8 } from 'node:buffer';
import { DecodeError, type Encoding } from './encoding.js';
import { measureJson } from './json/measure.js';

export const jsonEncoding: Encoding = {
  name: 'json',
  binary: false,
  encode: (value) => JSON.stringify(value),
  decode(data, meter) {
    meter.checkLength(data.length);
    // Before parsing: the parser itself knows no bounds.
    measureJson(data, meter);
    if (!isUtf8(data)) throw new DecodeError('not valid JSON');
    try {
      return JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString());
    } catch {
      // What the parser says names bytes of the input; nobody needs them back.
      throw new DecodeError('not valid JSON');
    }
  },
};
