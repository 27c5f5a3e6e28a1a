// Checks the words of CONTRIBUTING.md in the program's texts (console, refusals, notices, mails, the command line) and in the comments of all
// sources, whose sentences may be long. server/test/docs/wording.test.ts checks the documents.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { commentsOf } from './comments.ts';

/** A phrase that is not said. */
export interface WordFault {
  readonly file: string;
  readonly line: number;
  readonly found: string;
  /** The replacement. */
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

const commented = ['{console,contract,server}/{src,test}/**/*.{ts,tsx}', '{tools,bench}/**/*.ts', 'server/*.mjs'];

/** A code, a path, a name of a field or a file: no text. */
const isCode = /^['"`][\w.:/-]*['"`]$/;

interface Text {
  readonly line: number;
  /** As the source has it, with its quotes, without the values it shows. */
  readonly written: string;
  /** Below a property `zh`: what Chinese pages show. */
  readonly chinese: boolean;
}

/** String literals, templates and texts of elements: what a person may read. */
function textsOf(file: string, content: string): readonly Text[] {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest);
  const texts: Text[] = [];
  const visit = (node: ts.Node, chinese: boolean): void => {
    if (
      ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateExpression(node) ||
      ts.isJsxText(node)
    ) {
      const start = node.getStart(source);
      const written = content.slice(start, node.end).replaceAll(/\$\{[^}]*\}/g, '…');
      if (!isCode.test(written)) texts.push({ line: source.getLineAndCharacterOfPosition(start).line + 1, written, chinese });
      if (!ts.isTemplateExpression(node)) return;
    }
    const inZh =
      (chinese && !ts.isCallExpression(node)) ||
      (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === 'zh');
    ts.forEachChild(node, (child) => {
      visit(child, inZh);
    });
  };
  visit(source, false);
  return texts;
}

/** More words than these in a sentence need a second reading. */
const sentenceWordsMax = 30;
const query = /\b(?:create|select|update|insert|delete|with|redis)\b/i;
const englishWords = /^(?!.?curl ).*[a-z]{2,} [a-z]{2,} [a-z]{2,}/is;

function sentenceFaults({ written, chinese }: Text): readonly Omit<WordFault, 'file' | 'line'>[] {
  const prose = written.replaceAll(/`[^`]*`/g, 'X');
  const long = prose
    .split(/(?<=[.!?:]) (?=[A-Z[(*])|\n/)
    .filter(
      (sentence) =>
        sentence.split(/\s+/).filter((word) => /[a-z]/i.test(word)).length > sentenceWordsMax && !query.test(sentence),
    );
  return [
    ...long.map((sentence) => ({ found: sentence, say: `it in at most ${String(sentenceWordsMax)} words` })),
    ...(chinese && !/\p{Script=Han}/u.test(prose) && englishWords.test(prose) ? [{ found: prose, say: 'it in Chinese' }] : []),
  ];
}

/** Comments that have a phrase of the list. Only files in which one may be are parsed. */
function commentFaults(root: string, words: readonly NeverSaid[]): WordFault[] {
  const anywhere = new RegExp(words.map(({ never }) => never.source.replaceAll(' ', String.raw`[\s/*]+`)).join('|'), 'i');
  return globSync(commented, { cwd: root, exclude: ['**/node_modules'] }).flatMap((file) => {
    const content = readFileSync(join(root, file), 'utf8');
    if (!anywhere.test(content)) return [];
    return commentsOf(file, content).flatMap(({ line, text }) =>
      words.filter(({ never }) => never.test(text)).map(({ phrase, say }) => ({ file, line, found: phrase, say })),
    );
  });
}

/**
 * Every forbidden phrase in texts and comments below `root`, every sentence of a text that is too long, and every English text of a Chinese
 * page. An empty list means that the check passes.
 */
export function wordFaults(root: string, words: readonly NeverSaid[]): WordFault[] {
  const said = globSync(places, { cwd: root, exclude: ['**/node_modules', '**/*.test.ts', ...released] }).flatMap((file) =>
    textsOf(file, readFileSync(join(root, file), 'utf8')).flatMap((text) => [
      ...words
        .filter(({ never }) => never.test(text.written))
        .map(({ phrase, say }) => ({ file, line: text.line, found: phrase, say })),
      ...sentenceFaults(text).map((fault) => ({ file, line: text.line, ...fault })),
    ]),
  );
  return [...said, ...commentFaults(root, words)];
}
