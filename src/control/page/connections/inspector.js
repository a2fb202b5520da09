import { toVisibleText } from '../../../platform/text/visible-text.js';
import { stream } from '../daemon/api.js';
import { ApiError } from '../daemon/api-error.js';
import { WhileVisible } from '../daemon/while-visible.js';
import { byId } from '../shell/dom.js';
import { count } from '../shell/format.js';
import { exportFrames } from './export-frames.js';
import { FrameFilter } from './frame-filter.js';
import { FrameList } from './frame-list.js';

/** @typedef {import('../../operations/sessions.js').Frame} Frame */
/** @typedef {import('../../operations/sessions.js').InspectionPart} InspectionPart */

/** How many frames are kept. */
const MAX_FRAMES = 1_000;

/** Shows the frames of one connection while it is visible. They are in the page alone. */
export class Inspector {
  #report;
  #state = byId('inspector-state');
  #pause = byId('inspector-pause', HTMLButtonElement);
  #filter = new FrameFilter(() => this.#list.show(this.#frames, this.#filter));
  #list = new FrameList(byId('inspector-frames'));
  /** the names of connections by id @type {Map<string, string>} */
  #names = new Map();
  /** @type {Frame[]} */
  #frames = [];
  #missed = 0;
  /** how many frames were not kept since the pause began */
  #skipped = 0;
  /** the number of the last frame */
  #number = 0;
  #isPaused = false;
  /** whether frames of this connection could be received since it was opened */
  #wasFound = false;
  /** @type {string | null} */
  #id = null;
  #inspecting = new WhileVisible(
    (id, signal) => this.#follow(id, signal),
    (_id, hasEnded) => {
      if (!hasEnded) this.#state.textContent = 'Not inspecting: this page is in the background.';
    },
  );

  /** @param {(error: unknown) => void} report shows an error to the person */
  constructor(report) {
    this.#report = report;
    this.#pause.addEventListener('click', () => this.#setPaused(!this.#isPaused));
    byId('inspector-clear').addEventListener('click', () => this.#clear());
    byId('inspector-export').addEventListener('click', () =>
      exportFrames(
        this.#id ?? '',
        this.#frames.filter((frame) => this.#filter.accepts(frame)),
      ),
    );
  }

  /**
   * The name of the application of a connection.
   *
   * @param {string} id
   * @param {string} name
   */
  name(id, name) {
    this.#names.set(id, name);
  }

  /** @param {string | null} id of the connection whose frames are shown; null: none */
  setShown(id) {
    if (id === this.#id) return;
    this.#id = id;
    this.#wasFound = false;
    this.#showMissing(null);
    this.#inspecting.want(id);
    this.#clear();
    this.#setPaused(false);
    if (id !== null) byId('inspector-name').textContent = toVisibleText(this.#names.get(id) ?? id);
  }

  /**
   * @param {string} id
   * @param {AbortSignal} signal
   */
  async #follow(id, signal) {
    // A new inspection counts from 1.
    this.#number = 0;
    try {
      for await (const part of stream(`/sessions/${encodeURIComponent(id)}/frames`, { signal })) {
        if (signal.aborted) return;
        this.#receive(part);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError) || error.status !== 404) this.#report(error);
      else if (this.#wasFound) this.#state.textContent = 'The connection has closed.';
      else this.#showMissing(id);
    }
  }

  /** @param {string | null} id of the connection that there is not; null: it may exist */
  #showMissing(id) {
    const missing = byId('inspector-missing');
    missing.hidden = id === null;
    missing.textContent =
      id === null ? '' : toVisibleText(`There is no connection ${id}. It may have closed.`);
    byId('inspector-content').hidden = id !== null;
  }

  /** @param {InspectionPart} part */
  #receive(part) {
    if (part.state === 'closed') {
      this.#state.textContent = 'The connection has closed.';
    } else if (part.state === 'inspecting') {
      this.#wasFound = true;
      this.#showState();
    } else {
      for (const frame of part.frames) {
        this.#missed += frame.number - this.#number - 1;
        this.#number = frame.number;
      }
      if (this.#isPaused) {
        this.#skipped += part.frames.length;
        this.#showState();
        return;
      }
      this.#frames = [...this.#frames, ...part.frames].slice(-MAX_FRAMES);
      this.#list.add(part.frames, this.#filter);
      this.#showState();
    }
  }

  #showState() {
    const missed = this.#missed === 0 ? '' : `, ${count(this.#missed, 'was', 'were')} too many to show`;
    const skipped = this.#skipped === 0 ? '' : ` (${this.#skipped} so far)`;
    this.#state.textContent = this.#isPaused
      ? `Paused: new frames are not kept${skipped}.`
      : `Inspecting: ${count(this.#frames.length, 'frame')}${missed}.`;
  }

  /** @param {boolean} isPaused */
  #setPaused(isPaused) {
    this.#isPaused = isPaused;
    this.#skipped = 0;
    this.#pause.setAttribute('aria-pressed', String(isPaused));
    this.#showState();
  }

  #clear() {
    this.#frames = [];
    this.#missed = 0;
    this.#list.clear();
    this.#showState();
  }
}
