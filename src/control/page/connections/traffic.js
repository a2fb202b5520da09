/** @typedef {import('../../operations/sessions.js').LiveSession} LiveSession */
/** @typedef {import('../../operations/sessions.js').SessionsUpdate} SessionsUpdate */

/** What went through a connection in one second. @typedef {{ readonly frames: number, readonly bytes: number }} Rate */

/** How many seconds are kept. */
export const SECONDS = 60;

/** Rates of connections over the last minute, from the daemon's counters and the daemon's clock. */
export class Traffic {
  /** @type {Map<string, { at: number, frames: number, bytes: number, rates: Rate[] }>} */
  #connections = new Map();

  /** @param {SessionsUpdate} update */
  add({ at, sessions }) {
    const known = this.#connections;
    this.#connections = new Map(
      sessions.map((session) => {
        const frames = session.frames_received + session.frames_sent;
        const bytes = session.bytes_received + session.bytes_sent;
        const before = known.get(session.id);
        if (before === undefined) return [session.id, { at, frames, bytes, rates: [] }];
        const seconds = (at - before.at) / 1000;
        // The system's time may be set back.
        if (seconds <= 0) return [session.id, { at, frames, bytes, rates: before.rates }];
        const rate = { frames: (frames - before.frames) / seconds, bytes: (bytes - before.bytes) / seconds };
        return [session.id, { at, frames, bytes, rates: [...before.rates, rate].slice(-SECONDS) }];
      }),
    );
  }

  /**
   * @param {string} id of a connection
   * @returns {readonly Rate[]} one for each second, the newest last
   */
  of(id) {
    return this.#connections.get(id)?.rates ?? [];
  }

  /** Forgets everything, because seconds were missed. */
  clear() {
    this.#connections = new Map();
  }
}
