import { jsonBytes, type Json } from '../../../json/compose.ts';
import { DocumentTrimmer, type Shape } from '../../../json/document-trimmer.ts';
import type { AttemptPlan, Dialect, Relay, WholeAnswer } from '../../dialect.ts';
import { errorMembers } from '../error-shape.ts';
import { describeNonJson } from '../describe-non-json.ts';
import { readRefusal } from '../read-refusal.ts';
import { findReportedError } from '../reported-error.ts';
import { withoutByteOrderMark } from '../without-byte-order-mark.ts';
import { fieldsOf } from '../fields-of.ts';
import { checkReport, writeRerankAnswer, type RerankReport } from './rerank-answer.ts';
import { readRerankQuery, type RerankQuery } from './rerank-query.ts';

/** How requests to one kind of upstream are built, and where its answer is. */
export interface RerankProtocol {
  /** Appended to a route's base URL. */
  readonly upstreamPath: string;
  toUpstream(query: RerankQuery, plan: AttemptPlan): Json;
  readAnswer(answer: Readonly<Record<string, unknown>>): RerankReport;
}

const bytesPerStep = 256 * 1024;
const shownBytesMax = 256 * 1024;

/** Documents that an upstream returns without being asked are left out: they may be as large as the request. */
const result: Shape = { members: {} };
const results: Shape = { items: result };
const scalars: Shape = { members: {}, others: () => scalars };
const answerShape: Shape = {
  members: { ...errorMembers, results, data: results, output: { members: { results } } },
  others: () => scalars,
};

/** A new answer from an upstream's: one JSON object that ranks the documents sent, as many as requested. */
function* readWhole(bytes: Buffer, plan: AttemptPlan, protocol: RerankProtocol): Generator<undefined, WholeAnswer> {
  const document = withoutByteOrderMark(bytes);
  const trimmer = new DocumentTrimmer(document, answerShape);
  while (!trimmer.step(bytesPerStep)) yield;
  if (trimmer.isFaulty) return { ok: false, fault: describeNonJson(document.toString('utf8', 0, shownBytesMax)) };
  if (document.length > bytesPerStep) yield;
  const answer: unknown = JSON.parse(trimmer.parts.join(''));
  const fields = fieldsOf(answer);
  if (answer !== fields) return { ok: false, fault: 'the answer is not a JSON object' };
  const report = protocol.readAnswer(fields);
  const error = findReportedError({ ...fields, results: report.results }, 'results');
  if (error !== null) return { ok: false, ...error };
  if (document.length > bytesPerStep) yield;
  const query = readRerankQuery(plan.body);
  const checked = checkReport(report, query, plan);
  if (typeof checked === 'string') return { ok: false, fault: checked };
  const body = writeRerankAnswer(checked, query, plan);
  return { ok: true, body, usage: checked.usage, text: { wide: 0, narrow: 0 }, endedNaturally: true };
}

/** A rerank protocol with which upstreams serve clients of `rerank`. */
export function rerankUpstream(name: string, protocol: RerankProtocol): Dialect {
  const relay: Relay = {
    upstreamPath: protocol.upstreamPath,
    toUpstream: (body, plan) => jsonBytes(protocol.toUpstream(readRerankQuery(body), plan)),
    createStreamRelay: null,
    readWhole: (bytes, plan) => readWhole(bytes, plan, protocol),
    readRefusal,
  };
  return { name, kind: 'rerank', client: null, serves: new Map([['rerank', relay]]) };
}
