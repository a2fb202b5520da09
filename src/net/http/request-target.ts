import { type ParsedUrlQuery, parse } from 'node:querystring';
import { splitPath } from '../../protocol/declaration/route-table.js';

/** Splits the target of a request, as in its first line: `/a/b?x=y` has the path `/a/b` and the query `x=y`. */
export function splitTarget(target: string): { path: string; query: string } {
  const end = target.search(/[?#]/);
  return end === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, end), query: target.slice(end + 1) };
}

/**
 * The decoded segments of a path that begins with a slash; null if a percent-encoding is not valid. Each is a copy: V8 would keep a
 * part of the path as a reference to all of it, which takes longer to look up.
 */
export function decodePath(path: string): string[] | null {
  try {
    return splitPath(path).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** Without a maximum number of parameters: the length of the head of a request limits them. */
const OPTIONS = { maxKeys: 0, decodeURIComponent: decodeOrKeep };

/**
 * Parses a query. All values of a repeated parameter are returned as an array. A percent-encoding that is not UTF-8 stays as it
 * is, because decoded it could not be told from others.
 */
export function parseQuery(query: string): ParsedUrlQuery {
  return parse(query, '&', '=', OPTIONS);
}

/** @param text with `%20` for each plus sign */
function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll('%20', ' ');
  }
}
