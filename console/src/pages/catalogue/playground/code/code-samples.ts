import type { CodeSample } from '../../../../ui/code-sample.ts';
import { openaiLibrary, type ClientCalls } from './client-calls.ts';

/** A request that any client can send. */
export interface SampleRequest {
  /** Path below `/v1`. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Without them, the samples use the generic request method of a client library. */
  readonly calls?: ClientCalls;
}

interface Sampled extends SampleRequest {
  readonly base: string;
}

/** Replaces images, which are too long to read, with a placeholder. */
export function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^(data:[^,]{1,60},)[\s\S]{64,}$/, '$1…');
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

function curlSample({ base, path, body }: Sampled): string {
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

function lastLines({ whole, streamed = whole }: ClientCalls['python'], { stream }: SampleRequest['body']): string {
  return stream === true ? streamed : whole;
}

function pythonSample({ base, path, body, calls }: Sampled): string {
  if (calls === undefined)
    return `${openaiLibrary.python(base)}answer = client.post("${path}", body=${python(body)}, cast_to=dict)\nprint(answer)`;
  const { library, method, named, python: shown } = calls;
  const given = Object.entries(body).filter(([name]) => named.includes(name));
  const others = Object.entries(body).filter(([name]) => !named.includes(name));
  const all = others.length === 0 ? given : [...given, ['extra_body', Object.fromEntries(others)] as const];
  const lines = all.map(([name, value]) => `    ${name}=${python(value, 1)},\n`).join('');
  return `${library.python(base)}answer = client.${method}(\n${lines})\n${lastLines(shown, body)}`;
}

function nodeSample({ base, path, body, calls }: Sampled): string {
  if (calls === undefined)
    return `${openaiLibrary.node(base)}const answer = await client.post('${path}', { body: ${json(body)} });\nconsole.log(answer);`;
  const { library, method, node: shown } = calls;
  return `${library.node(base)}const answer = await client.${method}(${json(body)});\n${lastLines(shown, body)}`;
}

function goSample({ base, path, body }: Sampled): string {
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

/** The current request in four languages, with a placeholder for the key. */
export function codeSamples(base: string, request: SampleRequest): readonly CodeSample[] {
  const short = { ...request, base, body: shortened(request.body) as SampleRequest['body'] };
  return [
    { name: 'curl', code: curlSample(short) },
    { name: 'Python', code: pythonSample(short) },
    { name: 'Node.js', code: nodeSample(short) },
    { name: 'Go', code: goSample(short) },
  ];
}
