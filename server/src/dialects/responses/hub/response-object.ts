import type { ApiError, ErrorCode } from '@tollgate/contract/errors';
import type { Usage } from '@tollgate/contract/usage';
import { jsonBytes, type Json } from '../../../json/compose.ts';
import { valueJson } from '../../../json/spanned.ts';
import type { AttemptPlan } from '../../dialect.ts';
import { isCut } from '../../shared/hub/cut-call.ts';
import type { Finish } from '../../shared/hub/hub-event.ts';
import type { HubOutput, HubRequest, ToolChoice } from '../../shared/hub/hub-request.ts';
import { finalStatuses } from '../../shared/final-statuses.ts';
import { momentOf } from '../../shared/moment-of.ts';

/** The ID of the answer to a call. */
export function responseId(callId: string): string {
  return `resp_${callId.replaceAll('-', '')}`;
}

/** One event of a stream. Clients read the type in the data, some the name of the event. */
export function eventText(type: string, sequence: number, members: string): string {
  return `event: ${type}\ndata: {"type":"${type}","sequence_number":${String(sequence)}${members}}\n\n`;
}

/** Our codes that agents of this protocol know as final. */
const knownAsFinal: ReadonlySet<ErrorCode> = new Set(['context_length_exceeded', 'content_policy_violation']);

/** Agents repeat a response that failed, unless its code is final in this protocol. Ours is then the reason. */
function shownCode({ code, status }: ApiError): { readonly code: string; readonly reason?: ErrorCode } {
  if (!finalStatuses.has(status) || knownAsFinal.has(code)) return { code };
  return { code: 'invalid_prompt', reason: code };
}

/** The same for members that are large. */
export function eventJson(type: string, sequence: number, members: Json): Json {
  return [`event: ${type}\ndata: {"type":"${type}","sequence_number":${String(sequence)}`, members, '}\n\n'];
}

/** An error inside a stream. Clients do not know `event: error`, and take what they do not know for the end. */
export function failedEvent(failure: ApiError, head: string, sequence: number): Buffer {
  const error = JSON.stringify({ ...shownCode(failure), message: failure.message });
  const response = `${head},"status":"failed","error":${error},"incomplete_details":null,"output":[],"usage":null}`;
  return Buffer.from(eventText('response.failed', sequence, `,"response":${response}`));
}

function choiceJson(choice: ToolChoice | null): string {
  if (choice === null) return '"auto"';
  if (choice.kind === 'tool') return JSON.stringify({ type: 'function', name: choice.name });
  if (choice.kind === 'allowed') return choice.isRequired ? '"required"' : '"auto"';
  return JSON.stringify(choice.kind);
}

const formats: Readonly<Record<Exclude<HubOutput['kind'], 'schema'>, string>> = {
  text: '{"type":"text"}',
  json: '{"type":"json_object"}',
};

function formatJson(output: HubOutput): string {
  if (output.kind !== 'schema') return formats[output.kind];
  const { name, schema, strict } = output;
  return `{"type":"json_schema","name":${JSON.stringify(name ?? '')},"schema":${schema.text},"strict":${JSON.stringify(strict)}}`;
}

function textOf(json: Json): string {
  return jsonBytes(json).toString();
}

/**
 * The members of an answer that do not depend on what the model says, without the closing brace. Instructions and tools are not repeated:
 * agents send megabytes of them, and a stream would contain them three times.
 */
export function responseHead(plan: AttemptPlan, request: HubRequest): string {
  const { reasoning, sampling, verbosity, metadata, cacheKey, user, outputTokensMax } = request;
  const text = `{"format":${formatJson(request.output)}${verbosity === null ? '' : `,"verbosity":${JSON.stringify(verbosity)}`}}`;
  const members: readonly (readonly [name: string, json: string])[] = [
    ['id', JSON.stringify(responseId(plan.callId))],
    ['object', '"response"'],
    ['created_at', String(momentOf(plan))],
    ['model', JSON.stringify(plan.model)],
    ['background', 'false'],
    ['instructions', 'null'],
    ['max_output_tokens', JSON.stringify(outputTokensMax)],
    ['metadata', metadata === null ? '{}' : textOf(valueJson(metadata))],
    ['parallel_tool_calls', JSON.stringify(request.parallelTools ?? true)],
    ['previous_response_id', 'null'],
    ['prompt_cache_key', JSON.stringify(cacheKey)],
    ['reasoning', JSON.stringify({ effort: reasoning?.effort ?? null, summary: null })],
    ['safety_identifier', JSON.stringify(user)],
    ['service_tier', JSON.stringify(request.serviceTier ?? 'default')],
    ['store', 'false'],
    ['temperature', JSON.stringify(sampling.temperature ?? null)],
    ['text', text],
    ['tool_choice', choiceJson(request.toolChoice)],
    ['tools', '[]'],
    ['top_logprobs', '0'],
    ['top_p', JSON.stringify(sampling.top_p ?? null)],
    ['truncation', '"disabled"'],
  ];
  return `{${members.map(([name, json]) => `"${name}":${json}`).join(',')}`;
}

/** Usage in this protocol, in which cached tokens are a part of the input and reasoning is a part of the output. */
function responsesUsage({ inputTokens, cachedTokens, outputTokens, reasoningTokens, more }: Usage): object {
  const written = (more?.cache_write ?? 0) + (more?.cache_write_1h ?? 0) + (more?.cache_write_24h ?? 0);
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedTokens, cache_write_tokens: written },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}

type How = Pick<EndedResponse, 'finish' | 'hasRefusal'>;

/** Why an answer is incomplete; `null` if it is complete. */
function incompleteReason({ finish, hasRefusal }: How): string | null {
  if (!isCut({ finish, hasRefusal })) return null;
  return finish === 'length' ? 'max_output_tokens' : 'content_filter';
}

/** The status of an answer, and of its last item. */
export function statusOf(ended: How): 'completed' | 'incomplete' {
  return incompleteReason(ended) === null ? 'completed' : 'incomplete';
}

export interface EndedResponse {
  readonly finish: Finish;
  /** The model explained that it does not answer. */
  readonly hasRefusal: boolean;
  readonly usage: Usage;
}

/** The end of an answer: its status, and its members behind the head. */
export function responseEnd(ended: EndedResponse, output: Json): Json {
  const reason = incompleteReason(ended);
  const details = reason === null ? 'null' : JSON.stringify({ reason });
  const before = `,"status":"${statusOf(ended)}","error":null,"incomplete_details":${details},"output":`;
  return [before, output, `,"usage":${JSON.stringify(responsesUsage(ended.usage))}}`];
}

/** What an answer looks like before it has content. */
export const begunResponse = ',"status":"in_progress","error":null,"incomplete_details":null,"output":[],"usage":null}';
