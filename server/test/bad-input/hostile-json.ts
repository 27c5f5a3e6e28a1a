/** Creates malicious requests: from a grammar of chat requests, from patterns that are hard for JSON parsers, and by mutation of both. */

type Random = () => number;

/** Maximum length of a repeated pattern, and how often it is used. Most inputs are small, because most faults do not need size. */
const sizes: readonly (readonly [share: number, bytesMax: number])[] = [
  [0.0005, 6 * 1024 * 1024],
  [0.003, 512 * 1024],
  [0.03, 64 * 1024],
  [1, 2 * 1024],
];

const fragments = [
  ...[
    ' ',
    '\n',
    '\t \r',
    '0',
    '1',
    '1,',
    '-',
    '1e',
    '.5',
    '""',
    '"a",',
    '"a":',
    '"aaaaaaaaaaaaaaaa",',
    '\\',
    '\\\\',
    '\\"',
    '\\u0041',
  ],
  ...[
    '\\u0000',
    '\\ud800',
    '\\udc00',
    '\\u12',
    '\u0000',
    '\u001f',
    '[',
    ']',
    '{',
    '}',
    ':',
    ',',
    '{"a":',
    '[{"a":[',
    '}]',
    'null,',
  ],
  ...[
    'true',
    'nul',
    'NaN',
    '/*',
    "'",
    '中',
    '，',
    '😀',
    '\ud83d',
    '\ufeff',
    'e\u0301',
    '"data:',
    'data:',
    'tool ',
    '工具',
    'secret = ',
  ],
  ...[
    'a.',
    'a@',
    'a-',
    '+',
    '=',
    '://',
    'f:',
    '1.',
    'sk-a',
    '(',
    '"required":["a","a"],',
    '{"default":"',
    '"__proto__":',
    '"model":',
  ],
] as const;

const roles = ['user', 'assistant', 'system', 'tool', 'function', 'developer', '__proto__', ''];
const models = ['sandbox/chat', 'chat', 'x'.repeat(2_000), '\u0000', 'sandbox/chat\u0000'];

