import { toVisibleText } from '../../../platform/text/visible-text.js';
import { byId, element } from '../shell/dom.js';

/** Shows the axes of gamepads as the browser reads them: Guildhall itself reads buttons only. */
export class GamepadAxes {
  #part = byId('key-test-gamepads');
  /** @type {number | null} */
  #frame = null;
  #layout = '';

  start() {
    if (this.#frame === null) this.#update();
  }

  stop() {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
    this.#layout = '';
    this.#part.replaceChildren();
  }

  #update() {
    this.#frame = requestAnimationFrame(() => this.#update());
    const gamepads = navigator.getGamepads().filter((gamepad) => gamepad !== null);
    const layout = JSON.stringify(gamepads.map(({ id, axes }) => [id, axes.length]));
    if (layout !== this.#layout) this.#part.replaceChildren(...gamepads.map(gamepadRow));
    this.#layout = layout;
    for (const [index, { axes }] of gamepads.entries()) {
      const marks = this.#part.children[index]?.querySelectorAll('meter') ?? [];
      for (const [axis, meter] of [...marks].entries()) meter.value = axes[axis] ?? 0;
    }
  }
}

/** @param {Gamepad} gamepad */
function gamepadRow({ id, axes }) {
  const bars = axes.map((_, index) =>
    element('label', {}, `Axis ${index} `, element('meter', { min: '-1', max: '1', value: '0' })),
  );
  return element('div', { class: 'gamepad' }, element('p', { class: 'detail' }, toVisibleText(id)), ...bars);
}
