import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stableId, uuidV5 } from '#guildhall/hardware/device-id.js';

describe('a stable id', () => {
  test('is the version 5 UUID of the RFC', () => {
    // RFC 9562, appendix A.4: www.example.com in the namespace of DNS names.
    const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
    assert.equal(uuidV5(dns, 'www.example.com'), '2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });

  test('never changes, since applications store it', () => {
    assert.equal(stableId('pulseaudio/sink/speakers'), 'b27aa5b9-6f93-5e39-8a20-11472350da26');
  });
});
