import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EncodedEvent } from '#guildhall/api/gateway/frames/encoded-event.js';
import { FrameFormats } from '#guildhall/api/gateway/frames/frame-format.js';
import { API_VERSIONS } from '#guildhall/api/versions/index.js';

test('an event is written once for the sessions of all numbers of a version', () => {
  const formats = new FrameFormats(API_VERSIONS);
  const data = { channel_id: '1', user_id: '2', timestamp: 3 };
  let writes = 0;
  const event = EncodedEvent.writtenBy(() => {
    writes += 1;
    return { name: 'TYPING_START', data };
  });
  for (const number of ['6', '7', '6']) {
    const format = formats.get('json', number);
    assert.ok(format !== undefined);
    assert.deepEqual(JSON.parse(event.frame(format, 5).toString()), {
      t: 'TYPING_START',
      op: 0,
      d: data,
      s: 5,
    });
  }
  assert.equal(writes, 1);
});

test('a kept event refers to no more memory than its bytes', () => {
  const formats = new FrameFormats(API_VERSIONS);
  for (const encoding of ['json', 'etf']) {
    const format = formats.get(encoding, '6');
    assert.ok(format !== undefined);
    const event = EncodedEvent.of('TYPING_START', { channel_id: '1', user_id: '2', timestamp: 3 });
    const { buffer, length } = event.shared(format);
    assert.equal(buffer.byteLength, length);
  }
});

test('an encoding or version that does not exist has no format', () => {
  const formats = new FrameFormats(API_VERSIONS);
  assert.equal(formats.get('json', '5'), undefined);
  assert.equal(formats.get('xml', '6'), undefined);
});
