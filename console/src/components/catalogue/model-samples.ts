import type { CodeSample } from '../../ui/code-sample.ts';
import { chatSamples } from './chat-samples.ts';

interface Sampled {
  readonly base: string;
  readonly model: string;
  readonly question: string;
}

const bodies: Readonly<Record<string, (model: string) => readonly [string, string]>> = {
  embedding: (model) => ['/embeddings', `{"model": "${model}", "input": ["first text", "second text"]}`],
  rerank: (model) => ['/rerank', `{"model": "${model}", "query": "what is a gateway", "documents": ["a door", "a proxy"]}`],
  image: (model) => ['/images/generations', `{"model": "${model}", "prompt": "a toll gate at dusk, ink drawing"}`],
  music: (model) => ['/music/generations', `{"model": "${model}", "prompt": "calm piano, rain, slow", "duration": 60}`],
};

/** Code samples for a first call to a model of this kind. */
export function modelSamples(kind: string, { base, model, question }: Sampled): readonly CodeSample[] {
  const other = bodies[kind];
  if (other === undefined) return chatSamples({ base, model, question });
  const [path, body] = other(model);
  const timeout = kind === 'image' ? 120 : 60;
  return [
    {
      name: 'curl',
      code: `curl ${base}${path} \\
  -H "Authorization: Bearer $TOLLGATE_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${body}'`,
    },
    {
      name: 'Python',
      code: `import os, requests

answer = requests.post(
    "${base}${path}",
    headers={"Authorization": f"Bearer {os.environ['TOLLGATE_KEY']}"},
    json=${body},
    timeout=${String(timeout)},
)
print(answer.json())`,
    },
    {
      name: 'Node.js',
      code: `const answer = await fetch('${base}${path}', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.TOLLGATE_KEY}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify(${body}),
  signal: AbortSignal.timeout(${String(timeout)}_000),
});
console.log(await answer.json());`,
    },
  ];
}
