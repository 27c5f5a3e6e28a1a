import fc from 'fast-check';
import { wrapSeal } from '../../src/dialects/shared/hub/seal.ts';
import { attemptPlan } from './attempt-plan.ts';

/** Something that the user says, or that a tool returns. */
export type Said =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly url: string }
  | { readonly kind: 'pdf'; readonly data: string };

export interface SomeTool {
  readonly name: string;
  readonly namespace: string | null;
  /** As JSON text; `null` for a custom tool. */
  readonly schema: string | null;
}

export interface SomeCall {
  readonly id: string;
  readonly tool: SomeTool;
  /** As JSON text, or the free text of a custom tool. */
  readonly args: string;
  readonly result: readonly Said[];
  readonly isError: boolean;
}

export interface Thought {
  readonly text: string;
  readonly seal: string;
}

export interface Step {
  readonly said: readonly Said[];
  /** What the system says after the user. */
  readonly reminder: string | null;
  readonly thought: Thought | null;
  readonly text: string | null;
  readonly calls: readonly SomeCall[];
}

/** A conversation, whatever the protocol in which it is sent. */
export interface Conversation {
  readonly system: string | null;
  readonly steps: readonly Step[];
  readonly last: readonly Said[];
  readonly tools: readonly SomeTool[];
  readonly choice: 'auto' | 'none' | 'required' | { readonly tool: SomeTool } | null;
  readonly isSingle: boolean;
  readonly temperature: number | null;
  readonly outputTokensMax: number | null;
  readonly effort: 'low' | 'medium' | 'high' | null;
  readonly schema: string | null;
  readonly user: string | null;
}

const word = fc.stringMatching(/^[a-z]{1,8}$/);
/** Short and long texts, with escapes and without characters that the protocols may move, such as blanks at the end. */
const text = fc.oneof(
  { weight: 4, arbitrary: word },
  fc.constantFrom('网络'.repeat(700), `"quoted\\${'x'.repeat(1_500)}"`, '\u{1f600}é', '<b>&amp;</b>'),
);
const data = 'QUJD'.repeat(400);
const said: fc.Arbitrary<Said> = fc.oneof(
  { weight: 4, arbitrary: text.map((words) => ({ kind: 'text', text: words }) as const) },
  fc.constantFrom('https://x.y/a.png', `data:image/png;base64,${data}`).map((url) => ({ kind: 'image', url }) as const),
  fc.constant({ kind: 'pdf', data } as const),
);
const objects = fc.constantFrom(
  '{}',
  '{"n":1.0,"big":1152921504606846977,"e":1E+2}',
  `{"long":"${'y'.repeat(1_200)}"}`,
  '{"nested":{"list":[1,null,"网"]}}',
);
const schemas = fc.constantFrom('{"type":"object","properties":{"a":{"type":"number","multipleOf":0.10}}}', '{"type":"object"}');
const tool: fc.Arbitrary<SomeTool> = fc.record({
  name: word,
  namespace: fc.option(fc.constantFrom('files', 'web'), { freq: 4 }),
  schema: fc.option(schemas, { freq: 5 }),
});
const seals = fc.constantFrom(
  wrapSeal({ dialect: 'chat-completions', provider: attemptPlan.provider, upstreamModel: attemptPlan.upstreamModel }, ''),
  wrapSeal({ dialect: 'messages', provider: attemptPlan.provider, upstreamModel: attemptPlan.upstreamModel }, 'c2ln'),
  wrapSeal({ dialect: 'messages', provider: attemptPlan.provider, upstreamModel: 'another' }, 'c2ln'),
  wrapSeal({ dialect: 'responses', provider: attemptPlan.provider, upstreamModel: attemptPlan.upstreamModel }, 'c2ln'),
  'of-no-gateway',
);

function callOf(tools: readonly SomeTool[]): fc.Arbitrary<SomeCall> {
  return fc
    .record({
      id: fc.constantFrom('call_1', 'toolu_2', 'a.b:c|d', 'x'.repeat(70)),
      at: fc.nat(tools.length - 1),
      written: objects,
      free: text,
      result: fc.array(said, { maxLength: 2 }),
      isError: fc.boolean(),
    })
    .map(({ id, at, written, free, result, isError }) => {
      const called = tools[at] as SomeTool;
      return { id, tool: called, args: called.schema === null ? free : written, result, isError };
    });
}

function stepOf(tools: readonly SomeTool[]): fc.Arbitrary<Step> {
  return fc.record({
    said: fc.array(said, { minLength: 1, maxLength: 3 }),
    reminder: fc.option(text, { freq: 4 }),
    thought: fc.option(fc.record({ text, seal: seals })),
    text: fc.option(text),
    calls: tools.length === 0 ? fc.constant([]) : fc.array(callOf(tools), { maxLength: 3 }),
  });
}

/** Conversations of agents: several calls at once, results with files, thoughts, system messages in between. */
export const conversations: fc.Arbitrary<Conversation> = fc
  .uniqueArray(tool, { maxLength: 4, selector: ({ name, namespace }) => `${namespace ?? ''} ${name}` })
  .chain((tools) =>
    fc.record({
      system: fc.option(text),
      steps: fc.array(stepOf(tools), { maxLength: 4 }),
      last: fc.array(said, { minLength: 1, maxLength: 2 }),
      tools: fc.constant(tools),
      choice:
        tools.length === 0
          ? fc.constant(null)
          : fc.oneof(
              fc.constantFrom('auto', 'none', 'required', null),
              fc.nat(tools.length - 1).map((at) => ({ tool: tools[at] as SomeTool })),
            ),
      isSingle: fc.boolean(),
      temperature: fc.option(fc.constantFrom(0, 0.5, 1)),
      outputTokensMax: fc.option(fc.constantFrom(1_000, 4_096)),
      effort: fc.option(fc.constantFrom('low', 'medium', 'high')),
      schema: fc.option(schemas, { freq: 4 }),
      user: fc.option(word),
    }),
  )
  // Messages has no sampling together with thinking.
  .map((some) => (some.effort === null ? some : { ...some, temperature: null }));
