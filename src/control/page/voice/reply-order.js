/**
 * Keeps the reply of a change from replacing newer values: an update of the daemon may overtake it. Updates end with the
 * newest values, so a reply is shown only if nothing else was since it was asked for.
 */
export class ReplyOrder {
  #shown = 0;

  /** Counts values that are shown. */
  noteShown() {
    this.#shown += 1;
  }

  /**
   * @template T
   * @param {Promise<T | undefined>} reply must not reject; undefined: the change was refused
   * @param {(values: T) => void} show calls `noteShown`
   */
  async show(reply, show) {
    const before = this.#shown;
    const values = await reply;
    if (values !== undefined && this.#shown === before) show(values);
  }
}
