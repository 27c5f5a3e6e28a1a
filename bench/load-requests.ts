import { agentBody } from './agent-body.ts';
import type { LoadPlan } from './load-plan.ts';

const question =
  'Explain in five sentences how a pay-per-use gateway reserves money before a call, posts the true cost after it, ' +
  'and why a call that failed must never be charged. Mention rate limits, caps and the ledger.';

function content(imageBytes: number): unknown {
  if (imageBytes === 0) return question;
  const image = Buffer.alloc(Math.floor((imageBytes * 3) / 4), 'tollgate bench image ').toString('base64');
  return [
    { type: 'text', text: question },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${image}`, detail: 'high' } },
  ];
}

/** A passage as programs for search cut them. */
const passage = 'A call that failed must never be charged, and one that was charged must stand in the ledger, whatever breaks. ';

function body(plan: LoadPlan, model: string): string {
  if (plan.embedding !== undefined) {
    const input = Array.from({ length: plan.embedding.inputs }, (_, index) => `${String(index)}. ${passage}`);
    return JSON.stringify({ model, input, encoding_format: plan.embedding.form });
  }
  const start = { model, ...(plan.streamed ? { stream: true } : {}) };
  const { protocol = 'chat' } = plan;
  if (plan.isOfAgent === true) return JSON.stringify({ ...start, ...agentBody(protocol) });
  if (protocol === 'responses') return JSON.stringify({ ...start, input: question, max_output_tokens: 256 });
  if (protocol === 'messages')
    return JSON.stringify({ ...start, messages: [{ role: 'user', content: question }], max_tokens: 256 });
  return JSON.stringify({
    ...start,
    messages: [
      { role: 'system', content: 'You are a careful engineer. Answer briefly and exactly.' },
      { role: 'user', content: content(plan.imageBytes) },
    ],
    temperature: 0.2,
    max_tokens: 256,
  });
}

/** The bytes of every request of a plan, made before the clock starts. */
export function requestBytes(plan: LoadPlan): Buffer[] {
  const url = new URL(plan.url);
  const start = `${plan.method} ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\nuser-agent: tollgate-bench\r\n`;
  if (plan.method === 'GET') return [Buffer.from(`${start}\r\n`)];
  return plan.credentials.map(({ key, model }) => {
    const text = body(plan, model);
    const head = `authorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${String(Buffer.byteLength(text))}\r\n\r\n`;
    return Buffer.from(start + head + text);
  });
}
