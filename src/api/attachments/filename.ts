/** The longest name of a file, in characters; it is a part of a URL path. */
const MAX_NAME_LENGTH = 100;
const MAX_EXTENSION_LENGTH = 16;

/**
 * The name under which a file is stored and served: letters, digits, dots, dashes and underscores of ASCII, as clients of
 * the interface expect. Spaces become underscores; a name, or the part before its extension, without any of these characters
 * becomes `file`.
 */
export function safeFilename(name: string): string {
  const normalized = name.normalize('NFKD').trim();
  const safe = normalized.replaceAll(/\s+/g, '_').replaceAll(/[^A-Za-z0-9._-]/g, '');
  if (safe.startsWith('.') && !normalized.startsWith('.')) return shorten(`file${safe}`);
  // The name must not have a meaning as a path segment, or be hidden when it is saved.
  return shorten(safe.replace(/^\.+/, '') || 'file');
}

/** The extension of a name in lower case, without the dot; empty if it has none. */
export function extensionOf(name: string): string {
  return /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** Keeps the extension, by which programs recognize the file. */
function shorten(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  const extension = extensionOf(name);
  if (extension === '' || extension.length > MAX_EXTENSION_LENGTH) return name.slice(0, MAX_NAME_LENGTH);
  return `${name.slice(0, MAX_NAME_LENGTH - extension.length - 1)}.${extension}`;
}
