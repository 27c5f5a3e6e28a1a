import { clientBase } from '../../../../api/client-addresses.ts';
import type { CodeSample } from '../../../../ui/code-tabs.tsx';
import { messagesRequest } from './messages-request.ts';

/** A request that any client can send. */
export interface SampleRequest {
  /** Path below `/v1`. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const base = clientBase();

/** Replaces images, which are too long to read, with a placeholder. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^(data:[^,]{1,60},)[\s\S]{64,}$/, '$1…');
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

function curlSample({ path, body }: SampleRequest): string {
  const data = json(body).replaceAll("'", String.raw`'\''`);
  const buffer = body.stream === true ? ' -N' : '';
  return `curl${buffer} ${base}${path} \\
  -H "Authorization: Bearer $TOLLGATE_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${data}'`;
}

/** Formats a value as Python code. */
function python(value: unknown, depth = 0): string {
  if (typeof value === 'object' && value !== null) return pythonMembers(value, depth);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? 'None' : JSON.stringify(value);
}

function pythonMembers(value: object, depth: number): string {
  const isList = Array.isArray(value);
  const inner = ' '.repeat(4 * (depth + 1));
  const members = isList
    ? value.map((item) => python(item, depth + 1))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${python(member, depth + 1)}`);
  const lines = members.map((member) => `${inner}${member},\n`).join('');
  const text = lines === '' ? '' : `\n${lines}${' '.repeat(4 * depth)}`;
  return isList ? `[${text}]` : `{${text}}`;
}

const pythonHead = `import os
from openai import OpenAI

client = OpenAI(base_url="${base}", api_key=os.environ["TOLLGATE_KEY"])
`;
const nodeHead = `import OpenAI from 'openai';

const client = new OpenAI({ baseURL: '${base}', apiKey: process.env.TOLLGATE_KEY });
`;

/** Client library method and the output to print. Without one, the samples use the generic request method. */
interface ClientCall {
  readonly method: string;
  readonly show: string;
}

/** Fields that are named arguments of the Python client; it sends all others unchanged in a separate field. */
const named: Readonly<Record<string, readonly string[]>> = {
  '/chat/completions': [
    ...['model', 'messages', 'stream', 'stream_options', 'temperature', 'top_p', 'max_tokens', 'max_completion_tokens', 'tools'],
    ...[
      'tool_choice',
      'response_format',
      'n',
      'seed',
      'stop',
      'metadata',
      'reasoning_effort',
      'presence_penalty',
      'frequency_penalty',
    ],
    ...['parallel_tool_calls', 'logprobs', 'top_logprobs', 'logit_bias', 'user', 'service_tier', 'store'],
  ],
  '/embeddings': ['model', 'input', 'dimensions', 'encoding_format', 'user'],
  '/images/generations': [
    'model',
    'prompt',
    'n',
    'size',
    'quality',
    'response_format',
    'style',
    'background',
    'output_format',
    'user',
  ],
};

const pythonCalls: Readonly<Record<string, ClientCall>> = {
  '/chat/completions': { method: 'chat.completions.create', show: 'print(answer.choices[0].message)' },
  '/embeddings': { method: 'embeddings.create', show: 'print(len(answer.data), "vectors")' },
  '/images/generations': { method: 'images.generate', show: 'print(len(answer.data), "images")' },
};
const nodeCalls: Readonly<Record<string, ClientCall>> = {
  '/chat/completions': { method: 'chat.completions.create', show: 'console.log(answer.choices[0].message);' },
  '/embeddings': { method: 'embeddings.create', show: "console.log(answer.data.length, 'vectors');" },
  '/images/generations': { method: 'images.generate', show: "console.log(answer.data.length, 'images');" },
};

function pythonSample({ path, body }: SampleRequest): string {
  const call = pythonCalls[path];
  if (call === undefined)
    return `${pythonHead}answer = client.post("${path}", body=${python(body)}, cast_to=dict)\nprint(answer)`;
  const known = named[path] ?? [];
  const others = Object.fromEntries(Object.entries(body).filter(([name]) => !known.includes(name)));
  const given = Object.entries(body).filter(([name]) => known.includes(name));
  const all = Object.keys(others).length === 0 ? given : [...given, ['extra_body', others] as const];
  const lines = all.map(([name, value]) => `    ${name}=${python(value, 1)},\n`).join('');
  const asked = `${pythonHead}answer = client.${call.method}(\n${lines})\n`;
  if (body.stream !== true) return asked + call.show;
  return `${asked}for chunk in answer:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="", flush=True)`;
}

function nodeSample({ path, body }: SampleRequest): string {
  const call = nodeCalls[path];
  if (call === undefined)
    return `${nodeHead}const answer = await client.post('${path}', { body: ${json(body)} });\nconsole.log(answer);`;
  const asked = `${nodeHead}const answer = await client.${call.method}(${json(body)});\n`;
  if (body.stream !== true) return asked + call.show;
  return `${asked}for await (const chunk of answer) process.stdout.write(chunk.choices[0]?.delta.content ?? '');`;
}

function goSample({ path, body }: SampleRequest): string {
  const data = json(body).replaceAll('`', '` + "`" + `');
  return `package main

import (
	"io"
	"net/http"
	"os"
	"strings"
)

const body = \`${data}\`

func main() {
	request, err := http.NewRequest("POST", "${base}${path}", strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("TOLLGATE_KEY"))
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	io.Copy(os.Stdout, answer.Body)
}`;
}

/** The same chat as a request of the Messages protocol. */
function messagesSamples(chat: SampleRequest['body']): readonly CodeSample[] {
  const body = messagesRequest(chat);
  const lines = Object.entries(body).filter(([name]) => name !== 'stream');
  const given = lines.map(([name, value]) => `    ${name}=${python(value, 1)},\n`).join('');
  const head = `import os
from anthropic import Anthropic

client = Anthropic(base_url="${base.replace(/\/v1$/, '')}", auth_token=os.environ["TOLLGATE_KEY"])
`;
  const whole = `answer = client.messages.create(\n${given})\nprint(answer.content)`;
  const streamed = `with client.messages.stream(\n${given}) as stream:
    for text in stream.text_stream:
        print(text, end="", flush=True)`;
  return [
    { name: 'curl · Messages', code: curlSample({ path: '/messages', body }) },
    { name: 'Python · Messages', code: head + (body.stream === true ? streamed : whole) },
  ];
}

/** The current request in four languages, with a placeholder for the key; a chat also in its other protocol. */
export function codeSamples(request: SampleRequest): readonly CodeSample[] {
  const short = { ...request, body: shortened(request.body) as SampleRequest['body'] };
  return [
    { name: 'curl', code: curlSample(short) },
    { name: 'Python', code: pythonSample(short) },
    { name: 'Node.js', code: nodeSample(short) },
    { name: 'Go', code: goSample(short) },
    ...(request.path === '/chat/completions' ? messagesSamples(short.body) : []),
  ];
}
