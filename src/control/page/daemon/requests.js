import { toVisibleText } from '../../../platform/text/visible-text.js';
import { call, stream } from './api.js';
import { ApiError } from './api-error.js';

/** Sends the requests of one view, and shows in an element of it why the last one failed. */
export class Requests {
  #message;

  /** @param {HTMLElement} message an element with `role="alert"`, hidden while nothing failed */
  constructor(message) {
    this.#message = message;
  }

  /**
   * @param {string} path relative to `/api`
   * @param {string} method
   * @param {object} [body]
   * @returns {Promise<any>} the reply; undefined if the request failed
   */
  async send(path, method, body) {
    try {
      const reply = await call(path, method, body);
      this.#message.hidden = true;
      return reply;
    } catch (error) {
      this.report(error);
      return undefined;
    }
  }

  /**
   * Receives the items of a stream until it is complete, or failed.
   *
   * @param {string} path relative to `/api`
   * @param {(item: any) => void} take
   * @param {AbortSignal} [signal] ends it, which is not a failure
   */
  async receive(path, take, signal = new AbortController().signal) {
    try {
      for await (const item of stream(path, { method: 'POST', signal })) take(item);
      this.#message.hidden = true;
    } catch (error) {
      if (!signal.aborted) this.report(error);
    }
  }

  /**
   * Ends what may have ended already, which is not a failure.
   *
   * @param {string} path relative to `/api`
   */
  async end(path) {
    try {
      await call(path, 'DELETE');
      this.#message.hidden = true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) this.#message.hidden = true;
      else this.report(error);
    }
  }

  /** @param {unknown} error */
  report(error) {
    const message = `${error instanceof Error ? error.message : error}`;
    const hint = error instanceof ApiError ? error.hint : null;
    const sentence = message.endsWith('.') ? message : `${message}.`;
    this.#message.textContent = toVisibleText(hint === null ? message : `${sentence} ${hint}`);
    this.#message.hidden = false;
  }
}
