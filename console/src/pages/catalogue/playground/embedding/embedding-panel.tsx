import { defineTexts, useTexts } from '../../../../i18n/texts.ts';
import { countText } from '../../../../ui/number-text.ts';
import { Sheet } from '../../../../ui/sheet.tsx';
import { callGateway } from '../calls/call-gateway.ts';
import { embeddingCalls } from '../code/client-calls.ts';
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
import { similarities, type Vectors } from './similarities.ts';

const texts = defineTexts({
  zh: {
    lines: '文本，每行一段',
    linesHint: '最多比较 20 行：两两的余弦相似度，越接近 1 越相近。',
    example: '退款多久到账？\n钱什么时候能退回来？\n今天上海下雨。',
    verb: '计算相似度',
    dimensions: 'dimensions',
    dimensionsHint: '留空使用模型的默认维数。',
    tokens: (n: string) => `约 ${n} token`,
    found: (n: number, size: number) => `${String(n)} 个向量，每个 ${String(size)} 维`,
    matrix: '两两相似度',
  },
  en: {
    lines: 'Texts, one per line',
    linesHint: 'Compares up to 20 lines by cosine similarity; values near 1 mean similar.',
    example: 'When does my refund arrive?\nHow long until I get my money back?\nIt rains in Shanghai today.',
    verb: 'Compare',
    dimensions: 'dimensions',
    dimensionsHint: 'If empty, the model default applies.',
    tokens: (n: string) => `about ${n} tokens`,
    found: (n: number, size: number) => `${String(n)} vectors of ${String(size)} dimensions`,
    matrix: 'Pairwise similarity',
  },
});

interface Compared {
  readonly lines: readonly string[];
  readonly vectors: Vectors;
}

const runnerOf = runners<Compared>();
const linesMax = 20;

interface EmbeddingAnswer {
  readonly data: readonly { readonly index: number; readonly embedding: readonly number[] }[];
}

function vectorsOf(body: unknown): Vectors {
  const { data } = body as EmbeddingAnswer;
  return [...data].sort((one, other) => one.index - other.index).map(({ embedding }) => embedding);
}

/** Converts texts to vectors and shows their similarity. */
export default function EmbeddingPanel({ bench }: { readonly bench: Bench }) {
  const t = useTexts(texts);
  const { parameters } = useTexts(pageTexts);
  const { caller, model } = bench;
  const { runner, run } = useOwnRun(runnerOf, caller.accountId);
  const [given, change] = useKept('embedding', { text: t.example, dimensions: '' });
  const lines = linesOf(given.text, linesMax);
  const dimensions = readWhole(given.dimensions);
  const body = {
    model: model.name,
    input: lines,
    ...(typeof dimensions === 'number' ? { dimensions } : {}),
  };
  const start = (): void => {
    runner.start({
      keyId: caller.keyId,
      ask: (signal) => callGateway(caller, { path: '/embeddings', body, signal }),
      read: (answer) => ({ lines, vectors: vectorsOf(answer) }),
    });
  };
  const side = (
    <>
      <PricePreview model={model} amounts={[{ quantity: 'input', count: 1_000 }]} />
      <Sheet title={parameters} isPadded>
        <WholeNumberField
          label={t.dimensions}
          hint={t.dimensionsHint}
          value={given.dimensions}
          onChange={(next) => {
            change({ dimensions: next });
          }}
        />
      </Sheet>
    </>
  );
  return (
    <Workbench side={side} samples={(base) => codeSamples(base, { path: '/embeddings', body, calls: embeddingCalls })}>
      <RunForm
        isRunning={run.state === 'running'}
        mayRun={lines.length > 0 && dimensions !== undefined}
        verb={t.verb}
        hint={t.tokens(countText(lines.reduce((sum, line) => sum + tokensOf(line), 0)))}
        onRun={start}
        onStop={runner.stop}
      >
        <LongText
          label={t.lines}
          hint={t.linesHint}
          rows={6}
          value={given.text}
          onChange={(text) => {
            change({ text });
          }}
        />
      </RunForm>
      <RunResult accountId={caller.accountId} run={run} onRetry={start}>
        {(result) => <Matrix {...result} />}
      </RunResult>
    </Workbench>
  );
}

function Matrix({ lines, vectors }: Compared) {
  const t = useTexts(texts);
  const rows = similarities(vectors);
  return (
    <>
      <p className="quiet fine">{t.found(vectors.length, vectors[0]?.length ?? 0)}</p>
      <div className="matrix" tabIndex={0} role="region" aria-label={t.matrix}>
        <table>
          <thead>
            <tr>
              <td />
              {rows.map((_, index) => (
                <th key={String(index)} scope="col">
                  {index + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={String(at)}>
                <th scope="row" title={lines[at]}>
                  <b>{at + 1}</b> {lines[at]}
                </th>
                {row.map((similarity, index) => (
                  <td key={String(index)} style={{ '--share': Math.max(0, similarity).toFixed(3) } as React.CSSProperties}>
                    {similarity.toFixed(3).replace('-', '−')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
