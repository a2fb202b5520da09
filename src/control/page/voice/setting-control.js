/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

/**
 * A control of one setting: it shows the value of the daemon and sends what the person changes. While they change it,
 * values of the daemon do not move it.
 */
export class SettingControl {
  #control;
  #send;
  #percent;
  /** @type {string | number | boolean | null} */
  #value = null;
  #isTouched = false;
  #sending = 0;

  /**
   * @param {Control} control
   * @param {() => Promise<void>} send sends the value of the control; must not throw
   * @param {HTMLElement | null} [percent] beside a slider: shows where it is, also while it is moved
   */
  constructor(control, send, percent = null) {
    this.#control = control;
    this.#send = send;
    this.#percent = percent;
    control.addEventListener('input', () => {
      this.#isTouched = true;
      this.#showPercent();
    });
    control.addEventListener('change', () => void this.#changed());
    control.addEventListener('blur', () => this.#settle());
  }

  /** @param {string | number | boolean} value of the daemon */
  show(value) {
    this.#value = value;
    if (!this.#isTouched) this.#apply();
  }

  async #changed() {
    if (!this.#control.reportValidity()) return;
    this.#isTouched = true;
    this.#sending += 1;
    await this.#send();
    this.#sending -= 1;
    this.#settle();
  }

  #settle() {
    if (this.#sending > 0) return;
    this.#isTouched = false;
    this.#apply();
  }

  #apply() {
    const [control, value] = [this.#control, this.#value];
    if (value === null) return;
    if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)) {
      control.checked = value === true;
    } else if (control.value !== String(value)) {
      control.value = String(value);
    }
    this.#showPercent();
  }

  #showPercent() {
    if (this.#percent !== null)
      this.#percent.textContent = `${Math.round(Number(this.#control.value))}\u00a0%`;
  }
}
