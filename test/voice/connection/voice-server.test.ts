import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointUrl } from '#guildhall/voice/connection/voice-server.js';

test('endpoints of this machine are used without TLS, others with it, at the port that is named', () => {
  const hrefOf = (endpoint: string) => endpointUrl(endpoint, 'loopback')?.href;
  assert.equal(hrefOf('127.0.0.1:443'), 'ws://127.0.0.1:443/?v=8');
  assert.equal(hrefOf('127.0.0.1:8443'), 'ws://127.0.0.1:8443/?v=8');
  assert.equal(hrefOf('[::1]:443'), 'ws://[::1]:443/?v=8');
  assert.equal(hrefOf('localhost:8443'), 'wss://localhost:8443/?v=8');
  assert.equal(hrefOf('voice.example:443'), 'wss://voice.example/?v=8');
  assert.equal(hrefOf('user:word@127.0.0.1:443'), undefined);
});
