import { toVisibleText } from '../../../platform/text/visible-text.js';
import { call, stream } from './api.js';
import { ApiError } from './api-error.js';

/** Sends the requests of one view, and shows in an element of it why the last one failed. */
export class Requests {
  #message;
  /** how many requests have failed */
  #failures = 0;

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
    const failures = this.#failures;
    try {
      const reply = await call(path, method, body);
      this.#succeeded(failures);
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
    const failures = this.#failures;
    try {
      for await (const item of stream(path, { method: 'POST', signal })) take(item);
      this.#succeeded(failures);
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
    const failures = this.#failures;
    try {
      await call(path, 'DELETE');
      this.#succeeded(failures);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) this.#succeeded(failures);
      else this.report(error);
    }
  }

  /** @param {unknown} error */
  report(error) {
    this.#failures += 1;
    const message = `${error instanceof Error ? error.message : error}`;
    const hint = error instanceof ApiError ? error.hint : null;
    const sentence = message.endsWith('.') ? message : `${message}.`;
    this.#message.textContent = toVisibleText(hint === null ? message : `${sentence} ${hint}`);
    this.#message.hidden = false;
  }

  /**
   * Hides why an earlier request failed, but not why one failed meanwhile.
   *
   * @param {number} failures how many had failed when the request was sent
   */
  #succeeded(failures) {
    if (failures === this.#failures) this.#message.hidden = true;
  }
}
