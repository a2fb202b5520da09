import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../helpers/fast-check.js';
import { pageModule } from './page-modules.js';

interface Part {
  readonly kind: string;
  readonly text?: string;
  readonly href?: string;
  readonly parts?: readonly Part[];
}

const { parseMarkdown } = (await pageModule('guilds/markdown.js')) as {
  parseMarkdown(text: string): readonly Part[];
};

/** Parts as HTML-like text: what is not formatted is written as it is. */
function written(parts: readonly Part[]): string {
  return parts
    .map(({ kind, text, href, parts: inner }) => {
      if (kind === 'text') return text;
      if (href !== undefined) return `<a ${href === text ? '' : `${href} `}${text}>`;
      return `<${kind}>${inner === undefined ? text : written(inner)}</>`;
    })
    .join('');
}

const CASES: readonly (readonly [text: string, shown: string])[] = [
  ['plain', 'plain'],
  ['**b** *i* _i_ __u__ ~~s~~', '<bold>b</> <italic>i</> <italic>i</> <underline>u</> <strike>s</>'],
  ['***both***', '<bold><italic>both</></>'],
  ['*a **b** c*', '<italic>a <bold>b</> c</>'],
  ['**a *b** c*', '<bold>a *b</> c*'],
  ['2 * 3 * 4, snake_case_name, a * b*', '2 * 3 * 4, snake_case_name, a * b*'],
  ['**open and *open', '**open and *open'],
  ['**** ____ ||||', '**** ____ ||||'],
  ['||who did **it**||', '<spoiler>who did <bold>it</></>'],
  ['\\*not\\* \\`code\\`', '*not* `code`'],
  ['`**code**` and ``a ` b`` and `open', '<code>**code**</> and <code>a ` b</> and `open'],
  ['a\n```js\nlet **x**;\n```\nb', 'a<codeBlock>let **x**;</>b'],
  ['``` ```', '<codeBlock> </>'],
  ['```open', '```open'],
  ['> one\n> *two*\nrest', '<quote>one\n<italic>two</></>rest'],
  ['a\n>>> one\ntwo', 'a<quote>one\ntwo</>'],
  ['see https://a.example/b_c_d?x=1.', 'see <a https://a.example/b_c_d?x=1>.'],
  [
    '(https://a.example/x_(y)) **https://a.example/z**',
    '(<a https://a.example/x_(y)>) <bold><a https://a.example/z></>',
  ],
  ['<https://a.example/>', '<a https://a.example/>'],
  ['[text](https://a.example/)', '[text](<a https://a.example/>)'],
  ['xhttps://a.example', 'xhttps://a.example'],
  ['HTTP://A.example/', '<a http://a.example/ HTTP://A.example/>'],
  // What a link shows is where it leads.
  ['https://xn--80ak6aa92e.com/', '<a https://xn--80ak6aa92e.com/>'],
  ['https://аррӏе.com/', '<a https://xn--80ak6aa92e.com/>'],
  ['https://bank.example@evil.example/', 'https://bank.example@evil.example/'],
  ['https://bank.example\\@evil.example/', '<a https://bank.example/ https://bank.example>\\@evil.example/'],
  ['https://a.example/\u202eb', 'https://a.example/\u202eb'],
  [
    'javascript:alert(1) data:text/html,x file:///etc/passwd ftp://a.example',
    'javascript:alert(1) data:text/html,x file:///etc/passwd ftp://a.example',
  ],
  ['<b onclick="x">html</b> ![i](x.png)', '<b onclick="x">html</b> ![i](x.png)'],
];

for (const [text, shown] of CASES) {
  test(`markdown of ${JSON.stringify(text)}`, () => assert.equal(written(parseMarkdown(text)), shown));
}

/** All text of the parts. */
function textOf(parts: readonly Part[]): string {
  return parts.map(({ text, parts: inner }) => text ?? textOf(inner ?? [])).join('');
}

const PIECES = [
  '*',
  '**',
  '_',
  '__',
  '~~',
  '||',
  '`',
  '``',
  '```',
  '\n',
  '> ',
  '>>> ',
  '\\',
  '<',
  '>',
  ' ',
  'a',
  'https://a.example',
  'javascript:',
  '(',
  ')',
  '\u202e',
];

test('markdown of any text is text and links of the web, never more than was written', () => {
  const hostile = fc.array(fc.constantFrom(...PIECES), { maxLength: 120 }).map((pieces) => pieces.join(''));
  const links = (parts: readonly Part[]): string[] =>
    parts.flatMap(({ href, parts: inner }) => [...(href === undefined ? [] : [href]), ...links(inner ?? [])]);
  fc.assert(
    fc.property(hostile, (text) => {
      const parts = parseMarkdown(text);
      assert.ok(links(parts).every((href) => /^https?:\/\//.test(href)));
      // A link may be written out: each has at most one character more, the slash after its host.
      assert.ok(textOf(parts).length <= text.length + links(parts).length);
    }),
  );
});

/** Counts how often a regular expression or `indexOf` is asked while a text is parsed. */
function countSearches(text: string): number {
  const { exec } = RegExp.prototype;
  const { indexOf } = String.prototype;
  let searches = 0;
  RegExp.prototype.exec = function count(...args) {
    searches += 1;
    return exec.apply(this, args);
  };
  String.prototype.indexOf = function count(...args) {
    searches += 1;
    return indexOf.apply(this, args);
  };
  try {
    parseMarkdown(text);
    return searches;
  } finally {
    RegExp.prototype.exec = exec;
    String.prototype.indexOf = indexOf;
  }
}

test('the work for a message grows with its length', () => {
  for (const piece of [
    ...PIECES,
    '**_',
    '||*',
    '`a``b```c',
    `${'`'.repeat(7)}a`,
    'https://(',
    '> *',
    '_ *',
  ]) {
    const [short, long] = [600, 2_400].map((length) => countSearches(piece.repeat(length / piece.length)));
    assert.ok((long ?? 0) <= 5 * (short ?? 0) + 100, `${piece}: ${short}, then ${long}`);
  }
  assert.deepEqual(parseMarkdown('*a* '.repeat(5_000)).length, 1);
});
