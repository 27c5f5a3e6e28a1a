// Asks a gateway the questions with the published core of Cherry Studio, as the program does: an executor for each kind of provider.
import { createExecutor } from '@cherrystudio/ai-core';
import { jsonSchema, tool } from 'ai';
import { aiSdk } from './ai-sdk.mjs';
import { askAll, base, model } from './questions.mjs';

const cherryStudio = (provider, settings = {}) =>
  aiSdk({ tool, jsonSchema }, async (apiKey) => {
    const executor = await createExecutor(provider, { apiKey, baseURL: base, ...settings });
    return {
      model,
      generateText: (options) => executor.generateText(options),
      streamText: (options) => executor.streamText(options),
    };
  });

await askAll({
  'Cherry Studio over Messages': cherryStudio('anthropic'),
  'Cherry Studio over chat': cherryStudio('openai-compatible', { name: 'gateway', includeUsage: true }),
  'Cherry Studio, OpenAI over chat': cherryStudio('openai-chat'),
  'Cherry Studio over Responses': cherryStudio('openai'),
});
