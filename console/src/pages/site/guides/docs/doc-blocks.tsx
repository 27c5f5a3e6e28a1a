import type { ReactNode } from 'react';
import { AppLink } from '../../../../components/links/app-link.tsx';
import { useTexts } from '../../../../i18n/texts.ts';
import { paths } from '../../../../paths.ts';
import type { CodeSample } from '../../../../ui/code-sample.ts';
import { Code, CodeTabs } from '../../../../ui/code-tabs.tsx';
import { docsTexts } from '../docs-texts.ts';
import { textOfWords, type DocBlock, type Inline } from './doc-page.ts';
import { withOwnAddress } from './own-address.ts';

/** Names that differ from those in the pages by more than capitals; `JSON`, `TOML` and `YAML` do not. */
const languageNames: Readonly<Record<string, string>> = { bash: 'Shell', python: 'Python', js: 'Node.js', go: 'Go' };

/** The output of the preceding examples, or a formula, which has no language. */
function Plain({ code, language }: { readonly code: string; readonly language: string }) {
  const t = useTexts(docsTexts);
  return <Code code={withOwnAddress(code)} name={language === '' ? t.formula : t.output} />;
}

function sampleOf({ code, language }: { readonly code: string; readonly language: string }): CodeSample {
  const name =
    language === 'sh' ? (/^curl /m.test(code) ? 'curl' : 'Shell') : (languageNames[language] ?? language.toUpperCase());
  return { name, code: withOwnAddress(code) };
}

function Link({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const isOfConsole = to.startsWith('/') && to !== paths.reference;
  if (isOfConsole) return <AppLink to={to}>{children}</AppLink>;
  return (
    <a href={to} rel="noreferrer">
      {children}
    </a>
  );
}

/** Text with code, links and emphasis. */
export function Words({ words }: { readonly words: readonly Inline[] }) {
  return words.map((one, at) => {
    const key = String(at);
    if (typeof one === 'string') return one;
    if ('code' in one) return <code key={key}>{withOwnAddress(one.code)}</code>;
    if ('strong' in one)
      return (
        <strong key={key}>
          <Words words={one.strong} />
        </strong>
      );
    if ('em' in one)
      return (
        <em key={key}>
          <Words words={one.em} />
        </em>
      );
    return (
      <Link key={key} to={one.to}>
        <Words words={one.link} />
      </Link>
    );
  });
}

type Table = Extract<DocBlock, { readonly head: unknown }>;

function DocTable({ head, rows }: Table) {
  return (
    <div className="guide-table" role="group" tabIndex={0} aria-label={head.map(textOfWords).join(' · ')}>
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={String(at)} scope="col">
                <Words words={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={String(line)}>
              {row.map((cell, at) => (
                <td key={String(at)}>
                  <Words words={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Block({ block }: { readonly block: DocBlock }) {
  if ('words' in block)
    return (
      <p>
        <Words words={block.words} />
      </p>
    );
  if ('code' in block)
    return block.language === 'text' || block.language === '' ? <Plain {...block} /> : <Code {...sampleOf(block)} />;
  if ('samples' in block) return <Samples samples={block.samples.map(sampleOf)} />;
  if ('head' in block) return <DocTable {...block} />;
  const items = block.items.map((item, at) => (
    <li key={String(at)}>
      {item.map((inside, order) =>
        'words' in inside ? <Words key={String(order)} words={inside.words} /> : <Block key={String(order)} block={inside} />,
      )}
    </li>
  ));
  return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

function Samples({ samples }: { readonly samples: readonly CodeSample[] }) {
  const [only, second] = samples;
  return only !== undefined && second === undefined ? <Code {...only} /> : <CodeTabs samples={samples} isSmall />;
}

/** The content below a heading of a documentation page. */
export function DocBlocks({ blocks }: { readonly blocks: readonly DocBlock[] }) {
  return blocks.map((block, at) => <Block key={String(at)} block={block} />);
}
