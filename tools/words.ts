// What people read, held to the words of CONTRIBUTING.md: documents, texts of the console, refusals, notices, mails, the command line.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A word that is not said, or a sentence that is too long. */
export interface WordFault {
  readonly file: string;
  readonly line: number;
  readonly found: string;
  /** What to say instead. */
  readonly say: string;
}

interface NeverSaid {
  readonly never: RegExp;
  readonly say: string;
}

/** The list of CONTRIBUTING.md as patterns. A word between backticks is code, and free. */
export const neverSaid: readonly NeverSaid[] = [
  { never: /\bwhoever\b/i, say: '"people who", "users who" or "you"' },
  { never: /\banew\b/i, say: '"again"' },
  { never: /\bfor ever\b/i, say: '"permanently"' },
  { never: /\bat first use\b/i, say: '"on first use"' },
  { never: /\bstands in\b/i, say: '"is in"' },
  { never: /\blies in\b/i, say: '"is stored in", "is in"' },
  { never: /\bgoes by\b/i, say: '"uses"' },
  { never: /\b(?:is|are|was|were|be|been) told\b/i, say: '"is notified", "learns", "gets"' },
  { never: /\b(?:the models' interface|models' interface)\b/i, say: '"the model API"' },
  { never: /\b(?:an?|the) [a-z-]+ of (?:your|its|their|one's) own\b/i, say: '"your own …", "a separate …"' },
  { never: /\bwas not read\b|\bwere not read\b|\bhas not been read\b/i, say: '"Could not load …"' },
  { never: /\bMend it\b/, say: '"Fix"' },
  {
    never: /没有读到|没有改成|服务器答了|能退多少|每个账号一票|结局|不归属/,
    say: '加载失败、修改失败、服务器返回、可退金额、每个账号权重相同、结果、无',
  },
  { never: /账户/, say: '账号' },
];

/** Places that hold to the list. Add yours when it has no hit; none is taken away. */
export const heldPlaces = {
  markdown: ['*.md', 'docs/*.md', 'docs/kinds/*.md', 'console/*.md', 'server/**/README.md', 'bench/README.md'],
  texts: [
    'console/src/**/*.{ts,tsx}',
    'contract/src/**/*.ts',
    'server/src/{cli,config,mail}/**/*.ts',
    'server/src/service/start/*.ts',
  ],
} as const;

/** What was said at another time stays as it was: records of runs. */
const free: ReadonlySet<string> = new Set(['docs/proofs.md']);

interface Piece {
  readonly line: number;
  readonly text: string;
}

function piecesOfMarkdown(content: string): Piece[] {
  let isCode = false;
  return content.split('\n').flatMap((text, at) => {
    if (/^\s*```/.test(text)) isCode = !isCode;
    return isCode ? [] : [{ line: at + 1, text: text.replaceAll(/`[^`]*`/g, '') }];
  });
}

/** String literals, templates and texts of elements: what a person may read. */
function piecesOfCode(file: string, content: string): Piece[] {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest);
  const pieces: Piece[] = [];
  const visit = (node: ts.Node): void => {
    const isRead =
      ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node) || ts.isJsxText(node);
    if (isRead) {
      const start = node.getStart(source);
      const { line } = source.getLineAndCharacterOfPosition(start);
      pieces.push({
        line: line + 1,
        text: content.slice(start, node.end).replaceAll(/\\?`[^`]*\\?`/g, (code) => (code.includes(' ') ? code : '')),
      });
    } else ts.forEachChild(node, visit);
  };
  visit(source);
  return pieces;
}

/** Every place below `root` that says what is not said. An empty list means that the words hold. */
export function wordFaults(root: string, places: typeof heldPlaces = heldPlaces): WordFault[] {
  const found = (patterns: readonly string[]): string[] =>
    globSync([...patterns], { cwd: root, exclude: ['**/node_modules', '**/*.test.ts', '**/dist'] }).filter(
      (file) => !free.has(file),
    );
  const faults = (file: string, pieces: readonly Piece[]): WordFault[] =>
    pieces.flatMap(({ line, text }) =>
      neverSaid.flatMap(({ never, say }) => {
        const match = never.exec(text);
        return match === null ? [] : [{ file, line, found: match[0], say }];
      }),
    );
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  return [
    ...found(places.markdown).flatMap((file) => faults(file, piecesOfMarkdown(read(file)))),
    ...found(places.texts).flatMap((file) => faults(file, piecesOfCode(file, read(file)))),
  ];
}
