import type { CodeSample } from '../../ui/code-sample.ts';

interface Asked {
  /** Includes `/v1`. */
  readonly base: string;
  readonly model: string;
  readonly question: string;
  /** Comment at the start of the sample. */
  readonly remark?: string;
}

/** Samples that ask a model one question, in four languages. They read the key from the environment, so that it is never in the code. */
export function chatSamples({ base, model, question, remark }: Asked): readonly CodeSample[] {
  const head = (sign: string): string => (remark === undefined ? '' : `${sign} ${remark}\n`);
  return [
    {
      name: 'curl',
      code: `${head('#')}curl ${base}/chat/completions \\
  -H "Authorization: Bearer $TOLLGATE_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "${model}",
    "messages": [
      {"role": "user", "content": "${question}"}
    ]
  }'`,
    },
    {
      name: 'Python',
      code: `import os
from openai import OpenAI

client = OpenAI(
    base_url="${base}",
    api_key=os.environ["TOLLGATE_KEY"],
)
answer = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "${question}"}],
)
print(answer.choices[0].message.content)`,
    },
    {
      name: 'Node.js',
      code: `import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: '${base}',
  apiKey: process.env.TOLLGATE_KEY,
});
const answer = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: '${question}' }],
});
console.log(answer.choices[0].message.content);`,
    },
    {
      name: 'Go',
      code: `client := openai.NewClient(
    option.WithBaseURL("${base}"),
    option.WithAPIKey(os.Getenv("TOLLGATE_KEY")),
)
answer, err := client.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{
    Model: "${model}",
    Messages: []openai.ChatCompletionMessageParamUnion{
        openai.UserMessage("${question}"),
    },
})`,
    },
  ];
}
