/** Goal: every piece of advice in the guides has an anchor in both languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from './topic.ts';
import { topics } from './topics.ts';

/** The advice, and the texts that must appear in it: figures and names that both languages share. */
const advice: readonly (readonly [advice: string, place: string, words: readonly string[]])[] = [
  ['a client changes only its base address and key', 'quick-start#change', ['{base}']],
  ['the platform selects the route itself; nobody switches by hand', 'quick-start#addresses', []],
  ['one space after Bearer, and the sk- prefix stays', 'quick-start#authorization', ['Bearer', 'sk-']],
  ['a list of models means that the key is valid', 'quick-start#check', []],
  ['streams, tools, vision', 'quick-start#streaming', ['stream']],
  ['another model name switches the model without other changes', 'quick-start#switch-models', ['model']],
  ['bodies in UTF-8, charset named', 'quick-start#utf-8', ['charset=utf-8']],
  ['the key belongs into an environment variable', 'keys#environment', ['TOLLGATE_KEY']],
  ['separate keys for test and production', 'keys#test-and-production', []],
  ['bind production keys to an IP allow-list; an empty one means no restriction', 'keys#ip-allow-list', ['IPv4', 'IPv6', '403']],
  ['messages at 80 and 90 %, pause at 100 %', 'keys#caps', ['80 %', '90 %', '100 %']],
  ['changes of caps and allow-lists hold at once', 'keys#immediately', []],
  ['models outside the list of key or sub-account are restricted', 'keys#model-allow-list', ['403']],
  ['after a reset a new key takes the place of the old one', 'keys#reset', ['401']],
  ['SDKs take a base address that ends with /v1', 'clients#base-address', ['/v1']],
  ['any SDK with a base address of choice', 'clients#sdks', []],
  ['a workflow platform wants the address without /v1', 'clients#dify', ['/v1']],
  ['an empty list of models: look at /v1, and whether the key has expired', 'clients#empty-model-list', ['/v1']],
  ['Cherry Studio', 'clients#cherry-studio', []],
  ['NextChat', 'clients#nextchat', []],
  ['LobeChat', 'clients#lobechat', ['OPENAI_PROXY_URL']],
  ['Open WebUI', 'clients#open-webui', []],
  ['FastGPT', 'clients#fastgpt', []],
  ['aggregators', 'clients#aggregators', ['one-api', 'new-api', 'LiteLLM']],
  ['Cursor', 'clients#cursor', []],
  ['retries are safe: failed calls are not charged', 'errors#retries-are-free', ['0.0000']],
  ['back off exponentially: 1, 2, 4 s, at most 3 retries', 'errors#backoff', ['retry-after']],
  ['400: parameters', 'errors#http-400', ['error.param']],
  ['401: spaces, line ends, cut off; reset or deleted; header; base address', 'errors#http-401', ['Authorization', '{base}']],
  ['403: the source is not in the allow-list', 'errors#http-403', ['IP']],
  ['429: above the rate', 'errors#http-429', ['retry-after']],
  ['500: a fault of the server', 'errors#http-500', ['x-request-id']],
  ['503: retried by the platform; after 5 minutes a comparable model', 'errors#http-503', ['5']],
  ['garbled text: decode as UTF-8; consoles default to GBK', 'errors#garbled', ['UTF-8', 'GBK']],
  ['rates of the plans, from the installation', 'limits#rates', ['/dedicated', '429']],
  ['10 requests at a time, 20 for enterprises', 'limits#concurrency', ['10', '20']],
  ['100 and more need a dedicated channel', 'limits#high-concurrency', []],
  ['50 to 200 ms between requests', 'limits#gap', ['50–200', '50–100']],
  ['the log is kept for 90 days', 'limits#log', ['90']],
  ['charged only with HTTP 200', 'billing#only-200', ['200', '4xx', '5xx']],
  ['input and output are both charged', 'billing#both-directions', []],
  ['output 2 to 4 times input, premium 10 to 20 times basic', 'billing#prices', ['2–4', '10–20']],
  ['token estimates', 'billing#tokens', ['1.5–2', '1–2']],
  ['a credit to try as the settings say, no minimum', 'billing#trial', ['{trial:']],
  ['images: a timeout of 120 s', 'images#timeout', ['120', '30']],
  ['images: what makes them faster', 'images#faster', []],
  ['images: a timeout is not charged and may be retried', 'images#retry', []],
  ['music: prompt in English', 'music#prompt', []],
  ['music: duration within the range of the model', 'music#duration', ['30–300']],
  ['music: tags from the list', 'music#tags', ['400']],
  ['music: at a 503 wait 30 s', 'music#http-503', ['30']],
  ['music: after more than 5 failures report them, with parameters and logs', 'music#support', ['5']],
];

function wordsOf(block: Block): string {
  return typeof block === 'string' ? block : JSON.stringify(block);
}

for (const language of ['zh', 'en'] as const) {
  test(`every piece of advice has an anchor in ${language}, with its figures`, () => {
    for (const [what, place, words] of advice) {
      const [name = '', anchor = ''] = place.split('#');
      const section = topics[name]?.[language].sections[anchor];
      assert.ok(section !== undefined && section.body.length > 0, `${place} is missing: ${what}`);
      const text = [section.title, ...section.body.map(wordsOf)].join(' ');
      for (const word of words) assert.ok(text.includes(word), `${place} does not say ${word}: ${what}`);
    }
  });
}

test('both languages have the same sections in the same order', () => {
  for (const [name, { zh, en }] of Object.entries(topics))
    assert.deepEqual(Object.keys(zh.sections), Object.keys(en.sections), name);
});

test('every client that a guide constructs names its key', () => {
  let count = 0;
  for (const [name, topic] of Object.entries(topics))
    for (const language of ['zh', 'en'] as const) {
      const text = JSON.stringify(topic[language]);
      for (const [client, given = ''] of text.matchAll(/\bOpenAI\(([^)]*)\)/g)) {
        count += 1;
        assert.match(given, /api_?key/i, `${name} (${language}): ${client}`);
      }
    }
  assert.ok(count > 0, 'no guide constructs a client');
});
