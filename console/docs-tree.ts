// Reads the pages of docs/ that people who call models need, in both languages, for the console to show.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import {
  textOfWords,
  type DocBlock,
  type DocName,
  type DocPage,
  type DocSection,
  type Inline,
} from './src/pages/site/guides/docs/doc-page.ts';

export type DocsLanguage = 'zh' | 'en';

const root = join(import.meta.dirname, '..');
const folders: Readonly<Record<DocsLanguage, string>> = { en: 'docs', zh: 'docs/zh' };
/** Where the reference is; pages name it so. */
const elsewhere: Readonly<Record<string, string>> = { '/docs/api': '/docs/api' };
/** Blocks of these languages that follow each other say the same. */
const sampleLanguages: readonly string[] = ['sh', 'python', 'js', 'go'];

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** The first table of docs/README.md is the list of these pages. */
export function listedDocs(language: DocsLanguage): readonly DocName[] {
  const table = lexer(read(`${folders[language]}/README.md`)).find((token): token is Tokens.Table => token.type === 'table');
  return (table?.rows ?? []).map(([page, question]) => {
    const link = page?.tokens.find((token): token is Tokens.Link => token.type === 'link');
    return { path: link?.href.replace(/\.md$/, '') ?? '', name: link?.text ?? '', question: question?.text ?? '' };
  });
}

/** Every file that the pages come from: who builds asks whether one of them has changed. */
export function docsFiles(): readonly string[] {
  return [folders.en, folders.zh].flatMap((folder) => [
    `${folder}/README.md`,
    ...listedDocs('en').map(({ path }) => `${folder}/${path}.md`),
  ]);
}

/** The anchor of a heading, as readers of Markdown make it. */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** The second of two equal anchors ends with -1. */
function withoutTwins(slugs: readonly string[]): readonly string[] {
  return slugs.map((slug, at) => {
    const before = slugs.slice(0, at).filter((other) => other === slug).length;
    return before === 0 ? slug : `${slug}-${String(before)}`;
  });
}

type Resolve = (href: string) => string | null;

function inlineOf(tokens: readonly Token[], resolve: Resolve): readonly Inline[] {
  return tokens.flatMap((token): readonly Inline[] => {
    switch (token.type) {
      case 'codespan':
        return [{ code: (token as Tokens.Codespan).text }];
      case 'strong':
        return [{ strong: inlineOf((token as Tokens.Strong).tokens, resolve) }];
      case 'em':
        return [{ em: inlineOf((token as Tokens.Em).tokens, resolve) }];
      case 'link': {
        const { href, tokens: inside } = token as Tokens.Link;
        const to = resolve(href);
        return to === null ? inlineOf(inside, resolve) : [{ link: inlineOf(inside, resolve), to }];
      }
      case 'text': {
        const { tokens: inside, text } = token as Tokens.Text;
        return inside === undefined ? [text.replaceAll('\n', ' ')] : inlineOf(inside, resolve);
      }
      default:
        return [(token as Tokens.Escape).text];
    }
  });
}

function blockOf(token: Token, resolve: Resolve): readonly DocBlock[] {
  switch (token.type) {
    case 'paragraph':
    case 'text':
      return [{ words: inlineOf((token as Tokens.Paragraph).tokens, resolve) }];
    case 'list': {
      const { items, ordered } = token as Tokens.List;
      return [{ items: items.map(({ tokens }) => blocksOf(tokens, resolve)), isOrdered: ordered }];
    }
    case 'code': {
      const { text, lang = '' } = token as Tokens.Code;
      return [{ code: text, language: lang }];
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: readonly Tokens.TableCell[]) => row.map(({ tokens }) => inlineOf(tokens, resolve));
      return [{ head: cells(header), rows: rows.map(cells) }];
    }
    default:
      return [];
  }
}

function isSample(block: DocBlock | undefined): block is Extract<DocBlock, { readonly language: string }> {
  return block !== undefined && 'language' in block && sampleLanguages.includes(block.language);
}

/** Blocks with samples in several languages put together. */
function withSamples(blocks: readonly DocBlock[]): readonly DocBlock[] {
  const result: DocBlock[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (!isSample(block)) result.push(block);
    else if (last !== undefined && 'samples' in last && last.samples.every(({ language }) => language !== block.language))
      result[result.length - 1] = { samples: [...last.samples, block] };
    else result.push({ samples: [block] });
  }
  return result;
}

function blocksOf(tokens: readonly Token[], resolve: Resolve): readonly DocBlock[] {
  return withSamples(tokens.flatMap((token) => blockOf(token, resolve)));
}

/** Headings of a page with their own anchors and those of the English page, which both languages have. */
function anchorsOf(path: string): Readonly<Record<DocsLanguage, ReadonlyMap<string, string>>> {
  const titles = (language: DocsLanguage): readonly string[] =>
    withoutTwins(
      lexer(textOf(path, language))
        .filter((token): token is Tokens.Heading => token.type === 'heading')
        .map(({ tokens }) => slugOf(textOfWords(inlineOf(tokens, () => null)))),
    );
  const english = titles('en');
  const mapOf = (own: readonly string[]) => new Map(own.map((slug, at) => [slug, at === 0 ? '' : (english[at] ?? slug)]));
  return { en: mapOf(english), zh: mapOf(titles('zh')) };
}

function textOf(path: string, language: DocsLanguage): string {
  return read(`${folders[language]}/${path}.md`).replaceAll(/^<!--[^]*?-->\n/gm, '');
}

type Anchors = ReturnType<typeof anchorsOf>;

/** Where a link of a page leads in the console; null where only the repository has that page. */
function resolver(from: string, language: DocsLanguage, anchors: ReadonlyMap<string, Anchors>): Resolve {
  return (href) => {
    if (/^https?:/.test(href)) return href;
    const [file = '', slug = ''] = href.split('#');
    if (elsewhere[file] !== undefined) return elsewhere[file];
    const path = file === '' ? from : posix.join(posix.dirname(from), file).replace(/\.md$/, '');
    const there = anchors.get(path)?.[language];
    if (there === undefined) return null;
    const id = slug === '' ? '' : (there.get(decodeURIComponent(slug)) ?? slug);
    return `/docs/${path}${id === '' ? '' : `#${id}`}`;
  };
}

function sectionsOf(tokens: readonly Token[], ids: readonly string[], resolve: Resolve): readonly DocSection[] {
  const sections: DocSection[] = [];
  const starts = tokens.flatMap((token, at) => (token.type === 'heading' ? [at] : []));
  for (const [order, start] of starts.entries()) {
    const { depth, tokens: title } = tokens[start] as Tokens.Heading;
    const blocks = blocksOf(tokens.slice(start + 1, starts[order + 1]), resolve);
    sections.push({ id: ids[order] ?? '', depth, title: inlineOf(title, resolve), blocks });
  }
  return sections;
}

/** The pages in one language, in the order of the index. */
export function docPages(language: DocsLanguage): readonly DocPage[] {
  const listed = listedDocs(language).filter(({ path }) => existsSync(join(root, folders[language], `${path}.md`)));
  const anchors = new Map(listed.map(({ path }) => [path, anchorsOf(path)]));
  return listed.map((page) => {
    const ids = [...(anchors.get(page.path)?.[language].values() ?? [])];
    const resolve = resolver(page.path, language, anchors);
    return { ...page, sections: sectionsOf(lexer(textOf(page.path, language)), ids, resolve) };
  });
}
