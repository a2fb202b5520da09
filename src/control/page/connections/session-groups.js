import { hasWords } from '../shell/has-words.js';

/** @typedef {import('../../operations/sessions.js').LiveSession} LiveSession */

/**
 * The connections of one program as one application, if it has several.
 *
 * @typedef {object} Group
 * @property {string} key
 * @property {string} application its name
 * @property {string | null} program null: unknown
 * @property {number} count
 * @property {string} lastSeen when the last frame of one of them arrived
 * @property {boolean} isOpen whether its connections are listed
 */

/** @typedef {{ readonly key: string, readonly group: Group } | { readonly key: string, readonly session: LiveSession }} Row */

/** How many connections of one program are listed without being asked for. */
const FEW = 3;

/**
 * Sorts connections into rows: those of one application and program together, below a separate row.
 *
 * @param {readonly LiveSession[]} sessions
 * @param {string} wanted words that a connection has in its application, program or origin
 * @param {ReadonlyMap<string, boolean>} chosen which groups the person opened or closed, by their keys
 * @returns {Row[]}
 */
export function groupSessions(sessions, wanted, chosen) {
  /** @type {Map<string, LiveSession[]>} */
  const groups = new Map();
  for (const session of sessions) {
    const { application, origin, process, transport } = session;
    const text = [application.name, process?.name, process?.path, origin, transport].join(' ');
    if (!hasWords(text, wanted)) continue;
    const key = `${application.id} ${process?.path ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), session]);
  }
  return [...groups].flatMap(([key, members]) => {
    const rows = members.map((session) => ({ key: session.id, session }));
    const [first] = members;
    if (first === undefined || members.length === 1) return rows;
    const isOpen = chosen.get(key) ?? members.length <= FEW;
    const group = {
      key,
      application: first.application.name,
      program: first.process?.name ?? null,
      count: members.length,
      isOpen,
      lastSeen:
        members
          .map((one) => one.last_seen_at)
          .sort()
          .at(-1) ?? first.last_seen_at,
    };
    return [{ key: `group ${key}`, group }, ...(isOpen ? rows : [])];
  });
}
