/**
 * Goal: what a client of any chat protocol says reaches upstreams of any other as it was said. Each generated conversation passes from a
 * client through the hub to an upstream, and is read again as if a client of the upstream's protocol had sent it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { asChat, asMessages, asResponses, bodyText, flatName } from '../../../../test/corpus/conversation-requests.ts';
import { conversations, type Conversation } from '../../../../test/corpus/conversations.ts';
import { attemptPlan } from '../../../../test/corpus/attempt-plan.ts';
import { count } from '../../../../test/proofs/counts.ts';
import { testSeed } from '../../../../test/proofs/seed.ts';
import { BodyScanner } from '../../../json/body-scanner.ts';
import { plainText, type Text } from '../../../json/spanned.ts';
import { chatClientHalf } from '../../chat-completions/hub/client-half.ts';
import { chatUpstreamHalf } from '../../chat-completions/hub/upstream-half.ts';
import type { AttemptPlan } from '../../dialect.ts';
import { messagesClientHalf } from '../../messages/hub/client-half.ts';
import { messagesUpstreamHalf } from '../../messages/hub/upstream-half.ts';
import { responsesClientHalf } from '../../responses/hub/client-half.ts';
import { responsesUpstreamHalf } from '../../responses/hub/upstream-half.ts';
import { lossesAt } from './features.ts';
import type { ClientHalf, UpstreamHalf } from './halves.ts';
import type { HubPart, HubRequest, MediaPart, ReasoningPart, ToolArguments, ToolResultPart } from './hub-request.ts';
import { unwrapSeal } from './seal.ts';

interface Client {
  readonly half: ClientHalf;
  readonly bodyOf: (some: Conversation) => Readonly<Record<string, unknown>>;
}

const clients: Readonly<Record<string, Client>> = {
  'chat-completions': { half: chatClientHalf, bodyOf: asChat },
  messages: { half: messagesClientHalf, bodyOf: asMessages },
  responses: { half: responsesClientHalf, bodyOf: asResponses },
};
const upstreams: readonly UpstreamHalf[] = [chatUpstreamHalf, messagesUpstreamHalf, responsesUpstreamHalf];

/** The model takes everything that a conversation uses. */
const supportedParameters = ['temperature', 'reasoning_effort', 'tool_choice', 'user'];
const plan: AttemptPlan = { ...attemptPlan, supportedParameters, stream: false, quirks: { refusesCacheMarks: true } };

/** Protocols join texts in different ways. */
function said(text: Text | null): string {
  return text === null ? '' : plainText(text).replaceAll(/\s+/g, '');
}

function fileOf({ media, source }: MediaPart): string {
  if (source.in === 'url') return `${media} ${plainText(source.url)}`;
  return source.in === 'id' ? `${media} ${source.id}` : `${media} ${source.mediaType} ${plainText(source.data)}`;
}

function argsOf(args: ToolArguments): string {
  if (args.form === 'free') return JSON.stringify({ input: plainText(args.text) });
  return args.form === 'object' ? args.json.text : plainText(args.json);
}

/** What a tool returned, as an upstream receives it. */
function resultText({ parts, isError }: ToolResultPart, dialect: string | null): string {
  const whole = parts
    .map((part) => (part.kind === 'text' ? said(part.text) : part.kind === 'media' ? `[${fileOf(part)}]` : ''))
    .join('');
  if (dialect === null || dialect === 'messages') return `${isError ? 'error ' : ''}${whole}`;
  if (parts.length === 0) return '(nocontent)';
  const lead = isError ? 'Error:' : '';
  if (dialect === 'responses') return lead + whole;
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [said(part.text)] : []));
  return texts.length === 0 ? 'Theresultisinthenextmessage.' : lead + texts.join('');
}

/** Protocols in which the system says something within a conversation as the user, unless the model accepts more. */
const moved: ReadonlySet<string | null> = new Set(['chat-completions', 'messages']);

