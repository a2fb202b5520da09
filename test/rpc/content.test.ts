import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContentElement } from '#guildhall/protocol/rpc/message.js';
import { parseContent } from '#guildhall/rpc/views/content/parse-content.js';
import { fc } from '../helpers/fast-check.js';

const rows: [content: string, elements: object[]][] = [
  ['', []],
  ['hello', [{ type: 'text', content: 'hello' }]],
  ['<@1>', [{ type: 'mention', content: '<@1>', id: '1' }]],
  ['<@!1>', [{ type: 'mention', content: '<@!1>', id: '1' }]],
  ['<@&2>', [{ type: 'role_mention', content: '<@&2>', id: '2' }]],
  ['<#3>', [{ type: 'channel_mention', content: '<#3>', id: '3' }]],
  ['@everyone', [{ type: 'everyone_mention', content: '@everyone' }]],
  ['@here', [{ type: 'here_mention', content: '@here' }]],
  ['<:wave:4>', [{ type: 'emoji', content: '<:wave:4>', id: '4', name: 'wave', animated: false }]],
  ['<a:wave:4>', [{ type: 'emoji', content: '<a:wave:4>', id: '4', name: 'wave', animated: true }]],
  [
    'see https://a.example/b_c_d.',
    [
      { type: 'text', content: 'see ' },
      { type: 'link', content: 'https://a.example/b_c_d', url: 'https://a.example/b_c_d' },
      { type: 'text', content: '.' },
    ],
  ],
  ...['https://a.example/b_(c)', 'https://a.example/(b)/[c]', 'https://a.example/(b'].map(
    (url): [string, object[]] => [url, [{ type: 'link', content: url, url }]],
  ),
  [
    'https://a.example/b_(c)).',
    [
      { type: 'link', content: 'https://a.example/b_(c)', url: 'https://a.example/b_(c)' },
      { type: 'text', content: ').' },
    ],
  ],
  ['<http://a.example>', [{ type: 'link', content: '<http://a.example>', url: 'http://a.example' }]],
  ['`a **b**`', [{ type: 'inline_code', content: '`a **b**`', code: 'a **b**' }]],
  ['``a ` b``', [{ type: 'inline_code', content: '``a ` b``', code: 'a ` b' }]],
  ['```ts\nlet a;```', [{ type: 'code_block', content: '```ts\nlet a;```', code: 'let a;', language: 'ts' }]],
  ['```\nlet a;\n```', [{ type: 'code_block', content: '```\nlet a;\n```', code: 'let a;' }]],
  ['```ts\n\n  a\n```', [{ type: 'code_block', content: '```ts\n\n  a\n```', code: '  a', language: 'ts' }]],
  ['```\n```', [{ type: 'code_block', content: '```\n```', code: '\n' }]],
  ['```let a;```', [{ type: 'code_block', content: '```let a;```', code: 'let a;' }]],
  ['**b**', [{ type: 'bold', content: '**b**', children: [{ type: 'text', content: 'b' }] }]],
  ['*i*', [{ type: 'italic', content: '*i*', children: [{ type: 'text', content: 'i' }] }]],
  ['_i_', [{ type: 'italic', content: '_i_', children: [{ type: 'text', content: 'i' }] }]],
  ['__u__', [{ type: 'underline', content: '__u__', children: [{ type: 'text', content: 'u' }] }]],
  ['~~s~~', [{ type: 'strikethrough', content: '~~s~~', children: [{ type: 'text', content: 's' }] }]],
  [
    '***x***',
    [
      {
        ...{ type: 'bold', content: '***x***' },
        children: [{ type: 'italic', content: '*x*', children: [{ type: 'text', content: 'x' }] }],
      },
    ],
  ],
  [
    '**a <@1> ~~b~~**',
    [
      {
        ...{ type: 'bold', content: '**a <@1> ~~b~~**' },
        children: [
          { type: 'text', content: 'a ' },
          { type: 'mention', content: '<@1>', id: '1' },
          { type: 'text', content: ' ' },
          { type: 'strikethrough', content: '~~b~~', children: [{ type: 'text', content: 'b' }] },
        ],
      },
    ],
  ],
  ['**a *b**', [{ type: 'bold', content: '**a *b**', children: [{ type: 'text', content: 'a *b' }] }]],
];

