import { roomTargets } from './room-targets.ts';
import type { Target } from './target.ts';

const gateway = 'server/test/gateway';
const scenarios = 'server/test/scenarios';
const limits = 'server/src/domain/limits';
const catalog = 'server/src/domain/catalog';
const usage = 'server/src/dialects/shared/usage';
const sandbox = 'server/src/providers/sandbox';

/** The code that decides about calls and their money, and the rooms around it. */
export const targets: Readonly<Record<string, Target>> = {
  meter: {
    files: ['server/src/gateway/meter.ts'],
    rounds: [
      [`${gateway}/believable-usage.test.ts`, `${gateway}/worth-of-left-calls.test.ts`],
      [`${gateway}/outcome-table.test.ts`],
      [`${gateway}/images.test.ts`],
      [`${gateway}/several-prompts.test.ts`],
      ['server/test/faults/upstream-usage.test.ts'],
      [`${scenarios}/money.test.ts`, `${scenarios}/receipts.test.ts`],
    ],
  },
  reported: {
    files: [`${usage}/usage-convention.ts`, `${usage}/usage-halves.ts`, `${usage}/reported-so-far.ts`, `${usage}/find-usage.ts`],
    rounds: [
      [
        'server/src/dialects/chat-completions/usage-corpus.test.ts',
        `${usage}/usage-convention.test.ts`,
        `${usage}/read-usage.test.ts`,
      ],
    ],
  },
  settle: {
    files: ['server/src/gateway/settle.ts'],
    rounds: [
      [`${gateway}/settling.test.ts`],
      [`${scenarios}/reserved-output.test.ts`],
      [`${gateway}/outcome-table.test.ts`],
      [`${scenarios}/broken-connections.test.ts`],
      [`${scenarios}/caps.test.ts`],
    ],
  },
  delivery: {
    files: ['server/src/http/delivery.ts'],
    rounds: [
      [`${gateway}/kept-connections.test.ts`],
      [`${gateway}/shown-answers.test.ts`],
      [`${gateway}/changed-while-waiting.test.ts`],
      [`${gateway}/outcome-table.test.ts`],
      [`${gateway}/unread-answers.test.ts`],
      ['server/test/faults/left-answers.test.ts'],
      ['server/test/faults/clients.test.ts'],
    ],
  },
  throttle: {
    files: ['account-takings', 'broken-connections', 'recent-takings', 'rolling-sum'].map((name) => `${limits}/${name}.ts`),
    rounds: [
      ['broken-connections', 'known-takings', 'rolling-sum'].map((name) => `${limits}/${name}.test.ts`),
      [`${scenarios}/broken-connections.test.ts`],
    ],
  },
  admit: {
    files: [
      'server/src/gateway/admit/admit.ts',
      'server/src/gateway/admit/reserve.ts',
      'server/src/gateway/admit/read-request.ts',
      'server/src/gateway/read-scanned.ts',
      'server/src/gateway/admit/find-model.ts',
      'server/src/gateway/admit/resolve-terms.ts',
    ],
    rounds: [
      [`${gateway}/admission.test.ts`],
      [`${gateway}/settling.test.ts`],
      [`${gateway}/changed-while-waiting.test.ts`],
      [`${gateway}/refused-at-each-stage.test.ts`],
      [`${gateway}/small-truths-of-models.test.ts`],
      [`${gateway}/refused-bodies.test.ts`],
      [`${gateway}/several-prompts.test.ts`],
      ['server/test/bad-input/parameters.test.ts'],
      ['server/test/bad-input/framing.test.ts'],
      [`${gateway}/maintenance.test.ts`],
      [`${gateway}/image-edits.test.ts`],
      [`${gateway}/embeddings.test.ts`],
      [`${scenarios}/model-names.test.ts`],
      [`${scenarios}/reserved-output.test.ts`],
      [`${scenarios}/caps.test.ts`],
      [`${scenarios}/money.test.ts`, `${scenarios}/receipts.test.ts`],
      ['server/test/faults/clients.test.ts'],
    ],
  },
  prices: {
    files: ['price', 'rate-card', 'explain'].map((name) => `${catalog}/${name}.ts`),
    rounds: [
      [`${catalog}/price.test.ts`, `${catalog}/rate-card.test.ts`],
      [`${scenarios}/receipts.test.ts`, `${scenarios}/money.test.ts`],
    ],
  },
  'the reader of the sandbox': {
    files: [
      `${sandbox}/chat/chat-request.ts`,
      `${sandbox}/chat/schema-example.ts`,
      `${sandbox}/sandbox-knobs.ts`,
      `${sandbox}/data-urls.ts`,
    ],
    rounds: [
      [`${sandbox}/chat/schema-example.test.ts`, `${sandbox}/sandbox-transport.test.ts`, `${sandbox}/sandbox-bounds.test.ts`],
    ],
  },
  ...roomTargets,
};