/** What a conversation says, one line for each thing; neighbouring texts of one role are one. */
class Lines {
  readonly lines: string[] = [];
  readonly #dialect: string | null;
  #calls = 0;
  #results = 0;
  #role = '';

  /** @param dialect of the upstream; `null` for what it received. */
  constructor(dialect: string | null) {
    this.#dialect = dialect;
  }

  add(role: string, parts: readonly HubPart[]): void {
    const results = parts.filter((part) => part.kind === 'toolResult');
    if (results.length > 0) this.#addResults(results);
    for (const part of parts) if (part.kind !== 'toolResult') this.#add(role, part);
  }

  #text(role: string, words: string): void {
    if (this.#role === role) this.lines.push(`${this.lines.pop() ?? ''}${words}`);
    else this.lines.push(`${role}: ${words}`);
    this.#role = role;
  }

  #line(line: string): void {
    this.#role = '';
    this.lines.push(line);
  }

  #add(role: string, part: Exclude<HubPart, ToolResultPart>): void {
    switch (part.kind) {
      case 'text':
      case 'refusal':
        if (role === 'system' && moved.has(this.#dialect))
          this.#text('user', `<system-reminder>${said(part.text)}</system-reminder>`);
        else this.#text(role, said(part.text).replaceAll(/Resultofthetoolcall[^:]+(?::[^:]+)?:$/g, 'files:'));
        break;
      case 'media':
        this.#line(`${role} ${fileOf(part)}`);
        break;
      case 'reasoning':
        if (this.#isKept(part)) this.#line(`thought ${said(part.text)}`);
        break;
      case 'toolCall':
        this.#line(`call ${String((this.#calls += 1))} ${flatName(part)} ${argsOf(part.args)}`);
    }
  }

  #isKept({ seal }: ReasoningPart): boolean {
    if (this.#dialect === null) return true;
    const { provider, upstreamModel } = plan;
    return seal !== null && unwrapSeal({ dialect: this.#dialect, provider, upstreamModel }, plainText(seal)) !== null;
  }

  /** Chat has files of results in a message behind them. */
  #addResults(results: readonly ToolResultPart[]): void {
    for (const result of results) this.#line(`result ${String((this.#results += 1))} ${resultText(result, this.#dialect)}`);
    if (this.#dialect !== 'chat-completions') return;
    for (const { parts } of results) {
      const files = parts.filter((part) => part.kind === 'media');
      if (files.length > 0) this.#text('user', 'files:');
      for (const file of files) this.#line(`user ${fileOf(file)}`);
    }
  }
}

/** Results of one step are one turn or several. */
function linesOf({ system, turns }: HubRequest, dialect: string | null): readonly string[] {
  const lines = new Lines(dialect);
  let results: HubPart[] = [];
  const flush = (): void => {
    if (results.length > 0) lines.add('user', results);
    results = [];
  };
  for (const { role, parts } of turns) {
    results.push(...parts.filter(({ kind }) => kind === 'toolResult'));
    const others = parts.filter(({ kind }) => kind !== 'toolResult');
    if (others.length === 0) continue;
    flush();
    lines.add(role, others);
  }
  flush();
  return [`system ${system.map(({ text }) => said(text)).join('')}`, ...lines.lines];
}

/** Results name their calls, and no ID is used twice. */
function assertPaired({ turns }: HubRequest): void {
  const parts = turns.flatMap((turn) => turn.parts);
  const calls = parts.flatMap((part) => (part.kind === 'toolCall' ? [part.id] : []));
  const results = parts.flatMap((part) => (part.kind === 'toolResult' ? [part.id] : []));
  assert.deepEqual(results, calls);
  assert.equal(new Set(calls).size, calls.length);
}

/** Whether the thinking of a running task is complete, so that upstreams of Messages accept more. A task ends with a step without calls. */
function mayThink({ steps }: Conversation): boolean {
  const { provider, upstreamModel } = plan;
  const running = steps.slice(steps.findLastIndex(({ calls }) => calls.length === 0) + 1);
  return running.every(
    ({ thought }) => thought !== null && unwrapSeal({ dialect: 'messages', provider, upstreamModel }, thought.seal) !== null,
  );
}

function toolsOf({ tools }: HubRequest): readonly string[] {
  return tools.map((tool) => {
    const { parameters } = tool;
    return `${flatName(tool)} ${parameters.form === 'free' ? 'free' : (parameters.schema?.text ?? '')}`;
  });
}

interface Asked {
  readonly choice: string | null;
  readonly parallelTools: boolean | null;
  readonly temperature: number | null;
  readonly effort: string | null;
  readonly schema: string | null;
  readonly user: string | null;
}

function askedIn({ toolChoice, parallelTools, sampling, reasoning, output, user }: HubRequest): Asked {
  return {
    choice: toolChoice?.kind === 'tool' ? `tool ${flatName(toolChoice)}` : (toolChoice?.kind ?? null),
    parallelTools,
    temperature: sampling.temperature ?? null,
    effort: reasoning?.effort ?? null,
    schema: output.kind === 'schema' ? output.schema.text : null,
    user,
  };
}

/** What an upstream is asked for. */
function expectedOf(request: HubRequest, dialect: string, some: Conversation): Asked {
  const asked = askedIn(request);
  const tooled = request.tools.length === 0 ? { ...asked, choice: null, parallelTools: null } : asked;
  if (dialect === 'responses') return tooled;
  const isSingle = tooled.parallelTools === false;
  return dialect === 'messages' ? expectedOfMessages(tooled, some) : { ...tooled, parallelTools: isSingle ? false : null };
}

function expectedOfMessages(tooled: Asked, some: Conversation): Asked {
  const isSingle = tooled.parallelTools === false;
  const choice = tooled.choice ?? (isSingle ? 'auto' : null);
  const isForced = choice === 'required' || choice?.startsWith('tool ') === true;
  // In this protocol, thinking excludes a forced tool, and a choice of none has no more to say.
  return {
    ...tooled,
    choice,
    parallelTools: isSingle && choice !== 'none' ? false : null,
    effort: isForced || !mayThink(some) ? null : tooled.effort,
  };
}

const freeTools = /^(\S+) (?:free|\{.*"input".*\})$/;

function scannedBytes(bytes: Buffer): ReturnType<BodyScanner['finish']> {
  const scanner = new BodyScanner();
  scanner.push(bytes);
  return scanner.finish();
}

for (const upstream of upstreams)
  for (const [name, client] of Object.entries(clients))
    test(`${name} to ${upstream.dialect}: whatever is said arrives`, () => {
      const own = clients[upstream.dialect];
      assert.ok(own !== undefined);
      fc.assert(
        fc.property(conversations, (some) => {
          const request = client.half.fromClient(scannedBytes(Buffer.from(bodyText(client.bodyOf(some)))));
          const sent = upstream.toUpstream(request, plan);
          const received = own.half.fromClient(scannedBytes(sent));
          assert.deepEqual(linesOf(received, null), linesOf(request, upstream.dialect));
          assertPaired(received);
          const asFunctions = (tools: readonly string[]): readonly string[] =>
            tools.map((tool) => tool.replace(freeTools, '$1 function'));
          assert.deepEqual(asFunctions(toolsOf(received)), asFunctions(toolsOf(request)));
          assert.deepEqual(askedIn(received), expectedOf(request, upstream.dialect, some));
          if (request.outputTokensMax !== null) assert.equal(received.outputTokensMax, request.outputTokensMax);
          assert.deepEqual(lossesAt(request.features, upstream.dialect, plan), { dropped: [], refused: null });
        }),
        { seed: testSeed, numRuns: count('conversations') },
      );
    });
