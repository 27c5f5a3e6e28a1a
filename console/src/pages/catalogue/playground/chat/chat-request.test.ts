import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messagesOf } from './chat-request.ts';
import { noAnswer, type AnswerTurn, type ChatTurn } from './chat-turn.ts';
import { chatCompletions } from './protocols/chat-completions.ts';

const called = (index: number, id: string | undefined, name: string | undefined, input: string): object => ({
  choices: [
    {
      delta: {
        tool_calls: [
          {
            index,
            ...(id === undefined ? {} : { id }),
            function: { arguments: input, ...(name === undefined ? {} : { name }) },
          },
        ],
      },
    },
  ],
});

test('calls of tools are put together from their pieces, each by its place', () => {
  const pieces = [
    called(0, 'a', 'one', '{"x"'),
    called(1, 'b', 'two', '{'),
    called(0, undefined, undefined, ':1}'),
    called(1, undefined, undefined, '}'),
  ];
  const read = chatCompletions.createReader();
  const last = pieces.map((piece) => read(JSON.stringify(piece))).at(-1);
  assert.ok(last?.kind === 'more');
  assert.deepEqual(last.answer.toolCalls, [
    { id: 'a', name: 'one', input: '{"x":1}' },
    { id: 'b', name: 'two', input: '{}' },
  ]);
});

test('refused turns, and tool calls without results, are not sent again', () => {
  const answer = (change: Partial<AnswerTurn>): ChatTurn => ({
    kind: 'answer',
    id: 'x',
    model: 'm',
    protocol: 'Messages',
    state: 'complete',
    fault: null,
    requestId: null,
    ...noAnswer,
    ...change,
  });
  const user: ChatTurn = { kind: 'user', id: 'u', text: 'Hello', images: [] };
  const toolCalls = [{ id: 'a', name: 'one', input: '{}' }];
  const messages = messagesOf('', [
    user,
    answer({ state: 'refused' }),
    user,
    answer({ toolCalls }),
    user,
    answer({ text: 'Hi' }),
  ]);
  assert.deepEqual(
    messages.map(({ role }) => role),
    ['user', 'user', 'user', 'assistant'],
  );
});
