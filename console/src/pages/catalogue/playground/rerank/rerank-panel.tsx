import { defineTexts, useTexts } from '../../../../i18n/texts.ts';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import { callGateway } from '../calls/call-gateway.ts';
import { codeSamples } from '../code/code-samples.ts';
import { useKept } from '../kept.ts';
import { linesOf, LongText } from '../long-text.tsx';
import { tokensOf } from '../price/estimate.ts';
import { PricePreview } from '../price/price-preview.tsx';
import { RunForm } from '../runs/run-form.tsx';
import { RunResult } from '../runs/run-result.tsx';
import { runners, useOwnRun } from '../runs/run.ts';
import '../runs/runs.css';
import { texts as pageTexts } from '../texts.ts';
import { readWhole, WholeNumberField } from '../whole-number-field.tsx';
import { Workbench, type Bench } from '../workbench.tsx';

const texts = defineTexts({
  zh: {
    query: '查询',
    queryExample: '企鹅生活在哪里？',
    documents: '文档，每行一篇',
    documentsExample: '面包在烤箱里烤成。\n企鹅生活在南极洲的海岸。\n帝企鹅在冰面上繁殖。',
    documentsHint: '最多 1,000 篇。',
    verb: '排序',
    topN: 'top_n',
    topNHint: '留空返回全部文档。',
    ranking: '排序结果',
  },
  en: {
    query: 'Query',
    queryExample: 'Where do penguins live?',
    documents: 'Documents, one per line',
    documentsExample:
      'Bread is baked in an oven.\nPenguins live on the coasts of Antarctica.\nEmperor penguins breed on the ice.',
    documentsHint: 'Up to 1,000.',
    verb: 'Rank',
    topN: 'top_n',
    topNHint: 'If empty, all documents are returned.',
    ranking: 'Ranking',
  },
});

interface Ranked {
  readonly index: number;
  readonly score: number;
  readonly text: string;
}

const runnerOf = runners<readonly Ranked[]>();
const documentsMax = 1_000;

interface RerankAnswer {
  readonly results: readonly { readonly index: number; readonly relevance_score: number }[];
}

/** Sorts documents by how well they answer a query. */
export default function RerankPanel({ bench }: { readonly bench: Bench }) {
  const t = useTexts(texts);
  const { parameters } = useTexts(pageTexts);
  const { caller, model } = bench;
  const { runner, run } = useOwnRun(runnerOf, caller.accountId);
  const [given, change] = useKept('rerank', { query: t.queryExample, documents: t.documentsExample, topN: '' });
  const documents = linesOf(given.documents, documentsMax);
  const topN = readWhole(given.topN);
  const body = { model: model.name, query: given.query, documents, ...(typeof topN === 'number' ? { top_n: topN } : {}) };
  const start = (): void => {
    runner.start({
      keyId: caller.keyId,
      ask: (signal) => callGateway(caller, { path: '/rerank', body, signal }),
      read: (answer) =>
        (answer as RerankAnswer).results.map(({ index, relevance_score: score }) => ({
          index,
          score,
          text: documents[index] ?? '',
        })),
    });
  };
  const tokens = documents.reduce((sum, text) => sum + tokensOf(text) + tokensOf(given.query), 0);
  const searches = Math.max(1, Math.ceil(documents.length / 100));
  const amounts = [
    { quantity: 'input', count: tokens },
    { quantity: 'search_unit', count: searches },
  ];
  const side = (
    <>
      <PricePreview model={model} amounts={amounts} />
      <Sheet title={parameters} isPadded>
        <WholeNumberField
          label={t.topN}
          hint={t.topNHint}
          value={given.topN}
          onChange={(next) => {
            change({ topN: next });
          }}
        />
      </Sheet>
    </>
  );
  return (
    <Workbench side={side} samples={(base) => codeSamples(base, { path: '/rerank', body })}>
      <RunForm
        isRunning={run.state === 'running'}
        mayRun={documents.length > 0 && given.query.trim() !== '' && topN !== undefined}
        verb={t.verb}
        onRun={start}
        onStop={runner.stop}
      >
        <TextField
          label={t.query}
          value={given.query}
          onChange={(query) => {
            change({ query });
          }}
        />
        <LongText
          label={t.documents}
          hint={t.documentsHint}
          rows={6}
          value={given.documents}
          onChange={(next) => {
            change({ documents: next });
          }}
        />
      </RunForm>
      <RunResult accountId={caller.accountId} run={run} onRetry={start}>
        {(ranked) => <Ranking ranked={ranked} />}
      </RunResult>
    </Workbench>
  );
}

function Ranking({ ranked }: { readonly ranked: readonly Ranked[] }) {
  const t = useTexts(texts);
  return (
    <ol className="ranked" aria-label={t.ranking}>
      {ranked.map(({ index, score, text }, place) => (
        <li key={String(index)}>
          <span className="quiet">{place + 1}</span>
          <span className="score">
            {score.toFixed(4)}
            <span className="bar" aria-hidden="true">
              <span style={{ width: `${String(Math.round(score * 100))}%` }} />
            </span>
          </span>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
