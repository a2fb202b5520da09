/** Packages that pg would use in other places: with a native library that nothing here needs, and at Cloudflare. */
const UNUSED = /^pg-(?:native|cloudflare)$/;

/**
 * A plugin of esbuild: packages that are never loaded are empty modules, so that a bundle does not look for them.
 *
 * @type {import('esbuild').Plugin}
 */
export const unusedPackages = {
  name: 'unused-packages',
  setup(build) {
    build.onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: 'unused' }));
    build.onLoad({ filter: UNUSED, namespace: 'unused' }, () => ({ contents: '', loader: 'js' }));
  },
};
