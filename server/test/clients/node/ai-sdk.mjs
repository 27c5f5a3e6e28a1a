// How programs ask with the AI SDK, whose functions another package may wrap.
import { description, name, parameters, png, told } from './questions.mjs';

/** @param clientOf for a key, the model and the functions that ask it. */
export function aiSdk({ tool, jsonSchema }, clientOf) {
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
      const { model, generateText, streamText } = await clientOf(key);
      const options = { model, messages: said, maxRetries: 0, maxOutputTokens: 500, onError: () => undefined };
      if (tools) options.tools = { [name]: tool({ description, inputSchema: jsonSchema(parameters) }) };
      const answer = await (stream ? streamText(options) : generateText(options));
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
