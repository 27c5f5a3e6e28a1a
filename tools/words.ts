// Checks the wording rules of CONTRIBUTING.md in program texts (console, refusals, notices, mails, command line) and in the comments of all
// sources. Sentences in comments can be long. server/test/docs/wording.test.ts checks the documents.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { commentsOf } from './comments.ts';

/** A forbidden phrase that was found. */
export interface WordFault {
  readonly file: string;
  readonly line: number;
  readonly found: string;
  /** The recommended wording. */
  readonly say: string;
}

interface NeverSaid {
  readonly phrase: string;
  readonly never: RegExp;
  readonly say: string;
  /** Whether the phrase is free in texts without Chinese characters, and in comments. */
  readonly inChinese: boolean;
}

/** The rows below this heading are about Chinese alone. */
const chineseHeading = '### In Chinese\n';

/** Reads the table of forbidden words from CONTRIBUTING.md. */
export function neverSaid(page: string): readonly NeverSaid[] {
  const [section = ''] = /^## Words\n[^]*?(?=^## )/m.exec(page) ?? [];
  const chineseFrom = section.indexOf(chineseHeading);
  return [...section.matchAll(/^\| (`[^|]+`) +\| ([^|]+?) +\|$/gm)].flatMap(({ 1: phrases = '', 2: say = '', index }) =>
    phrases.split(', ').map((quoted) => {
      const phrase = quoted.slice(1, -1);
      const inChinese = chineseFrom >= 0 && index > chineseFrom;
      const whole = String.raw`(?<![\w-])${phrase}(?![\w-])`;
      const never = /^[ -~]+$/.test(phrase) ? new RegExp(whole, inChinese ? '' : 'i') : new RegExp(phrase);
      return { phrase, say, never, inChinese };
    }),
  );
}

const han = /\p{Script=Han}/u;

/** A text without what it quotes: code, and the names of menus. */
function unquoted(text: string): string {
  return text.replaceAll(/`[^`]*`|“[^”]*”/g, '“”');
}

function isSaid({ never, inChinese }: NeverSaid, text: string): boolean {
  return inChinese ? han.test(text) && never.test(unquoted(text)) : never.test(text);
}

const places = ['{console,contract,server}/src/**/*.{ts,tsx}', 'server/*.mjs', 'server/test/docs/*-{table,texts}.ts'];

/** Schema steps, because released text must not change. */
const released = ['server/src/**/*-schema.ts', 'server/src/storage/steps/**', 'server/src/service/database/schema-changes.ts'];

const commented = ['{console,contract,server}/{src,test}/**/*.{ts,tsx}', '{tools,bench}/**/*.ts', 'server/*.mjs'];

/** Matches a code, a path, or the name of a field or file, which is not text. */
const isCode = /^['"`][\w.:/-]*['"`]$/;

interface Text {
  readonly line: number;
  /** As in the source, with quotes, but no backticks around it, and without inserted values. */
  readonly written: string;
  /** Whether the text is below a property `zh`, which Chinese pages show. */
  readonly chinese: boolean;
}

/** String literals, templates and texts of elements that people may read. */
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
      const written = content
        .slice(start, node.end)
        .replaceAll(/\$\{[^}]*\}/g, '…')
        .replaceAll(/^`|`$/g, "'");
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

/** A sentence with more words needs a second reading. */
const sentenceWordsMax = 30;
/** The same limit for Chinese, in characters. */
const sentenceCharactersMax = 60;
const query = /\b(?:create|select|update|insert|delete|with|redis)\b|xmlns=/i;
const englishWords = /^(?!.?curl ).*[a-z]{2,} [a-z]{2,} [a-z]{2,}/is;
const halfWidth = /\p{Script=Han}["']?[,;:!?(](?!\d)/u;
const unspaced = /\p{Script=Han}[A-Za-z0-9]|(?<!\\)[A-Za-z0-9]\p{Script=Han}/u;

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
    ...prose
      .split(/[。！？；\n]/)
      .filter((sentence) => (sentence.match(/\p{Script=Han}/gu)?.length ?? 0) > sentenceCharactersMax)
      .map((sentence) => ({ found: sentence, say: `it in at most ${String(sentenceCharactersMax)} characters` })),
    ...(chinese && !han.test(prose) && englishWords.test(prose) ? [{ found: prose, say: 'it in Chinese' }] : []),
    ...(halfWidth.test(unquoted(written)) ? [{ found: written, say: 'it with Chinese punctuation' }] : []),
    ...(unspaced.test(unquoted(written))
      ? [{ found: written, say: 'it with a space between Chinese and Latin characters' }]
      : []),
  ];
}

/** Comments with a forbidden phrase. Parses only files that contain one. */
function commentFaults(root: string, all: readonly NeverSaid[]): WordFault[] {
  const words = all.filter(({ inChinese }) => !inChinese);
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
 * All forbidden phrases in texts and comments below `root`, all sentences that are too long, and all English texts on Chinese pages. An
 * empty list means that the check passes.
 */
export function wordFaults(root: string, words: readonly NeverSaid[]): WordFault[] {
  const said = globSync(places, { cwd: root, exclude: ['**/node_modules', '**/*.test.ts', ...released] }).flatMap((file) =>
    textsOf(file, readFileSync(join(root, file), 'utf8')).flatMap((text) => [
      ...words
        .filter((word) => isSaid(word, text.written))
        .map(({ phrase, say }) => ({ file, line: text.line, found: phrase, say })),
      ...sentenceFaults(text).map((fault) => ({ file, line: text.line, ...fault })),
    ]),
  );
  return [...said, ...commentFaults(root, words)];
}
