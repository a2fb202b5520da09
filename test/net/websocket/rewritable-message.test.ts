import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { RewritableMessage } from '#guildhall/net/websocket/rewritable-message.js';

/** A connection that keeps the buffers it gets until its peer reads, like the system does for those it has not sent. */
class SlowConnection extends Writable {
  readonly read: string[] = [];
  #waiting: { chunk: Buffer; done: () => void }[] = [];

  constructor(private isReading: boolean) {
    super();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (!this.isReading) {
      this.#waiting.push({ chunk, done });
      return;
    }
    this.read.push(chunk.toString('latin1'));
    done();
  }

  startReading(): void {
    this.isReading = true;
    for (const { chunk, done } of this.#waiting.splice(0)) this._write(chunk, '', done);
  }
}

const numbered = (number: string) => Buffer.from(`${number}}`);

test('each connection gets the message with its own suffix', () => {
  const message = new RewritableMessage(false, Buffer.from('{"s":'), 3);
  const connections = ['10', '99', '42'].map((number) => {
    const connection = new SlowConnection(true);
    message.sendTo(connection, numbered(number));
    return connection;
  });
  assert.deepEqual(
    connections.map(({ read }) => read),
    [['\x81\x08{"s":10}'], ['\x81\x08{"s":99}'], ['\x81\x08{"s":42}']],
  );
});

test('data queued for a slow reader is not changed by later sends', () => {
  const message = new RewritableMessage(true, Buffer.alloc(200, 'a'), 3);
  const slow = new SlowConnection(false);
  const fast = new SlowConnection(true);
  message.sendTo(slow, numbered('10'));
  message.sendTo(fast, numbered('99'));
  message.sendTo(slow, numbered('11'));
  message.sendTo(fast, numbered('98'));
  slow.startReading();
  const expected = (number: string) => `\x82\x7e\x00\xcb${'a'.repeat(200)}${number}}`;
  assert.deepEqual(fast.read, ['99', '98'].map(expected));
  assert.deepEqual(slow.read, ['10', '11'].map(expected));
});
