import { readFileSync } from 'node:fs';
import ts from 'typescript';
import type { Mutant } from '../mutant.ts';

/** A small bug created by a rule. */
export interface GeneratedMutant {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly line: number;
  /** The change and the changed text: the mutant's name, which stays the same when lines move. */
  readonly change: string;
  readonly mutant: Pick<Mutant, 'name' | 'edits'>;
}

interface Place {
  readonly node: ts.Node;
  readonly rule: 'negated' | 'removed' | 'moved by one';
  readonly text: string;
}

const flips: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
};
const comparisons = new Set([
  ...[ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken, ts.SyntaxKind.LessThanToken],
  ...[ts.SyntaxKind.LessThanEqualsToken, ts.SyntaxKind.GreaterThanToken, ts.SyntaxKind.GreaterThanEqualsToken],
]);
const joins = new Set([ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken]);

function isNot(node: ts.Node): boolean {
  return ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;
}

/** The expression on which a statement or expression decides. */
function decisionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) return node.expression;
  if (ts.isConditionalExpression(node) || ts.isForStatement(node)) return node.condition;
  return undefined;
}

/** Whether the node is a condition: an expression that decides, an operand of and/or, a comparison, or a negation. */
function isCondition(node: ts.Node): node is ts.Expression {
  const { parent } = node;
  if (decisionOf(parent) === node) return true;
  if (ts.isBinaryExpression(parent) && joins.has(parent.operatorToken.kind)) return node !== parent.operatorToken;
  if (isNot(node)) return true;
  return ts.isBinaryExpression(node) && (comparisons.has(node.operatorToken.kind) || joins.has(node.operatorToken.kind));
}

/** A statement that is only a call, awaited or not. */
function isCallAlone(node: ts.Node): boolean {
  if (!ts.isExpressionStatement(node)) return false;
  let inner: ts.Expression = node.expression;
  while (ts.isAwaitExpression(inner) || ts.isVoidExpression(inner)) inner = inner.expression;
  return ts.isCallExpression(inner) && inner.expression.kind !== ts.SyntaxKind.SuperKeyword;
}

function placesAt(node: ts.Node, source: ts.SourceFile): Place[] {
  const places: Place[] = [];
  if (isCallAlone(node)) places.push({ node, rule: 'removed', text: ';' });
  if (isCondition(node)) places.push({ node, rule: 'negated', text: `!(${node.getText(source)})` });
  const flip = ts.isBinaryExpression(node) ? flips[node.operatorToken.kind] : undefined;
  if (flip !== undefined && ts.isBinaryExpression(node))
    places.push({ node, rule: 'moved by one', text: `${node.left.getText(source)} ${flip} ${node.right.getText(source)}` });
  return places;
}

/** Every mutant of a module: each condition negated, each call statement removed, each bound moved by one. */
export function mutantsOf(root: URL, file: string): readonly GeneratedMutant[] {
  const text = readFileSync(new URL(file, root), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants: GeneratedMutant[] = [];
  const visit = (node: ts.Node): void => {
    // Types decide nothing at run time.
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    for (const { node: place, rule, text: put } of placesAt(node, source)) {
      const start = place.getStart(source);
      const line = source.getLineAndCharacterOfPosition(start).line + 1;
      const change = `${rule}: ${place.getText(source).replaceAll(/\s+/g, ' ')}`;
      const edits = [{ file, find: text, replace: text.slice(0, start) + put + text.slice(place.end) }];
      mutants.push({ file, line, change, mutant: { name: `${file}:${String(line)} ${change}`, edits } });
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return mutants;
}
