// Asks a gateway the same questions with the published SDKs and prints, for each of them, the result of each question as one JSON object.
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
import { aiSdk } from './ai-sdk.mjs';
import { askAll, base, description, model, name, parameters, png, told } from './questions.mjs';

/** Some clients add the version of the API to the address themselves. */
const host = base.replace(/\/v1$/, '');
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

const vercel = (modelOf) => aiSdk({ tool, jsonSchema }, (key) => ({ model: modelOf(key), generateText, streamText }));

await askAll({
  'Anthropic over Messages': messages(Anthropic),
  'Anthropic 0.39 over Messages': messages(OldAnthropic),
  'OpenAI over chat': chat(OpenAI),
  'OpenAI 4 over chat': chat(OldOpenAI),
  'OpenAI over Responses': responses(OpenAI),
  'OpenAI 4 over Responses': responses(OldOpenAI),
  'AI SDK over Messages': vercel((apiKey) => createAnthropic({ apiKey, baseURL: base })(model)),
  'AI SDK over chat': vercel((apiKey) =>
    createOpenAICompatible({ name: 'gateway', apiKey, baseURL: base, includeUsage: true })(model),
  ),
  'AI SDK, OpenAI over chat': vercel((apiKey) => createOpenAI({ apiKey, baseURL: base }).chat(model)),
  'AI SDK over Responses': vercel((apiKey) => createOpenAI({ apiKey, baseURL: base })(model)),
  'LangChain over Messages': langChain(
    (apiKey) => new ChatAnthropic({ model, apiKey, anthropicApiUrl: host, maxRetries: 0, maxTokens: 500 }),
  ),
  'LangChain over chat': langChainOpenAi(false),
  'LangChain over Responses': langChainOpenAi(true),
});
