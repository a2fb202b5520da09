import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../errors.js';

const PACKAGE_LOADER = '../../../prebuilds/load.cjs';

const ANTIVIRUS_HINT =
  'If that does not last, an antivirus program takes the file away: restore it from the quarantine, and add the folder of Guildhall to the exceptions.';

/** What to do where a native module is missing or refused: it is compiled in a checkout, and a package has it. */
export function missingModuleHint(platform = process.platform, isPackage = isPackaged()): string {
  if (platform === 'win32')
    return `${isPackage ? 'Install Guildhall again' : 'npm run setup'}. ${ANTIVIRUS_HINT}`;
  return isPackage ? 'Install Guildhall again.' : 'npm run setup';
}

/** Whether this is a package of Guildhall, not a checkout. */
export function isPackaged(): boolean {
  return existsSync(pathOf(PACKAGE_LOADER));
}

/** One binding of the native addon, or why it is missing: not built, built by another version, not for this system. */
export type LoadedBinding<Binding> =
  | { readonly binding: Binding }
  | { readonly binding: null; readonly reason: string };

/**
 * Creates the loader of one binding of the addon (docs/architecture.md, Native code). Node.js loads the addon once;
 * this works from the checkout and from a package.
 *
 * @param name as exported by `native/binding/addon.cc`
 * @param members every function and class that the binding must have
 */
export function bindingLoader<Binding extends object>(
  name: string,
  members: readonly (keyof Binding & string)[],
): () => LoadedBinding<Binding> {
  const isBinding = (value: unknown): value is Binding =>
    typeof value === 'object' &&
    value !== null &&
    members.every((member) => typeof Reflect.get(value, member) === 'function');
  return () => {
    const loaded = loadAddon();
    if ('reason' in loaded) return { binding: null, reason: loaded.reason };
    const part: unknown = Reflect.get(loaded.addon, name);
    if (part === undefined)
      return { binding: null, reason: `the native addon has no ${name} on this system` };
    if (isBinding(part)) return { binding: part };
    return { binding: null, reason: 'the native addon was built by another version' };
  };
}

/** Loads the addon with all its bindings: as it was compiled in a checkout, or the one for this platform in a package. */
export function loadAddon(): { readonly addon: object } | { readonly reason: string } {
  try {
    const addon = inPackage() ?? requireFile('../../../build/Release/guildhall.node');
    if (typeof addon === 'object' && addon !== null) return { addon };
    return { reason: 'the native addon was built by another version' };
  } catch (error) {
    const text = messageOf(error);
    return { reason: text.startsWith('Cannot find module') ? 'the native addon is missing' : text };
  }
}

/** The addon of a package; null in a checkout. Throws an error that names the platforms if there is none for this one. */
function inPackage(): unknown {
  if (!isPackaged()) return null;
  const { loadPrebuilt } = requireFile(PACKAGE_LOADER) as { loadPrebuilt: (file: string) => unknown };
  return loadPrebuilt('guildhall.node');
}

function requireFile(path: string): unknown {
  return createRequire(import.meta.url)(pathOf(path));
}

/** @param path relative to this module */
function pathOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

/**
 * Listens to the system from its construction on. An exception of a callback becomes an uncaught exception of the
 * process. A listener does not keep the process alive, and is not stopped by garbage collection.
 *
 * The constructor throws an Error whose `code` is `out-of-descriptors`, `out-of-threads` or `unavailable` if listening
 * cannot start.
 */
export interface NativeListener {
  /** Stops listening: no callback is called afterwards. Further calls have no effect. */
  stop(): void;
}
