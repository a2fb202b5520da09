import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportsOf } from '../sanitizers/reports.js';

/** A leak as LeakSanitizer reports it. @param frames from the allocation on */
const leak = (...frames: readonly string[]) =>
  [
    'Direct leak of 128 byte(s) in 1 object(s) allocated from:',
    '    #0 0x7f00 in operator new(unsigned long) asan_new_delete.cpp:95',
    ...frames.map((frame, index) => `    #${index + 1} 0x7f0${index} in ${frame}`),
  ].join('\n');

const ADDON = 'guildhall::BindOpus(Napi::Env) (/build/Release/guildhall.node+0x1)';

test('leaks of the addon are reported, also through functions of Node.js, and others are not', () => {
  const own = leak(ADDON);
  const throughNode = leak('napi_create_reference (/usr/bin/node+0x1)', ADDON);
  const heap = leak('v8::internal::Heap_SharedBarrier(v8::internal::HeapObject) (/usr/bin/node+0x1)', ADDON);
  const foreign = leak('node::Start(int, char**) (/usr/bin/node+0x1)');
  assert.deepEqual(reportsOf([own, throughNode, heap, foreign].join('\n\n')), [own, throughNode]);
});

test('errors of the sanitizers are reported', () => {
  assert.equal(reportsOf('native/a.cc:3:5: runtime error: signed integer overflow').length, 1);
  assert.equal(reportsOf('==7==ERROR: AddressSanitizer: heap-use-after-free').length, 1);
  assert.deepEqual(reportsOf('(node:7) Warning: something else'), []);
});
