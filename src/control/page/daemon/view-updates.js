import { follow } from './live.js';
import { WhileVisible } from './while-visible.js';

/**
 * Receives the updates of one view while it is visible: shown, in a tab that is not in the background.
 *
 * @template Part
 */
export class ViewUpdates {
  #path;
  #isShown = false;
  #following;

  /**
   * @param {string} path of the stream, relative to `/api`
   * @param {(part: Part) => void} onPart
   * @param {object} [listener]
   * @param {() => void} [listener.onStop] called when nothing more is received, e.g. because the view is not visible
   * @param {() => void} [listener.onLost] called when the connection was lost: the stream will begin again
   */
  constructor(path, onPart, { onStop = () => {}, onLost = () => {} } = {}) {
    this.#path = path;
    // The page's own stream, which is always open, shows why it is signed out.
    this.#following = new WhileVisible(
      (current, signal) => follow(current, onPart, (isLive) => isLive || onLost(), signal),
      onStop,
    );
  }

  /** @param {boolean} isShown */
  setShown(isShown) {
    this.#isShown = isShown;
    this.#review();
  }

  /** @param {string} path of another stream, which replaces the one that is received */
  setPath(path) {
    this.#path = path;
    this.#review();
  }

  #review() {
    this.#following.want(this.#isShown ? this.#path : null);
  }
}