for (const [content, elements] of rows) {
  test(`${JSON.stringify(content)} is split into ${elements.length} elements`, () => {
    assert.deepEqual(parseContent(content, true), elements);
  });
}

for (const content of [
  ...[
    'snake_case_name',
    '2 * 3 * 4',
    '**a',
    '****',
    '`a',
    '```',
    '<@>',
    '<@1',
    '<:a:1>',
    'http://',
    '\\*a\\*',
  ],
  ...['\\<@1>', '\\`a`', '<@123456789012345678901>', '~a~', 'x'.repeat(8193)],
]) {
  test(`${JSON.stringify(content.slice(0, 30))} is text`, () => {
    assert.deepEqual(parseContent(content, true), [{ type: 'text', content }]);
  });
}

test('@everyone without a mention is text', () => {
  assert.deepEqual(parseContent('@everyone', false), [{ type: 'text', content: '@everyone' }]);
});

const FRAGMENTS = [
  ...[
    '*',
    '**',
    '_',
    '__',
    '~~',
    '`',
    '```',
    '\\',
    '<',
    '>',
    '<@1>',
    '<#2>',
    '<:ab:3>',
    '@here',
    ' ',
    '\n',
    'a',
  ],
  ...['http://', 'https://a.b', '.', '\ud800', '😀'],
];

test('the elements of any text add up to the text, on every level', () => {
  const anyText = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom(...FRAGMENTS)).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(anyText, fc.boolean(), (text, everyone) => {
      const elements = parseContent(text, everyone);
      assert.equal(elements.map(({ content }) => content).join(''), text);
      for (const element of elements) requireWhole(element);
    }),
    { numRuns: 2000 },
  );
});

function requireWhole({ type, content, children }: ContentElement): void {
  assert.ok(type !== '' && content !== '');
  if (children === undefined) return;
  const inside = children.map((child) => (child as ContentElement).content).join('');
  const marker = content.slice(0, (content.length - inside.length) / 2);
  assert.equal(content, marker + inside + marker);
  for (const child of children) requireWhole(child as ContentElement);
}

/** How many characters of a text are read to parse it. */
function countReads(text: string): number {
  let reads = 0;
  const members: Record<PropertyKey, unknown> = {
    length: text.length,
    slice: (start: number, end: number) => text.slice(start, end),
    indexOf: (part: string, from: number) => {
      const found = text.indexOf(part, from);
      reads += (found === -1 ? text.length : found) - from + part.length;
      return found;
    },
    startsWith: (part: string, from: number) => {
      reads += part.length;
      return text.startsWith(part, from);
    },
    // For a pattern, each of which is bounded.
    [Symbol.toPrimitive]: () => {
      reads += 32;
      return text;
    },
  };
  const get = (_text: object, key: string | symbol) => {
    if (key in members) return members[key];
    reads += 1;
    return text[Number(key)];
  };
  parseContent(new Proxy({}, { get }) as string, true);
  return reads;
}

for (const fragment of [
  '*a',
  '**a ',
  '_a ',
  '`',
  '``a',
  '```a',
  '<',
  '<http://',
  'http://.',
  '\\',
  '~~a*b_c__',
]) {
  test(`parsing takes linear time: ${fragment}`, () => {
    const textOf = (length: number) => fragment.repeat(length).slice(0, length);
    const [short, long] = [textOf(1000), textOf(8000)];
    const ratio = countReads(long) / countReads(short);
    // Quadratic time would be a ratio of 64.
    assert.ok(ratio < 16, `a text of 8 times the length takes ${ratio.toFixed(1)} times as many reads`);
  });
}
