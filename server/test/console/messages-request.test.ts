/** Goal: the playground shows a chat as a request of Messages that reaches a chat provider as the same conversation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messagesRequest } from '../../../console/src/pages/catalogue/playground/code/messages-request.ts';
import { chatUpstreamHalf } from '../../src/dialects/chat-completions/hub/upstream-half.ts';
import { messagesClientHalf } from '../../src/dialects/messages/hub/client-half.ts';
import { messages } from '../../src/endpoints/messages/messages.ts';
import { BodyScanner } from '../../src/json/body-scanner.ts';

const parameters = { type: 'object', properties: { city: { type: 'string' } } };
const chat = {
  model: 'm',
  messages: [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
      ],
    },
    {
      role: 'assistant',
      content: 'Hm',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'weather', arguments: '{"city":"上海"}' } }],
    },
    { role: 'tool', tool_call_id: 'a', content: '21 °C' },
    { role: 'user', content: 'And now?' },
  ],
  tools: [{ type: 'function', function: { name: 'weather', description: 'Weather', parameters } }],
  tool_choice: 'required',
  temperature: 0.5,
  stop: 'END',
  max_completion_tokens: 50,
};

test('a chat shown as Messages is accepted, and reaches the provider as the same conversation', () => {
  const scanner = new BodyScanner();
  scanner.push(Buffer.from(JSON.stringify(messagesRequest(chat))));
  const body = scanner.finish();
  assert.equal(messages.read(body).outputTokensMax, 50);
  const plan = {
    model: 'm',
    upstreamModel: 'm',
    stream: false,
    includeUsage: false,
    quirks: {},
    callId: 'c',
    body,
    inputTokens: 1,
    supportedParameters: [],
    outputLimit: null,
    provider: 'p',
    clientHeaders: {},
    outputTokensMax: null,
  };
  const sent = JSON.parse(chatUpstreamHalf.toUpstream(messagesClientHalf.fromClient(body), plan).toString()) as typeof chat;
  assert.deepEqual({ ...sent, stop: sent.stop[0] }, chat);
});
