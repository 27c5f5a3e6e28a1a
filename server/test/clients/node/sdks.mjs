// Asks a gateway the same questions with the published SDKs and prints, for each of them, the result of each question as one JSON object.
//
// Reads the address of the gateway and its keys from standard input, as `calls.mjs` does.
import { json } from 'node:stream/consumers';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import Anthropic from '@anthropic-ai/sdk';
import { ChatAnthropic } from '@langchain/anthropic';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, jsonSchema, streamText, tool } from 'ai';
import OldAnthropic from 'anthropic-old';
import OpenAI from 'openai';
import OldOpenAI from 'openai-old';

const { base, keys } = await json(process.stdin);
/** Some clients add the version of the API to the address themselves. */
const host = base.replace(/\/v1$/, '');
const model = 'sandbox/chat';
const name = 'weather';
const description = 'Says how the weather is.';
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const told = 'sunny';
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const imageUrl = `data:image/png;base64,${png}`;

const joined = (parts, type, member = type) =>
  parts
    .filter((part) => part.type === type)
    .map((part) => part[member])
    .join('');

// What each SDK needs: the first question, the conversation after a tool was called, and how it asks. `heard` gets the text as it comes.

function messages(Client) {
  return {
    first: (text, hasImage) => {
      const source = { type: 'base64', media_type: 'image/png', data: png };
      return [
        {
          role: 'user',
          content: hasImage
            ? [
                { type: 'image', source },
                { type: 'text', text },
              ]
            : text,
        },
      ];
    },
    next: (before, { native, calls }) => {
      const results = calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: told }));
      return [...before, { role: 'assistant', content: native }, { role: 'user', content: results }];
    },
    ask: async ({ key, stream, said, tools, heard }) => {
      const client = new Client({ apiKey: key, baseURL: host, maxRetries: 0 });
      const body = { model, max_tokens: 500, messages: said };
      if (tools) body.tools = [{ name, description, input_schema: parameters }];
      const answer = stream
        ? await client.messages.stream(body).on('text', heard).finalMessage()
        : await client.messages.create(body);
      const { content, usage } = answer;
      return {
        native: content,
        text: joined(content, 'text'),
        thoughts: joined(content, 'thinking'),
        calls: content.filter(({ type }) => type === 'tool_use').map((use) => ({ id: use.id, name: use.name, input: use.input })),
        tokens: [usage.input_tokens, usage.output_tokens],
      };
    },
  };
}

function chat(Client) {
  return {
    first: (text, hasImage) => {
      const parts = [
        { type: 'image_url', image_url: { url: imageUrl } },
        { type: 'text', text },
      ];
      return [{ role: 'user', content: hasImage ? parts : text }];
    },
    next: (before, { native, calls }) => [
      ...before,
      native,
      ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: told })),
    ],
    ask: async ({ key, stream, said, tools, heard }) => {
      const client = new Client({ apiKey: key, baseURL: base, maxRetries: 0 });
      const body = { model, messages: said };
      if (tools) body.tools = [{ type: 'function', function: { name, description, parameters } }];
      let thoughts = '';
      const streamed = () =>
        (client.chat.completions.stream === undefined ? client.beta : client).chat.completions
          .stream({ ...body, stream_options: { include_usage: true } })
          .on('content', heard)
          .on('chunk', ({ choices }) => (thoughts += choices[0]?.delta.reasoning_content ?? ''))
          .finalChatCompletion();
      const { choices, usage } = stream ? await streamed() : await client.chat.completions.create(body);
      const { message } = choices[0];
      return {
        native: message,
        text: message.content ?? '',
        thoughts: stream ? thoughts : (message.reasoning_content ?? ''),
        calls: (message.tool_calls ?? []).map((call) => ({
          id: call.id,
          name: call.function.name,
          input: JSON.parse(call.function.arguments),
        })),
        tokens: [usage.prompt_tokens, usage.completion_tokens],
      };
    },
  };
}

