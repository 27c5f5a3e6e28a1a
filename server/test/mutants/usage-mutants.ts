import type { Mutant } from './mutant.ts';

const usage = 'server/src/dialects/shared/usage';
const convention = `${usage}/usage-convention.ts`;
const meter = 'server/src/gateway/meter.ts';
const believable = 'server/test/gateway/believable-usage.test.ts';
const collected = 'server/test/gateway/collected-answers.test.ts';
const severalPrompts = 'server/test/gateway/several-prompts.test.ts';
const none = 'none known';
const ofCorpus = (test: string) => [{ file: 'server/src/dialects/chat-completions/usage-corpus.test.ts', test }];

/** Bugs of reading upstreams' usage reports. */
export const usageMutants: readonly Mutant[] = [
  {
    name: 'usage lost between two protocols',
    rival: 'envoyproxy/ai-gateway#2241',
    reinserted: 'a translated call is charged by an estimate although its upstream reported the usage',
    edits: [
      {
        file: 'server/src/dialects/shared/hub/relayed-reader.ts',
        find: 'return this.#relay.usage;',
        replace: "return { kind: 'none' };",
      },
    ],
    caughtBy: [
      {
        file: collected,
        test: '/v1/messages at long/chat: is what a whole answer would have been, and costs the same',
      },
    ],
  },
  {
    name: 'another usage shown than charged between two protocols',
    rival: 'BerriAI/litellm#23342',
    reinserted: 'clients of Messages and Responses see an estimate although the usage was reported',
    edits: [
      {
        file: 'server/src/dialects/shared/hub/shown-usage.ts',
        find: "if (usage.kind === 'valid') return",
        replace: "if (usage.kind === 'valid' && usage.tier === 'fast') return",
      },
    ],
    caughtBy: [
      {
        file: collected,
        test: '/v1/messages at long/chat: is what a whole answer would have been, and costs the same',
      },
    ],
  },
  {
    name: 'a left translated answer worth nothing',
    rival: none,
    reinserted: 'a client that leaves translated answers before their end escapes the limits on broken connections',
    edits: [
      {
        file: 'server/src/dialects/shared/hub/relayed-reader.ts',
        find: 'return this.#relay.text;',
        replace: 'return { wide: 0, narrow: 0 };',
      },
    ],
    caughtBy: [{ file: collected, test: '/v1/messages at long/chat: is worth the text that arrived if the client leaves' }],
  },
  {
    name: 'an unfinished collected answer passed on as complete',
    rival: none,
    reinserted: 'a client that requested a whole answer pays for a part of one',
    edits: [
      {
        file: 'server/src/gateway/call-upstream/upstream-attempt.ts',
        find: "if (this.relay.state === 'broken') {",
        replace: "if (this.relay.state === 'broken' && !this.#options.isCollected) {",
      },
    ],
    caughtBy: [
      {
        file: collected,
        test: '/v1/messages at long/chat: comes from the next route if the first one breaks off in the middle, and is charged once',
      },
    ],
  },
  {
    name: 'the first event of a Messages stream counted as its output',
    rival: none,
    reinserted: 'a client that leaves Messages streams before their last event escapes the limits on broken connections',
    edits: [
      {
        file: 'server/src/dialects/messages/messages-stream-relay.ts',
        find: 'this.#reported.begin(fieldsOf(event.message).usage)',
        replace: 'this.#reported.take(fieldsOf(event.message).usage)',
      },
    ],
    caughtBy: [
      {
        file: 'server/test/gateway/messages-charges.test.ts',
        test: 'that leaves is worth the text it received, not the output that the first event reports',
      },
    ],
  },
  {
    name: 'usage inside a choice ignored',
    rival: 'earendil-works/pi#2017',
    reinserted: 'a stream whose upstream reports usage inside its choice is charged by an estimate',
    edits: [
      {
        file: `${usage}/find-usage.ts`,
        find: 'nested === null ? usageOfChoices(choices) :',
        replace: 'nested === null ? undefined :',
      },
    ],
    caughtBy: ofCorpus('Moonshot, inside the choice, cached at the top alone'),
  },
  {
    name: 'more cached than prompt rejected',
    rival: 'earendil-works/pi#2048, pydantic/genai-prices#334',
    reinserted: 'every cached call is free if the upstream counts its cache separately from the prompt',
    edits: [
      {
        file: convention,
        find: 'cachedOutsidePrompt === true || cached > prompt) return',
        replace: 'cachedOutsidePrompt === true) return',
      },
    ],
    caughtBy: ofCorpus('OpenRouter to a model that caches beside'),
  },
  {
    name: 'top-level cache count ignored',
    rival: 'continuedev/continue#13104',
    reinserted: 'tokens that an upstream reports as cached under another name cost eight times as much',
    edits: [{ file: `${usage}/usage-counts.ts`, find: '    usage.cache_read_input_tokens,\n', replace: '' }],
    caughtBy: ofCorpus('a relay that says what was cached at the top alone'),
  },
  {
    name: 'separate reasoning is free',
    rival: 'theopenco/llmgateway#3774, MorpheusAIs/Morpheus-Lumerin-Node#757',
    reinserted: 'a total that proves separate reasoning is ignored',
    edits: [{ file: convention, find: 'return [completion, beside];', replace: 'return [completion];' }],
    caughtBy: ofCorpus('a node of Morpheus, less reasoning than completion, beside it'),
  },
  {
    name: 'unproven reasoning charged in addition',
    rival: 'BerriAI/litellm#24546',
    reinserted: 'an upstream that reports more reasoning than output makes the client pay both',
    edits: [
      {
        file: convention,
        find: 'if (quirks.reasoningOutsideCompletion === true)\n',
        replace: 'if (quirks.reasoningOutsideCompletion === true || reasoning > completion)\n',
      },
    ],
    caughtBy: ofCorpus('vLLM, more reasoning than completion, and the total a plain sum'),
  },
  {
    name: 'excess reasoning is free without a total',
    rival: 'BerriAI/litellm#10691',
    reinserted: 'a report whose reasoning cannot be part of its completion is charged as the completion alone',
    edits: [
      {
        file: convention,
        find: 'if (total === undefined && reasoning > completion)\n',
        replace: 'if (total === 0 && reasoning > completion)\n',
      },
    ],
    caughtBy: ofCorpus('a relay that counts reasoning beside, at the top and without a total'),
  },
  {
    name: 'last of two frames used alone',
    rival: 'Portkey-AI/gateway#496, envoyproxy/ai-gateway#1631',
    reinserted: 'if an earlier frame of a stream reports the prompt, its input is free',
    edits: [
      {
        file: `${usage}/reported-so-far.ts`,
        find: "const isFirst = this.usage.kind !== 'valid';",
        replace: 'const isFirst = true;',
      },
    ],
    caughtBy: ofCorpus('a relay of Claude, prompt and completion in two frames'),
  },
  {
    name: 'partial report accepted as complete',
    rival: 'diegosouzapw/OmniRoute#4615, MiXaiLL76/auto_ai_router#142',
    reinserted: 'an upstream that reports no input makes the input free',
    edits: [{ file: meter, find: "if (doubt === 'input') return {", replace: "if (doubt === 'total') return {" }],
    caughtBy: [
      { file: believable, test: 'the half that lacks is estimated, the other is as it was reported, and the row is marked' },
    ],
  },
  {
    name: 'contradiction accepted without an alarm',
    rival: 'mozilla-ai/any-llm#1290',
    reinserted: 'a report whose total is not the sum of its parts is charged without any notification',
    edits: [{ file: meter, find: ' || doubtOf(work) !== null;\n', replace: ';\n' }],
    caughtBy: [{ file: believable, test: 'a contradiction costs what is cheapest for the client, and the row is marked' }],
  },
  {
    name: 'reported searches make the call free',
    rival: 'BerriAI/litellm#30817',
    reinserted: 'a report that counts tools besides tokens is rejected, and the whole call is free',
    edits: [
      {
        file: 'server/src/domain/catalog/non-tokens.ts',
        find: "return kind === 'chat' ? (boundOf(name)?.believed ?? 0) : 0;",
        replace: "return kind === 'music' ? (boundOf(name)?.believed ?? 0) : 0;",
      },
    ],
    caughtBy: [
      {
        file: 'server/src/domain/catalog/non-tokens.test.ts',
        test: 'quantities that upstreams add unasked are trusted for a chat model up to a bound, and for no other',
      },
    ],
  },
  {
    name: 'rate that is never charged',
    rival: 'BerriAI/litellm#35949, theopenco/llmgateway#1390',
    reinserted: 'a price contains a quantity that no provider reports; it is accepted and shown, and never charged',
    edits: [
      {
        file: 'server/src/subjects/catalogue/prices/measured-rates.ts',
        find: 'if (isHarmless(name, rate) || kinds.some((one) => isMeasured(name, one))) continue;',
        replace: 'if (isHarmless(name, rate) || kinds.length > 0) continue;',
      },
    ],
    caughtBy: [
      {
        file: 'server/src/subjects/catalogue/prices/measured-rates.test.ts',
        test: 'a rate is taken where a reader of the kind counts it, and is refused by name everywhere else, with what can be used',
      },
    ],
  },
  {
    name: 'reported searches ignored',
    rival: 'BerriAI/litellm#30817, #36397',
    reinserted: 'a rate for searches is accepted, and the searches that upstreams report cost nothing',
    edits: [
      {
        file: `${usage}/read-tools.ts`,
        find: "  yield* talliesOf(usage.server_side_tool_usage_details, '_calls');\n",
        replace: '',
      },
    ],
    caughtBy: ofCorpus('xAI, searches on its side'),
  },
  {
    name: 'several prompts priced as one',
    rival: none,
    reinserted: 'twenty short prompts reach the rates of one long prompt, and a price per call is paid once for all',
    edits: [
      {
        file: 'server/src/gateway/meter.ts',
        find: 'if (prompts !== null) return costOfPrompts(',
        replace: 'if (prompts?.length === 0) return costOfPrompts(',
      },
    ],
    caughtBy: [{ file: severalPrompts, test: 'variants of a price and its price per call hold for each prompt by itself' }],
  },
  {
    name: 'price per call reserved once for several prompts',
    rival: none,
    reinserted: 'a strict key exceeds its cap by sending its prompts together',
    edits: [
      {
        file: 'server/src/domain/catalog/price.ts',
        find: 'const further = BigInt(calls - 1)',
        replace: 'const further = 0n * BigInt(calls - 1)',
      },
    ],
    caughtBy: [{ file: severalPrompts, test: 'the sum is set aside before any is sent' }],
  },
  {
    name: 'missing choice shifts later prompts',
    rival: none,
    reinserted: 'clients count through the choices, and assign a choice to the wrong prompt',
    edits: [
      {
        file: 'server/src/dialects/completions/prompt-batches.ts',
        find: 'if (found.length !== choices)',
        replace: 'if (found.length > choices)',
      },
    ],
    caughtBy: [{ file: severalPrompts, test: 'one prompt that is not answered' }],
  },
  {
    name: 'any base64 charged as an image',
    rival: none,
    reinserted: 'an error message in base64 is charged as a picture',
    edits: [
      {
        file: 'server/src/dialects/images/base64-check.ts',
        find: 'if (!beginsAsPicture(beginning)) return false;',
        replace: 'beginsAsPicture(beginning);',
      },
    ],
    caughtBy: [
      {
        file: 'server/src/dialects/images/read-whole.test.ts',
        test: 'base64 is an image only if it begins and ends as a picture does, however long it is',
      },
    ],
  },
  {
    name: 'partial image charged as an image',
    rival: none,
    reinserted: 'half a picture, or its first eight bytes, is charged as a whole one',
    edits: [
      {
        file: 'server/src/dialects/shared/images/ends-as-picture.ts',
        find: 'return kinds.find(([known]) => known.test(beginning))?.[1](end, parts) ?? false;',
        replace: 'return kinds.some(([known]) => known.test(beginning));',
      },
    ],
    caughtBy: [
      {
        file: 'server/src/dialects/images/read-whole.test.ts',
        test: 'base64 is an image only if it begins and ends as a picture does, however long it is',
      },
    ],
  },
];
