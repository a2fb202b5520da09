import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReady } from '#guildhall/voice/connection/endpoint-payloads.js';

const READY = { ssrc: 5, port: 50_000, modes: ['aead_aes256_gcm_rtpsize'] };

test('READY of an endpoint sends packets to addresses that are as far as its own, or farther', () => {
  const isRead = (endpoint: string, ip: string) => readReady({ ...READY, ip }, endpoint) !== null;
  assert.equal(isRead('203.0.113.7', '198.51.100.1'), true);
  assert.equal(isRead('203.0.113.7', '192.168.0.1'), false);
  assert.equal(isRead('203.0.113.7', '127.0.0.1'), false);
  assert.equal(isRead('192.168.0.2', '192.168.0.1'), true);
  assert.equal(isRead('192.168.0.2', '::1'), false);
  assert.equal(isRead('127.0.0.1', '127.0.0.1'), true);
  assert.equal(isRead('127.0.0.1', '203.0.113.7'), true);
  assert.equal(isRead('', '203.0.113.7'), false);
  assert.equal(isRead('203.0.113.7', 'voice.example'), false);
});
