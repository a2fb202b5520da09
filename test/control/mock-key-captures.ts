import { Emitter, type Listenable } from '#guildhall/platform/async/events.js';
import type { CaptureEvents, CaptureInfo, KeyCaptures } from '#guildhall/rpc/captures/shortcut-captures.js';

/** Captures that a test starts and ends. */
export class MockKeyCaptures implements KeyCaptures {
  current: CaptureInfo | null = null;
  readonly #events = new Emitter<CaptureEvents>((error) => {
    throw error;
  });

  on: Listenable<CaptureEvents>['on'] = (name, listener) => this.#events.on(name, listener);

  start(name: string, fields: Partial<CaptureInfo> = {}): CaptureInfo {
    const capture = {
      application: { id: '100', name },
      session_id: 'a',
      started_at: '2026-01-02T03:04:05.000000+00:00',
      ends_at: '2026-01-02T03:05:05.000000+00:00',
      ...fields,
    };
    this.current = capture;
    this.#events.emit('changed', capture);
    return capture;
  }

  async endCurrent(): Promise<CaptureInfo | null> {
    const { current } = this;
    this.current = null;
    if (current !== null) this.#events.emit('changed', null);
    return current;
  }
}
