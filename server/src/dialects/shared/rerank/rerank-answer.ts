import { quantitiesOf } from '@tollgate/contract/quantities';
import type { Usage } from '@tollgate/contract/usage';
import { jsonBytes, jsonList, jsonObject } from '../../../json/compose.ts';
import type { AttemptPlan, ReportedUsage } from '../../dialect.ts';
import { figure, type Figure } from '../figure.ts';
import type { RerankQuery } from './rerank-query.ts';
import { fieldsOf } from '../fields-of.ts';

/** The upstream's answer in the terms that all rerank protocols share; not yet checked. */
export interface RerankReport {
  /** A list of `{index, relevance_score}`. */
  readonly results: unknown;
  /** Fields that may contain tokens, the most reliable first. */
  readonly tokens: readonly unknown[];
  readonly searchUnits: unknown;
}

export interface RankedDocument {
  readonly index: number;
  readonly score: number;
}

/** A checked answer: every document at most once, best first. */
export interface RerankAnswer {
  readonly ranking: readonly RankedDocument[];
  readonly usage: ReportedUsage;
}

const documentsPerSearch = 100;

function isPlace(value: unknown, length: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < length;
}

/** Some upstreams return their model's raw scores, which may be any number. The order stays. */
function asShares(ranking: readonly RankedDocument[]): readonly RankedDocument[] {
  if (ranking.every(({ score }) => score >= 0 && score <= 1)) return ranking;
  return ranking.map(({ index, score }) => ({ index, score: 1 / (1 + Math.exp(-score)) }));
}

/** @returns the ranking, or its fault as text for the log. */
function rank(results: readonly unknown[], { documents, topN }: RerankQuery): readonly RankedDocument[] | string {
  const scores = new Map<number, number>();
  for (const result of results) {
    const { index, relevance_score: score } = fieldsOf(result);
    if (!isPlace(index, documents.length)) return 'the answer ranks a document that was not sent';
    if (scores.has(index)) return 'the answer ranks a document twice';
    if (typeof score !== 'number' || !Number.isFinite(score)) return 'a result of the answer has no score';
    scores.set(index, score);
  }
  if (scores.size < topN) return `the answer ranks ${String(scores.size)} documents where ${String(topN)} were asked for`;
  const ranking = [...scores].map(([index, score]) => ({ index, score }));
  ranking.sort((one, other) => other.score - one.score || one.index - other.index);
  return asShares(ranking).slice(0, topN);
}

function searchesOf({ documents }: RerankQuery): number {
  return Math.ceil(documents.length / documentsPerSearch);
}

/** Usage that was not reported is counted by our own rules, so that a call costs the same whichever of the two its upstream reports. */
function countUsage(inputTokens: number, searchUnits: number): Usage {
  const more = quantitiesOf([['search_unit', searchUnits]]);
  return { inputTokens, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0, more };
}

/** A figure other than 0, which means nothing; `null` if it is not a count. */
function reported(value: unknown): Figure {
  const found = figure(value);
  return found === 0 ? undefined : found;
}

function readUsage({ tokens, searchUnits }: RerankReport, query: RerankQuery, plan: AttemptPlan): ReportedUsage {
  const inputTokens = reported(tokens.find((place) => place !== undefined && place !== null));
  const searches = reported(searchUnits);
  if (inputTokens === null || searches === null) return { kind: 'invalid' };
  if (inputTokens === undefined && searches === undefined) return { kind: 'none' };
  return { kind: 'valid', usage: countUsage(inputTokens ?? plan.inputTokens, searches ?? searchesOf(query)), tier: null };
}

/** @returns the fault of the answer as text for the log, if it does not match the request. */
export function checkReport(report: RerankReport, query: RerankQuery, plan: AttemptPlan): RerankAnswer | string {
  if (!Array.isArray(report.results)) return 'the answer has no results';
  const ranking = rank(report.results, query);
  return typeof ranking === 'string' ? ranking : { ranking, usage: readUsage(report, query, plan) };
}

/** The answer for the client. Its documents are the ones that the client sent. */
export function writeRerankAnswer({ ranking, usage }: RerankAnswer, query: RerankQuery, plan: AttemptPlan): Buffer {
  const { inputTokens, more } = usage.kind === 'valid' ? usage.usage : { inputTokens: plan.inputTokens, more: null };
  const results = ranking.map(({ index, score }) =>
    jsonObject([
      ['index', String(index)],
      ['relevance_score', JSON.stringify(score)],
      ['document', query.returnDocuments ? jsonObject([['text', query.documents[index] ?? null]]) : null],
    ]),
  );
  const meta = {
    billed_units: { search_units: more?.search_unit ?? searchesOf(query) },
    tokens: { input_tokens: inputTokens, output_tokens: 0 },
  };
  return jsonBytes(
    jsonObject([
      ['id', JSON.stringify(`rerank-${plan.callId}`)],
      ['object', '"rerank"'],
      ['model', JSON.stringify(plan.model)],
      ['results', jsonList(results)],
      ['usage', JSON.stringify({ prompt_tokens: inputTokens, total_tokens: inputTokens })],
      ['meta', JSON.stringify(meta)],
    ]),
  );
}