/** In this protocol a failure inside a stream is an event and no exception. */
class ResponseFailed extends Error {
  constructor({ error }) {
    super(error.message);
    this.code = error.code;
  }
}

function responses(Client) {
  return {
    first: (text, hasImage) => {
      const parts = [
        { type: 'input_image', image_url: imageUrl, detail: 'auto' },
        { type: 'input_text', text },
      ];
      return [{ role: 'user', content: hasImage ? parts : text }];
    },
    next: (before, { native, calls }) => [
      ...before,
      ...native,
      ...calls.map(({ id }) => ({ type: 'function_call_output', call_id: id, output: told })),
    ],
    ask: async ({ key, stream, said, tools, heard }) => {
      const client = new Client({ apiKey: key, baseURL: base, maxRetries: 0 });
      const body = { model, input: said, store: false };
      if (tools) body.tools = [{ type: 'function', name, description, parameters, strict: false }];
      let answer = stream ? undefined : await client.responses.create(body);
      if (stream)
        for await (const event of await client.responses.create({ ...body, stream })) {
          if (event.type === 'response.output_text.delta') heard(event.delta);
          if (event.type === 'response.failed') throw new ResponseFailed(event.response);
          if (event.type === 'response.completed') answer = event.response;
        }
      const { output, usage } = answer;
      return {
        native: output,
        text: joined(
          output.flatMap(({ content = [] }) => content),
          'output_text',
          'text',
        ),
        thoughts: output.flatMap(({ summary = [] }) => summary.map(({ text }) => text)).join(''),
        calls: output
          .filter(({ type }) => type === 'function_call')
          .map((call) => ({ id: call.call_id, name: call.name, input: JSON.parse(call.arguments) })),
        tokens: [usage.input_tokens, usage.output_tokens],
      };
    },
  };
}

function aiSdk(modelOf) {
  return {
    first: (text, hasImage) => {
      const parts = [
        { type: 'file', data: png, mediaType: 'image/png' },
        { type: 'text', text },
      ];
      return [{ role: 'user', content: hasImage ? parts : text }];
    },
    next: (before, { native, calls }) => {
      const results = calls.map(({ id }) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: name,
        output: { type: 'text', value: told },
      }));
      return [...before, ...native, { role: 'tool', content: results }];
    },
    ask: async ({ key, stream, said, tools, heard }) => {
      const options = { model: modelOf(key), messages: said, maxRetries: 0, maxOutputTokens: 500, onError: () => undefined };
      if (tools) options.tools = { [name]: tool({ description, inputSchema: jsonSchema(parameters) }) };
      const answer = stream ? streamText(options) : await generateText(options);
      if (stream)
        for await (const part of answer.fullStream) {
          if (part.type === 'text-delta') heard(part.text);
          if (part.type === 'error') throw part.error;
        }
      const { inputTokens, outputTokens } = await answer.usage;
      return {
        native: (await answer.response).messages,
        text: await answer.text,
        thoughts: (await answer.reasoningText) ?? '',
        calls: (await answer.toolCalls).map(({ toolCallId, toolName, input }) => ({ id: toolCallId, name: toolName, input })),
        tokens: [inputTokens, outputTokens],
      };
    },
  };
}

function langChain(modelOf) {
  return {
    first: (text, hasImage) => {
      const parts = [
        { type: 'image_url', image_url: { url: imageUrl } },
        { type: 'text', text },
      ];
      return [new HumanMessage({ content: hasImage ? parts : text })];
    },
    next: (before, { native, calls }) => [
      ...before,
      new AIMessage(native),
      ...calls.map(({ id }) => new ToolMessage({ tool_call_id: id, content: told })),
    ],
    ask: async ({ key, stream, said, tools, heard }) => {
      const plain = modelOf(key);
      const chain = tools ? plain.bindTools([{ type: 'function', function: { name, description, parameters } }]) : plain;
      let answer = stream ? undefined : await chain.invoke(said);
      if (stream)
        for await (const chunk of await chain.stream(said)) {
          if (chunk.text !== '') heard(chunk.text);
          answer = answer === undefined ? chunk : answer.concat(chunk);
        }
      const { usage_metadata: usage } = answer;
      return {
        native: answer,
        text: answer.text,
        thoughts: joined(answer.contentBlocks, 'reasoning'),
        calls: answer.tool_calls.map((call) => ({ id: call.id, name: call.name, input: call.args })),
        tokens: [usage.input_tokens, usage.output_tokens],
      };
    },
  };
}

