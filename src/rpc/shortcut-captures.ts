import { DriverUnavailableError, type ShortcutCapture, type ShortcutCapturer } from '../hardware/hardware.js';
import { rpcErrors } from '../protocol/rpc/errors.js';
import { dispatch } from '../protocol/rpc/payload.js';
import type { Shortcut } from '../protocol/rpc/shortcut.js';
import type { RpcSession } from './session.js';

/**
 * The capture that CAPTURE_SHORTCUT starts and stops. There is one at a time in the whole daemon, and only the
 * connection that started it hears the keys: two applications must not read each other's.
 */
export class ShortcutCaptures {
  #running: { session: RpcSession; capture: Promise<ShortcutCapture> } | null = null;

  constructor(private readonly shortcuts: ShortcutCapturer) {}

  /**
   * Captures until `stop`, or until the connection ends.
   *
   * @returns the first combination, once it is released or the capture is stopped
   * @throws {RpcError} 5004 while a capture is running, 1000 if no keys can be heard on this machine
   */
  async start(session: RpcSession): Promise<Shortcut> {
    if (this.#running !== null) throw rpcErrors.alreadyCapturing();
    const running = { session, capture: this.shortcuts.start() };
    this.#running = running;
    try {
      const capture = await running.capture;
      capture.on('change', (shortcut) => session.send(dispatch('CAPTURE_SHORTCUT_CHANGE', { shortcut })));
      const end = () => void this.stop(session);
      session.closed.addEventListener('abort', end, { once: true });
      if (session.closed.aborted) end();
      return await capture.completed;
    } catch (error) {
      if (this.#running === running) this.#running = null;
      if (error instanceof DriverUnavailableError) throw rpcErrors.cannotCapture(error.reason);
      throw error;
    }
  }

  /** Ends this connection's capture; another's goes on. */
  async stop(session: RpcSession): Promise<void> {
    const running = this.#running;
    if (running?.session !== session) return;
    const capture = await running.capture.catch(() => null);
    await capture?.stop();
    if (this.#running === running) this.#running = null;
  }
}
