import { call, stream } from '../daemon/api.js';

/** @typedef {import('../../operations/playground.js').PlaygroundPart} PlaygroundPart */
/** @typedef {import('../../operations/sessions.js').Frame} Frame */

/**
 * @typedef {object} Listener
 * @property {(frame: Frame) => void} frame
 * @property {(state: 'closed' | 'connecting' | 'open', reason?: string) => void} changed
 * @property {(error: unknown) => void} failed
 */

/** The connection of this page's playground. It ends with the page. */
export class PlaygroundConnection {
  #listener;
  /** @type {AbortController | null} */
  #running = null;
  /** @type {string | null} */
  #id = null;

  /** @param {Listener} listener */
  constructor(listener) {
    this.#listener = listener;
  }

  /**
   * @param {string} application its id
   * @param {string} transport
   */
  open(application, transport) {
    this.close();
    this.#running = new AbortController();
    this.#listener.changed('connecting');
    void this.#follow(application, transport, this.#running.signal);
  }

  close() {
    if (this.#running === null) return;
    this.#running.abort();
    this.#end();
  }

  /** @param {object} command */
  async send(command) {
    await call(`/playground/connections/${this.#id}/commands`, 'POST', command);
  }

  /** @param {object} request */
  async authorize(request) {
    await call(`/playground/connections/${this.#id}/authorization`, 'POST', request);
  }

  /**
   * @param {string} application
   * @param {string} transport
   * @param {AbortSignal} signal
   */
  async #follow(application, transport, signal) {
    let reason = '';
    try {
      const path = `/playground/applications/${encodeURIComponent(application)}/${transport}`;
      for await (const part of stream(path, { signal, method: 'POST' })) {
        if (signal.aborted) return;
        if (part.state === 'open') {
          this.#id = part.id;
          this.#listener.changed('open');
        } else if (part.state === 'frame') {
          this.#listener.frame(part.frame);
        } else {
          reason = `${part.code} ${part.reason}`.trim();
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      this.#listener.failed(error);
    }
    if (!signal.aborted) this.#end(reason);
  }

  /** @param {string} [reason] */
  #end(reason) {
    this.#running = null;
    this.#id = null;
    this.#listener.changed('closed', reason);
  }
}
