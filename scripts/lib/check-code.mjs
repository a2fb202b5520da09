import { buildSources, buildTests } from './build.mjs';
import { filesBelow } from './files.mjs';
import { has, ROOT, run, runTool, say } from './run.mjs';

/** What Biome checks: code and its configuration. Documents are for people to lay out. */
const CODE = [
  'examples',
  'scripts',
  'src',
  'test',
  'biome.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
];
/** What clang-format checks. */
const NATIVE_CODE = [
  'native',
  'kits',
  'examples',
  'test/lab/devices',
  'test/native/cores',
  'test/clients/kits',
];

/** Lint and format: Biome for everything it knows, clang-format for native code. */
export function checkStyle() {
  say('checking lint and format (biome)');
  runTool(
    '@biomejs/biome/bin/biome',
    ['check', '--error-on-warnings', ...CODE],
    'Fix what it reports, or try: npm run format',
  );
  const native = NATIVE_CODE.flatMap((folder) => filesBelow(`${ROOT}${folder}`)).filter((path) =>
    /\.(?:h|hpp|cc|cpp|mm)$/.test(path),
  );
  if (!has('clang-format')) return say('clang-format is missing: the format of native code is not checked');
  say('checking the format of native code (clang-format)');
  if (native.length > 0) {
    run('clang-format', ['--dry-run', '--Werror', ...native], 'Format it with: clang-format -i FILE');
  }
}

/** Types of the daemon, of the tests and of the console page. */
export function checkTypes() {
  buildSources();
  buildTests();
  say('checking the types of the console page (tsc -b)');
  runTool('typescript/bin/tsc', ['-b', 'src/control/page'], 'Fix what the compiler says above.');
}
