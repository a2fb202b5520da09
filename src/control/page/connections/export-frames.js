import { element } from '../shell/dom.js';

/** @typedef {import('../../operations/sessions.js').Frame} Frame */

/**
 * Saves frames as a file with one JSON object per line.
 *
 * @param {string} id of the connection
 * @param {readonly Frame[]} frames
 */
export function exportFrames(id, frames) {
  const lines = frames.map((frame) => `${JSON.stringify(toRecord(frame))}\n`);
  const url = URL.createObjectURL(new Blob(lines, { type: 'application/x-ndjson' }));
  const link = element('a', { href: url, download: `frames-${id}.jsonl` });
  link.click();
  // The browser has begun to read the file when its next task runs.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {Frame} frame */
function toRecord({ number, at, direction, bytes, text, is_cut }) {
  const content = is_cut ? { text, is_cut } : { frame: JSON.parse(text) };
  return { number, at, direction, bytes, ...content };
}
