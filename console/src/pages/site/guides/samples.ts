import type { CodeSample } from '../../../ui/code-sample.ts';

interface Asked {
  readonly base: string;
  readonly model: string;
  readonly question: string;
}

/** Samples of a streamed response. */
export function streamSamples({ base, model, question }: Asked): readonly CodeSample[] {
  return [
    {
      name: 'curl',
      code: `curl -N ${base}/chat/completions \\
  -H "Authorization: Bearer $TOLLGATE_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "${model}", "stream": true,
       "messages": [{"role": "user", "content": "${question}"}]}'`,
    },
    {
      name: 'Python',
      code: `stream = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "${question}"}],
    stream=True,
)
for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="")`,
    },
    {
      name: 'Node.js',
      code: `const stream = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: '${question}' }],
  stream: true,
});
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? '');
}`,
    },
    {
      name: 'Go',
      code: `stream := client.Chat.Completions.NewStreaming(ctx, openai.ChatCompletionNewParams{
    Model: "${model}",
    Messages: []openai.ChatCompletionMessageParamUnion{
        openai.UserMessage("${question}"),
    },
})
for stream.Next() {
    if chunk := stream.Current(); len(chunk.Choices) > 0 {
        fmt.Print(chunk.Choices[0].Delta.Content)
    }
}`,
    },
  ];
}

/** Samples that list the models a key can call. */
export function modelsSamples(base: string): readonly CodeSample[] {
  return [
    { name: 'curl', code: `curl ${base}/models -H "Authorization: Bearer $TOLLGATE_KEY"` },
    { name: 'Python', code: 'print([model.id for model in client.models.list()])' },
    { name: 'Node.js', code: 'for await (const model of client.models.list()) console.log(model.id);' },
    { name: 'Go', code: 'models, err := client.Models.List(ctx)' },
  ];
}