/** Generates inputs; the same seed gives the same inputs. */
export class HostileJson {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  next(): Buffer {
    let text = this.#chance(0.8) ? this.#request() : this.#repeated(this.#bytesMax());
    const mutations = this.#chance(0.4) ? 0 : this.#below(4);
    for (let count = 0; count < mutations; count += 1) text = this.#mutated(text);
    const bytes = Buffer.from(text);
    if (this.#chance(0.02) && bytes.length > 0) bytes[this.#below(bytes.length)] = this.#below(256);
    return bytes;
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[this.#below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  #bytesMax(): number {
    const drawn = this.#random();
    return sizes.find(([share]) => drawn < share)?.[1] ?? 0;
  }

  #repeated(bytesMax: number): string {
    const unit = this.#chance(0.3) ? this.#pick(fragments) + this.#pick(fragments) : this.#pick(fragments);
    return unit.repeat(Math.ceil(this.#below(bytesMax) / unit.length));
  }

  #mutated(text: string): string {
    const at = this.#below(text.length + 1);
    const end = Math.min(text.length, at + this.#below(40));
    switch (this.#below(5)) {
      case 0:
        return text.slice(0, at) + text.slice(end);
      case 1:
        return text.slice(0, at) + this.#pick(fragments) + text.slice(at);
      case 2:
        return text.slice(0, at) + this.#repeated(this.#bytesMax()) + text.slice(end);
      case 3: {
        const part = text.slice(at, end);
        const times = part === '' ? 0 : Math.ceil(this.#below(this.#bytesMax()) / part.length);
        return text.slice(0, at) + part.repeat(times) + text.slice(at);
      }
      default:
        return text.slice(0, at);
    }
  }

  /** A mostly valid chat request, so that its invalid parts get far. */
  #request(): string {
    const request: Record<string, unknown> = {
      model: this.#chance(0.95) ? 'sandbox/chat' : this.#pick(models),
      messages: this.#list(4, () => this.#message()),
    };
    const options: readonly (readonly [string, () => unknown])[] = [
      ['stream', () => this.#chance(0.5)],
      ['stream_options', () => this.#pick([{ include_usage: true }, { include_usage: null, more: this.#value(3) }, {}])],
      ['n', () => this.#pick([1, 2, 3, 128, 0, 1e9])],
      ['max_tokens', () => this.#pick([1, 50, 2_147_483_647, 1e99, null])],
      ['tools', () => this.#list(3, () => this.#tool())],
      ['tool_choice', () => this.#pick(['required', 'none', 'auto', { type: 'function', function: { name: 'f' } }])],
      [
        'response_format',
        () => this.#pick([{ type: 'json_object' }, { type: 'json_schema', json_schema: { schema: this.#schema(6) } }]),
      ],
      ['metadata', () => this.#metadata()],
      ['logit_bias', () => this.#value(2)],
      ['stop', () => this.#value(2)],
      [this.#text(), () => this.#value(7)],
    ];
    for (const [name, make] of options) if (this.#chance(0.3)) request[name] = make();
    return JSON.stringify(request, null, this.#chance(0.1) ? 2 : 0);
  }

  #list(limit: number, make: () => unknown): unknown[] {
    return Array.from({ length: 1 + this.#below(limit) }, make);
  }

  #text(): string {
    return this.#chance(0.6) ? this.#pick(fragments) : this.#repeated(this.#bytesMax());
  }

  #value(depth: number): unknown {
    const kind = this.#below(depth > 0 ? 8 : 5);
    if (kind > 6)
      return Object.fromEntries(this.#list(6, () => [this.#text().slice(0, 900), this.#value(depth - 1)]) as [string, unknown][]);
    if (kind > 4) return this.#list(6, () => this.#value(depth - 1));
    return this.#pick([null, true, -1e-7, 1e308, this.#below(1e9), this.#text(), this.#text()]);
  }

  #message(): object {
    const url = { url: `data:image/png;base64,${this.#text()}` };
    const content = this.#pick<() => unknown>([
      () => this.#text(),
      () =>
        this.#list(4, () =>
          this.#pick([
            { type: 'text', text: this.#text() },
            { type: 'image_url', image_url: url },
          ]),
        ),
      () => this.#value(2),
    ])();
    return { role: this.#chance(0.8) ? 'user' : this.#pick(roles), content, ...(this.#chance(0.1) ? { tool_call_id: 'x' } : {}) };
  }

  #tool(): object {
    return { type: 'function', function: { name: this.#chance(0.9) ? 'f' : this.#text(), parameters: this.#schema(7) } };
  }

  #metadata(): object {
    const knobs = [
      { sandbox_output_tokens: String(1 + this.#below(3_000)) },
      { sandbox_status: this.#pick(['400', '500', '999']) },
      { sandbox_usage: this.#pick(['none', 'nonsense', 'x']) },
      { sandbox_cut_after_chunks: String(this.#below(5)) },
    ];
    return this.#chance(0.7) ? this.#pick(knobs) : { a: this.#value(2) };
  }

  #schema(depth: number): unknown {
    const kinds: readonly (() => unknown)[] = [
      () => ({ default: this.#value(3) }),
      () => ({ const: this.#text() }),
      () => ({ enum: this.#list(3, () => this.#value(2)) }),
      () => this.#pick([{ type: 'string' }, { type: ['integer'], minimum: 1e308 }, { type: 'null' }, { type: {} }, null, []]),
    ];
    const deeper: readonly (() => unknown)[] = [
      () => ({ type: 'array', minItems: this.#pick([0, 1, '1', {}]), items: this.#schema(depth - 1) }),
      () => ({ [this.#pick(['anyOf', 'oneOf'])]: this.#list(2, () => this.#schema(depth - 1)) }),
      () => this.#object(depth),
      () => this.#object(depth),
      () => this.#object(depth),
    ];
    return this.#pick(depth > 0 ? [...kinds, ...deeper, ...deeper] : kinds)();
  }

  #object(depth: number): object {
    const names = this.#list(3, () => this.#pick(['a', 'b', '__proto__', 'toString', this.#text().slice(0, 100)])) as string[];
    const properties = Object.fromEntries(names.map((name) => [name, this.#schema(depth - 1)]));
    const times = this.#chance(0.1) ? this.#below(1_000) : 1;
    return { type: 'object', properties, required: Array.from({ length: times }, () => names).flat() };
  }
}
