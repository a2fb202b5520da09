import { type ParsedUrlQuery, parse } from 'node:querystring';

/** Without a maximum number of parameters: the length of the head of a request limits them. */
const OPTIONS = { maxKeys: 0, decodeURIComponent: decodeOrKeep };

/**
 * Parses the query of a request target. All values of a repeated parameter are returned as an array. A percent-encoding
 * that is not UTF-8 stays as it is, because decoded it could not be told from others.
 *
 * @param text without the question mark
 */
export function parseQuery(text: string): ParsedUrlQuery {
  return parse(text, '&', '=', OPTIONS);
}

/** @param text with `%20` for each plus sign */
function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll('%20', ' ');
  }
}
