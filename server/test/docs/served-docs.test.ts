/**
 * Goal: the pages for users of the API are complete in both languages, and their links work.
 *
 * Method: the trees from which the console is built, and its search. `console/browser/docs.test.ts` checks their appearance.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { docPages, docsFiles, listedDocs } from '../../../console/docs-tree.ts';
import { searchDocs } from '../../../console/src/pages/site/guides/docs/docs-search.ts';
import { textOfBlocks, textOfWords } from '../../../console/src/pages/site/guides/docs/doc-page.ts';
import { entriesOfPages } from '../../../console/src/pages/site/guides/docs/search-entries.ts';
import { codeOf, headingDepths, withCodeOf } from './translated-pages.ts';

const root = join(import.meta.dirname, '../../..');
const languages = ['zh', 'en'] as const;

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

test('both languages have the same pages in the same order, each with a name and the question that it answers', () => {
  const [zh, en] = [docPages('zh'), docPages('en')];
  assert.ok(en.length > 10, 'the pages are no longer seen');
  assert.deepEqual(
    zh.map(({ path }) => path),
    en.map(({ path }) => path),
  );
  assert.deepEqual(
    listedDocs('zh').map(({ path }) => path),
    en.map(({ path }) => path),
  );
  for (const { path, name, question } of [...zh, ...en]) assert.ok(name !== '' && /[?？]$/.test(question), path);
});

test('a Chinese page has the headings of its English twin, and the same code', () => {
  const twins = globSync('**/*.md', { cwd: join(root, 'docs/zh') }).filter((name) => name !== 'README.md');
  assert.equal(twins.length, docPages('en').length);
  for (const name of twins) {
    const [zh, en] = [read(`docs/zh/${name}`), read(`docs/${name}`)];
    assert.deepEqual(headingDepths(zh), headingDepths(en), name);
    assert.deepEqual(codeOf(zh), codeOf(en), name);
  }
});

test('code that a Chinese page lacks, or has too much of, is reported and not guessed at', () => {
  const block = (code: string) => `\`\`\`sh\n${code}\n\`\`\``;
  assert.equal(withCodeOf(`一\n\n${block('old')}\n`, `One\n\n${block('new $1')}\n`), `一\n\n${block('new $1')}\n`);
  assert.throws(() => withCodeOf('一\n', `One\n\n${block('new')}\n`));
});

for (const language of languages) {
  test(`every page in ${language} begins with what it is for, and nothing in it is empty`, () => {
    for (const { path, sections } of docPages(language)) {
      const [first] = sections;
      assert.ok(first?.id === '' && first.depth === 1, path);
      assert.match(textOfBlocks(first.blocks), language === 'zh' ? /^本页/ : /^This page /, path);
      for (const { title, blocks } of sections) assert.ok(textOfWords(title) !== '' && blocks.length > 0, path);
    }
  });

  test(`every link in ${language} leads to a heading that is there, and anchors are those of the English page`, () => {
    const pages = docPages(language);
    const anchors = new Map(pages.map(({ path, sections }) => [`/docs/${path}`, sections.map(({ id }) => id)]));
    const english = new Map(docPages('en').map(({ path, sections }) => [`/docs/${path}`, sections.map(({ id }) => id)]));
    assert.deepEqual(anchors, english);
    let links = 0;
    for (const { path, sections } of pages) {
      assert.equal(new Set(sections.map(({ id }) => id)).size, sections.length, `${path} has an anchor twice`);
      for (const [, to = ''] of JSON.stringify(sections).matchAll(/"to":"([^"]*)"/g)) {
        const [page = '', anchor = ''] = to.split('#');
        assert.ok(anchors.get(page)?.includes(anchor), `${path} links to ${to}`);
        links += 1;
      }
    }
    assert.ok(links > 15, 'the links are no longer seen');
  });

  test(`the search in ${language} finds a phrase of every section, whatever its letters' case`, () => {
    const entries = entriesOfPages(docPages(language));
    for (const entry of entries) {
      const text = entry.text.replaceAll(/\s+/g, ' ');
      const middle = Math.floor(text.length / 2);
      const phrase = `${entry.title} ${text.slice(middle, middle + 24)}`;
      const hits = searchDocs(entries, phrase.toUpperCase());
      assert.ok(
        hits.some((hit) => hit.entry.to === entry.to),
        `${entry.to}: ${phrase}`,
      );
    }
  });
}

test('the search ranks titles above texts, shows where a word was found, and takes any words', () => {
  const entry = (title: string, text: string) => ({ to: `/docs/${title}`, page: 'Page', title, text });
  const entries = [entry('One', 'about caps of keys'), entry('Caps', 'a limit'), entry('Other', 'nothing')];
  const hits = searchDocs(entries, '  cApS ');
  assert.deepEqual(
    hits.map(({ entry: { title } }) => title),
    ['Caps', 'One'],
  );
  assert.deepEqual(hits[1]?.excerpt, ['about ', 'caps', ' of keys']);
  for (const odd of ['', ' ', '.*', '[', '\\', '<img src=x>', 'a'.repeat(100_000), 'a '.repeat(100_000)])
    assert.deepEqual(searchDocs(entries, odd).slice(3), [], odd.slice(0, 20));
});

test('a change of any page is a reason to build the console again', () => {
  const files = docsFiles();
  for (const { path } of docPages('en')) assert.ok(files.includes(`docs/${path}.md`) && files.includes(`docs/zh/${path}.md`));
  assert.ok(files.includes('docs/README.md') && files.includes('docs/zh/README.md'));
});
