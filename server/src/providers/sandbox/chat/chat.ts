import { sandboxModel } from '../sandbox-model.ts';
import type { SandboxOperation } from '../sandbox-operation.ts';
import { wholeParts } from '../whole-parts.ts';
import { composeAnswer } from './chat-answer.ts';
import { readChatRequest } from './chat-request.ts';
import { streamEvents, wholeBody } from './chat-wire.ts';

const model = sandboxModel({
  name: 'sandbox/chat',
  kind: 'chat',
  contextLength: 1_000_000,
  outputLimit: 32_768,
  supportedParameters: [
    'max_tokens',
    'max_completion_tokens',
    'metadata',
    'n',
    'reasoning_effort',
    'response_format',
    'stream',
    'stream_options',
    'tool_choice',
    'tools',
  ],
  features: ['tools', 'vision', 'structured-output'],
});

/** Repeats the question, calls tools, and creates values for schemas. */
export const chat: SandboxOperation = {
  path: '/chat/completions',
  dialect: 'chat-completions',
  model,
  *answer(body, { id, created }) {
    const request = yield* readChatRequest(body);
    const { knobs, stream } = request;
    const frame = { id: `chatcmpl-${id}`, created, request, answer: composeAnswer(request) };
    if (stream) return { knobs, contentType: 'text/event-stream; charset=utf-8', chunks: streamEvents(frame) };
    return { knobs, contentType: 'application/json', chunks: wholeParts(wholeBody(frame)) };
  },
};
