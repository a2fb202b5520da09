import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type FunctionLikeDeclaration, type Node, NodeFlags, SyntaxKind } from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isAssignmentOperator,
  isBinaryExpression,
  isFunctionLikeDeclaration,
  isIdentifier,
  isObjectLiteralExpression,
  isPostfixUnaryExpression,
  isPrefixUnaryExpression,
  isPropertyAssignment,
  isReturnStatement,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';

/** Variables of a function that the functions it returns may change. */
const MOST_VARIABLES = 1;
/** Functions in an object that a function returns; classes have methods. */
const MOST_FUNCTIONS = 6;

const root = fileURLToPath(new URL('../../', import.meta.url));
const api = new API({ cwd: root });
after(() => api.close());
const project = api.updateSnapshot({ openProjects: [`${root}src/tsconfig.json`] }).getProjects()[0];

/** Every function of `src/` that has a body in braces, with where it is. */
function* functions(): Generator<{ place: string; body: Node }> {
  for (const path of project?.program.getSourceFileNames() ?? []) {
    const file = relative(root, path);
    if (!file.startsWith('src/')) continue;
    for (const node of descendants(project?.program.getSourceFile(path))) {
      if (!isFunctionLikeDeclaration(node)) continue;
      const { body } = node as FunctionLikeDeclaration;
      if (body?.kind !== SyntaxKind.Block) continue;
      const line = node.getText().split('\n')[0] ?? '';
      yield { place: `${file}: ${line}`, body };
    }
  }
}

function* descendants(node: Node | undefined, enters: (node: Node) => boolean = () => true): Generator<Node> {
  const children: Node[] = [];
  node?.forEachChild((child) => void children.push(child));
  for (const child of children) {
    yield child;
    if (enters(child)) yield* descendants(child, enters);
  }
}

/** What a function does itself, without the functions in it. */
function own(body: Node): Node[] {
  return [...descendants(body, (node) => !isFunctionLikeDeclaration(node))];
}

/** The functions in the objects that a function returns; 1 for a function itself. */
function returnedFunctions(body: Node): number {
  const counts = own(body).flatMap((node) => {
    const value = isReturnStatement(node) ? node.expression : undefined;
    if (value === undefined) return [];
    if (isFunctionLikeDeclaration(value)) return [1];
    return isObjectLiteralExpression(value) ? [value.properties.filter(isFunctionMember).length] : [];
  });
  return Math.max(0, ...counts);
}

function isFunctionMember(member: Node): boolean {
  if (isFunctionLikeDeclaration(member)) return true;
  return isPropertyAssignment(member) && isArrowFunction(member.initializer);
}

/** The variables of a function that functions in it change. */
function sharedVariables(body: Node): string[] {
  const declared = own(body).flatMap((node) =>
    isVariableDeclaration(node) && isIdentifier(node.name) && (node.parent.flags & NodeFlags.Let) !== 0
      ? [node.name.text]
      : [],
  );
  const changed = new Set(
    own(body)
      .filter(isFunctionLikeDeclaration)
      .flatMap((inner) => [...descendants(inner)].flatMap(changedVariable)),
  );
  return declared.filter((name) => changed.has(name));
}

function changedVariable(node: Node): string[] {
  const isAssignment = isBinaryExpression(node) && isAssignmentOperator(node.operatorToken.kind);
  const target = isAssignment
    ? node.left
    : isPrefixUnaryExpression(node) || isPostfixUnaryExpression(node)
      ? node.operand
      : undefined;
  return target !== undefined && isIdentifier(target) ? [target.text] : [];
}

test('shared state is in classes, not in closures', () => {
  const all = [...functions()];
  assert.ok(all.length > 1000, 'the functions were not found');
  const wrong = all.flatMap(({ body, place }) => {
    const count = returnedFunctions(body);
    if (count === 0) return [];
    const shared = sharedVariables(body);
    if (shared.length <= MOST_VARIABLES && count <= MOST_FUNCTIONS) return [];
    return [`${place} (${count} functions over ${shared.join(', ') || 'constants'})`];
  });
  assert.deepEqual(wrong, []);
});
