import { fileURLToPath } from 'node:url';

/** The folder of the pages that hints name as `docs/…`, in a checkout and in packages. */
export const DOCUMENTATION: string = fileURLToPath(new URL('../../docs', import.meta.url));
