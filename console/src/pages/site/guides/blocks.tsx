import { errorCatalogue, isErrorCode } from '@tollgate/contract/errors';
import type { ReactNode } from 'react';
import { clientAddresses } from '../../../api/client-addresses.ts';
import { useErrorWords } from '../../../components/calls/error-words.ts';
import { chatSamples } from '../../../components/catalogue/chat-samples.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { defineTexts, useTexts } from '../../../i18n/texts.ts';
import { Code, CodeTabs } from '../../../ui/code-tabs.tsx';
import { HttpStatus } from '../../../ui/states/status-word.tsx';
import { filled, type Filled } from './filled.ts';
import { modelsSamples, streamSamples } from './samples.ts';
import type { Block } from './topic.ts';

const texts = defineTexts({
  zh: {
    regions: { domestic: '境内', overseas: '境外' },
    question: '用一句话解释网关',
    status: '状态',
    code: '错误码',
    cause: '原因',
    remedy: '处理办法',
  },
  en: {
    regions: { domestic: 'China', overseas: 'Overseas' },
    question: 'Explain a gateway in one line',
    status: 'Status',
    code: 'Code',
    cause: 'Cause',
    remedy: 'What to do',
  },
});

/** A model that exists in every installation. */
const model = 'sandbox/chat';

const marked = /`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g;

/** Renders code between backticks and links in brackets. */
function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(marked)) {
    const [whole, code, label, to = ''] = match;
    parts.push(text.slice(end, match.index));
    parts.push(
      code === undefined ? (
        <AppLink key={match.index} to={to}>
          {label}
        </AppLink>
      ) : (
        <code key={match.index}>{code}</code>
      ),
    );
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}

function Table({ rows, ...facts }: Filled & { readonly rows: readonly (readonly string[])[] }) {
  const [head = [], ...body] = rows;
  return (
    <div className="guide-table" role="group" tabIndex={0} aria-label={head.join(' · ')}>
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row) => (
            <tr key={row.join()}>
              {row.map((cell) => (
                <td key={cell}>{inline(filled(cell, facts))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Errors() {
  const t = useTexts(texts);
  const wordsOf = useErrorWords();
  const codes = Object.keys(errorCatalogue).filter(isErrorCode);
  const inOrder = codes.toSorted((a, b) => errorCatalogue[a].status - errorCatalogue[b].status);
  return (
    <div className="guide-table" role="group" tabIndex={0} aria-label={t.code}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.status}</th>
            <th scope="col">{t.code}</th>
            <th scope="col">{t.cause}</th>
            <th scope="col">{t.remedy}</th>
          </tr>
        </thead>
        <tbody>
          {inOrder.map((code) => {
            const words = wordsOf(code);
            return (
              <tr key={code} id={code}>
                <td>
                  <HttpStatus status={errorCatalogue[code].status} />
                </td>
                <td>
                  <code>{code}</code>
                </td>
                <td>{words?.cause ?? errorCatalogue[code].message}</td>
                <td>{words?.remedy}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Addresses() {
  const t = useTexts(texts);
  const addresses = clientAddresses();
  return (
    <ul>
      {addresses.map(({ region, base }) => (
        <li key={base}>
          {addresses.length === 1 ? null : `${t.regions[region]} `}
          <code>{base}</code>
        </li>
      ))}
    </ul>
  );
}

function OneBlock({ block, ...facts }: Filled & { readonly block: Block }) {
  const t = useTexts(texts);
  if (typeof block === 'string') return <p>{inline(filled(block, facts))}</p>;
  if ('code' in block) return <Code code={filled(block.code, facts)} name={block.name} />;
  if ('table' in block) return <Table rows={block.table} {...facts} />;
  if ('errors' in block) return <Errors />;
  if ('addresses' in block) return <Addresses />;
  if ('samples' in block) {
    const { base } = facts;
    const asked = { base, model, question: t.question };
    const samples = { chat: chatSamples(asked), stream: streamSamples(asked), models: modelsSamples(base) }[block.samples];
    return <CodeTabs samples={samples} isSmall />;
  }
  const items = 'list' in block ? block.list : block.steps;
  const rows = items.map((item) => <li key={item}>{inline(filled(item, facts))}</li>);
  return 'list' in block ? <ul>{rows}</ul> : <ol>{rows}</ol>;
}

/** The content of a section of a guide. */
export function Blocks({ blocks, ...facts }: Filled & { readonly blocks: readonly Block[] }) {
  return blocks.map((block, index) => <OneBlock key={String(index)} block={block} {...facts} />);
}
