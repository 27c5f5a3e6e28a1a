// What the program says, held to the words of CONTRIBUTING.md: texts of the console, refusals, notices, mails, the command line.
// Documents are held to them by server/test/docs/wording.test.ts.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A phrase that is not said. */
export interface WordFault {
  readonly file: string;
  readonly line: number;
  readonly found: string;
  /** What to say instead. */
  readonly say: string;
}

interface NeverSaid {
  readonly phrase: string;
  readonly never: RegExp;
  readonly say: string;
}

/** The table of words in CONTRIBUTING.md. */
export function neverSaid(page: string): readonly NeverSaid[] {
  const [section = ''] = /^## Words\n[^]*?(?=^## )/m.exec(page) ?? [];
  return [...section.matchAll(/^\| (`[^|]+`) +\| ([^|]+?) +\|$/gm)].flatMap(([, phrases = '', say = '']) =>
    phrases.split(', ').map((quoted) => {
      const phrase = quoted.slice(1, -1);
      return { phrase, say, never: /^[ -~]+$/.test(phrase) ? new RegExp(String.raw`\b${phrase}\b`, 'i') : new RegExp(phrase) };
    }),
  );
}

const places = ['{console,contract,server}/src/**/*.{ts,tsx}', 'server/*.mjs'];

/** The steps of the schema: released text does not change. */
const released = ['server/src/**/*-schema.ts', 'server/src/storage/steps/**', 'server/src/service/database/schema-changes.ts'];

/** A code, a path, a name of a field or a file: no text. */
const isCode = /^['"`][\w.:/-]*['"`]$/;

/** String literals, templates and texts of elements: what a person may read. */
function textsOf(file: string, content: string): readonly (readonly [line: number, text: string])[] {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest);
  const texts: (readonly [number, string])[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateExpression(node) ||
      ts.isJsxText(node)
    ) {
      const start = node.getStart(source);
      const text = content.slice(start, node.end);
      if (!isCode.test(text)) texts.push([source.getLineAndCharacterOfPosition(start).line + 1, text]);
    } else ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** Every text below `root` that says what is not said. An empty list means that the words hold. */
export function wordFaults(root: string, words: readonly NeverSaid[]): WordFault[] {
  return globSync(places, { cwd: root, exclude: ['**/node_modules', '**/*.test.ts', ...released] }).flatMap((file) =>
    textsOf(file, readFileSync(join(root, file), 'utf8')).flatMap(([line, text]) =>
      words.filter(({ never }) => never.test(text)).map(({ phrase, say }) => ({ file, line, found: phrase, say })),
    ),
  );
}
