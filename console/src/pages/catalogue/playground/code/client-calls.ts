/** How a program in each language imports a client library and creates `client`. */
export interface ClientLibrary {
  readonly python: (base: string) => string;
  readonly node: (base: string) => string;
}

/** The lines after `answer` that print it. */
interface Shown {
  readonly whole: string;
  readonly streamed?: string;
}

/** How a client library sends a request, and what to print of the answer. */
export interface ClientCalls {
  readonly library: ClientLibrary;
  readonly method: string;
  /** Fields that are named arguments of the Python client. It sends all others unchanged in a separate field. */
  readonly named: readonly string[];
  readonly python: Shown;
  readonly node: Shown;
}

export const openaiLibrary: ClientLibrary = {
  python: (base) => `import os
from openai import OpenAI

client = OpenAI(base_url="${base}", api_key=os.environ["TOLLGATE_KEY"])
`,
  node: (base) => `import OpenAI from 'openai';

const client = new OpenAI({ baseURL: '${base}', apiKey: process.env.TOLLGATE_KEY });
`,
};

export const embeddingCalls: ClientCalls = {
  library: openaiLibrary,
  method: 'embeddings.create',
  named: ['model', 'input', 'dimensions', 'encoding_format', 'user'],
  python: { whole: 'print(len(answer.data), "vectors")' },
  node: { whole: "console.log(answer.data.length, 'vectors');" },
};

export const imageCalls: ClientCalls = {
  library: openaiLibrary,
  method: 'images.generate',
  named: [...['model', 'prompt', 'n', 'size', 'quality', 'response_format', 'style', 'background', 'output_format', 'user']],
  python: { whole: 'print(len(answer.data), "images")' },
  node: { whole: "console.log(answer.data.length, 'images');" },
};