const langChainOpenAi = (useResponsesApi) =>
  langChain((apiKey) => {
    const configuration = { baseURL: base };
    return new ChatOpenAI({ model, apiKey, configuration, maxRetries: 0, useResponsesApi, zdrEnabled: useResponsesApi });
  });

const sdks = {
  'Anthropic over Messages': messages(Anthropic),
  'Anthropic 0.39 over Messages': messages(OldAnthropic),
  'OpenAI over chat': chat(OpenAI),
  'OpenAI 4 over chat': chat(OldOpenAI),
  'OpenAI over Responses': responses(OpenAI),
  'OpenAI 4 over Responses': responses(OldOpenAI),
  'AI SDK over Messages': aiSdk((apiKey) => createAnthropic({ apiKey, baseURL: base })(model)),
  'AI SDK over chat': aiSdk((apiKey) =>
    createOpenAICompatible({ name: 'gateway', apiKey, baseURL: base, includeUsage: true })(model),
  ),
  'AI SDK, OpenAI over chat': aiSdk((apiKey) => createOpenAI({ apiKey, baseURL: base }).chat(model)),
  'AI SDK over Responses': aiSdk((apiKey) => createOpenAI({ apiKey, baseURL: base })(model)),
  'LangChain over Messages': langChain(
    (apiKey) => new ChatAnthropic({ model, apiKey, anthropicApiUrl: host, maxRetries: 0, maxTokens: 500 }),
  ),
  'LangChain over chat': langChainOpenAi(false),
  'LangChain over Responses': langChainOpenAi(true),
};

/** An error as programs see it, with the text that came before it. */
function failureOf(error, text) {
  const body = error.responseBody === undefined ? (error.data ?? error.error ?? {}) : JSON.parse(error.responseBody);
  const code = error.code ?? body.error?.code ?? body.code;
  return {
    class: error.name === 'Error' ? error.constructor.name : error.name,
    status: error.status ?? error.statusCode,
    code,
    text,
  };
}

async function resultOf(sdk, { question = 'Hello!', key = keys.good, hasImage = false, ...how }) {
  let text = '';
  const heard = (piece) => (text += piece);
  try {
    const said = sdk.first(question, hasImage);
    const first = await sdk.ask({ key, said, heard, ...how });
    if (first.calls.length === 0) return { text: first.text, thoughts: first.thoughts, tokens: first.tokens };
    const second = await sdk.ask({ key, said: sdk.next(said, first), heard, ...how });
    return { calls: first.calls.map((call) => [call.name, call.input]), text: second.text };
  } catch (error) {
    return failureOf(error, text);
  }
}

const called = '[call weather {"city": "Oslo"}] [call weather {"city": "Rome"}]';
const questions = {
  whole: {},
  streamed: { stream: true },
  'tools, whole': { question: called, tools: true },
  'tools, streamed': { question: called, tools: true, stream: true },
  'thinking, whole': { question: '[think] Hello!' },
  'thinking, streamed': { question: '[think] Hello!', stream: true },
  image: { hasImage: true },
  'wrong key': { key: keys.unknown },
  'cap reached': { key: keys.capped },
  'refused by the provider': { question: '[sandbox_status: 400] Hello!' },
  'broken stream': { question: '[sandbox_cut_after_chunks: 6] Hello!', stream: true },
};

const results = {};
for (const [sdkName, sdk] of Object.entries(sdks)) {
  results[sdkName] = {};
  for (const [what, question] of Object.entries(questions)) results[sdkName][what] = await resultOf(sdk, question);
}
process.stdout.write(JSON.stringify(results));
