import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A violation of a house rule; `file` is relative to the root of the tree. */
export interface Breach {
  readonly rule:
    | 'vendor-name-outside-its-place'
    | 'forbidden-folder-name'
    | 'barrel'
    | 'host-in-lock-file'
    | 'silent-conflict'
    | 'page-not-at-rest'
    | 'form-checked-by-browser'
    | 'list-of-the-browser'
    | 'page-outside-its-subject'
    | 'nothing-read';
  readonly file: string;
  readonly detail: string;
}

/** Names of vendors as people write them; {@link vendorNames} adds the files of server/src/providers/vendors/. */
const knownVendors = [
  ...['openai', 'azure', 'anthropic', 'claude', 'gemini', 'google', 'bedrock', 'aws', 'vertexai', 'mistral', 'cohere', 'groq'],
  ...[
    'togetherai',
    'fireworksai',
    'xai',
    'grok',
    'perplexity',
    'openrouter',
    'deepseek',
    'alibaba',
    'aliyun',
    'dashscope',
    'qwen',
  ],
  ...[
    'zhipu',
    'bigmodel',
    'glm',
    'moonshot',
    'kimi',
    'minimax',
    'volcengine',
    'doubao',
    'byteplus',
    'seedream',
    'baidu',
    'qianfan',
  ],
  ...[
    'ernie',
    'tencent',
    'hunyuan',
    'iflytek',
    'stepfun',
    'lingyiwanwu',
    'baichuan',
    'siliconflow',
    'modelscope',
    'jina',
    'voyageai',
  ],
  ...['ideogram', 'klingai', 'jimeng', 'suno', 'ollama', 'vllm', 'lmstudio', 'gpt', 'llama'],
];

/** Vendor names that are also English words. They count only in quotes, so that comments can use the words. */
const alsoEnglish = new Set(['together', 'fireworks', 'replicate', 'stability', 'voyage', 'cohere']);

/** Wire fields and paths whose names contain that of a vendor. Code that drops or reads them must name them. */
const fieldNames = [
  ...[
    'azure_ad_token',
    'x_groq',
    'amazon-bedrock-invocationMetrics',
    'gpt_description_prompt',
    '/suno/',
    'x-claude-code-session-id',
    'x-anthropic-billing-header',
    'anthropic-version',
    'anthropic-beta',
  ],
  ...['claude_cache_creation_5_m_tokens', 'claude_cache_creation_1_h_tokens'],
  // The beginning of a value of a header.
  'claude-code-',
];

/** Protocols and signatures named after their inventor: their folders and code have that name as well, and so do some libraries. */
const protocolNames =
  /images-?(?:bfl|dashscope)|x-dashscope-async|rerank-?(?:cohere|dashscope|jina|voyage)|music-?(?:elevenlabs|lyria|minimax|mureka|suno)|aws-?(?:client|sigv4|v4signer)|google-?service-?account/gi;

const forbiddenFolders = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc']);

/** Applies every rule to the tree at `root`. An empty list means that there are no violations. */
export function houseBreaches(root: string): Breach[] {
  const files = ['server', 'contract', 'console', 'bench', 'tools'].flatMap((folder) => filesBelow(root, folder));
  const sources = files.filter((file) => /^(server|contract)\/src\/.*\.(ts|lua)$/.test(file));
  if (sources.length === 0) return [{ rule: 'nothing-read', file: 'server/src', detail: 'no source file was found' }];
  return [
    ...vendorBreaches(root, sources),
    ...conflictBreaches(root, sources),
    ...nameBreaches(files),
    ...lockFileBreaches(root),
    ...restBreaches(root),
    ...formBreaches(root),
    ...subjectBreaches(files),
  ];
}

/** Lower-case vendor names to search for: the known ones and one per file of server/src/providers/vendors/. */
function vendorNames(root: string): string[] {
  const vendors = join(root, 'server/src/providers/vendors');
  const files = existsSync(vendors) ? readdirSync(vendors) : [];
  return [...new Set([...knownVendors, ...files.map((file) => basename(file, '.ts').toLowerCase())])];
}

/** Vendor names belong in server/src/providers/, tests and docs; all other code refers to dialects and routes. */
function vendorBreaches(root: string, sources: readonly string[]): Breach[] {
  const names = vendorNames(root);
  const judged = sources.filter((file) => !file.startsWith('server/src/providers/') && !file.endsWith('.test.ts'));
  return judged.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    return [file, ...lines].flatMap((line, number) => {
      const words = wordsOf(fieldNames.reduce((rest, field) => rest.replaceAll(field, ''), line.replace(protocolNames, '')));
      const found = names.find((name) => (alsoEnglish.has(name) ? quotes(line, name) : words.includes(name)));
      if (found === undefined) return [];
      return [{ rule: 'vendor-name-outside-its-place' as const, file: `${file}:${String(number)}`, detail: found }];
    });
  });
}

function quotes(line: string, name: string): boolean {
  return new RegExp(`['"\`]${name}['"\`]`, 'i').test(line);
}

/** The lower-case words of a line: `createDeepSeekRoute` gives `deepseek`, `deep` and `seek`; `OPENAI_API_KEY` gives `openai`. */
function wordsOf(line: string): string[] {
  const words = line.match(/[A-Za-z][a-z0-9]*|[A-Z0-9]+/g) ?? [];
  const runs = line.match(/[A-Za-z0-9]+/g) ?? [];
  const humps = runs.flatMap((run) => run.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+/g) ?? []);
  const pairs = humps.map((hump, index) => hump + (humps[index + 1] ?? ''));
  return [...words, ...runs, ...humps, ...pairs].map((word) => word.toLowerCase());
}

/** Maximum distance between an insert and the comment above its statement that explains it. */
const reasonLines = 20;

/**
 * A row that is not inserted because it exists is a change that did not happen. A comment next to it must say why that is right, or who is
 * notified.
 */
function conflictBreaches(root: string, sources: readonly string[]): Breach[] {
  return sources.flatMap((file) => {
    if (file.endsWith('.test.ts')) return [];
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, at) => {
      if (/^\s*\*/.test(line) || !/on conflict\b.*\bdo nothing|\.doNothing\(\)/i.test(line)) return [];
      const hasReason = lines
        .slice(Math.max(0, at - reasonLines), at + 1)
        .some((near) => /(?:\/\/|\/?\*+) Conflict: \S/.test(near));
      const detail = 'say in a comment `// Conflict: …` before the statement who looks at the result, or why nobody needs to';
      return hasReason ? [] : [{ rule: 'silent-conflict' as const, file: `${file}:${String(at + 1)}`, detail }];
    });
  });
}

/**
 * Code that touches a changing page is unreliable under load. Pressing keys and measuring must therefore wait, each in one shared place.
 */
const restless: readonly (readonly [what: RegExp, place: string, detail: string])[] = [
  [/\.keyboard\./, 'keyboard.ts', 'press keys through keyboard.ts, which waits until the page stands still'],
  [/\baxe\.run\(/, 'axe-findings.ts', 'measure through axeFindings, which waits until the page is at rest'],
  [/networkidle|waitForTimeout/, 'at-rest.ts', 'wait with atRest, which says what it waited for'],
];

/**
 * Browsers report invalid fields in their own language and cover the hint, so forms report errors themselves. Select lists look the same
 * everywhere.
 */
function formBreaches(root: string): Breach[] {
  return filesBelow(root, 'console/src')
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      const forms = source.split(/<form(?=\s|>)/).slice(1);
      const open = forms.filter((text) => !/^[^>]*\bnoValidate\b/.test(text));
      return [
        ...open.map(() => ({ rule: 'form-checked-by-browser' as const, file, detail: 'begin the form with noValidate' })),
        ...(/<select(?=\s|>)/.test(source) ? [{ rule: 'list-of-the-browser' as const, file, detail: 'take SelectField' }] : []),
      ];
    });
}

function restBreaches(root: string): Breach[] {
  return filesBelow(root, 'server/test/console/browser').flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const broken = restless.filter(([what, place]) => basename(file) !== place && what.test(text));
    return broken.map(([, , detail]) => ({ rule: 'page-not-at-rest' as const, file, detail }));
  });
}

/** Page folders of the console have the names of the contract folders, so that each subject has one name. */
function subjectBreaches(files: readonly string[]): Breach[] {
  const subjectOf = (file: string, place: string): string => file.slice(place.length).split('/')[0] ?? '';
  const [contract, pages] = ['contract/src/', 'console/src/pages/'];
  const known = new Set(files.filter((file) => file.startsWith(contract)).map((file) => subjectOf(file, contract)));
  return files
    .filter((file) => file.startsWith(pages) && !known.has(subjectOf(file, pages)))
    .map((file) => ({ rule: 'page-outside-its-subject' as const, file, detail: 'no folder of contract/src has this name' }));
}

function nameBreaches(files: readonly string[]): Breach[] {
  const folders = new Set(files.flatMap((file) => foldersOf(file)));
  const badFolders = [...folders].filter((folder) => forbiddenFolders.has(basename(folder)));
  const barrels = files.filter((file) => /^index\.[cm]?[jt]sx?$/.test(basename(file)));
  return [
    ...badFolders.map((file) => ({
      rule: 'forbidden-folder-name' as const,
      file,
      detail: 'name the folder after what it holds',
    })),
    ...barrels.map((file) => ({ rule: 'barrel' as const, file, detail: 'import the file that has what you need' })),
  ];
}

/** The lock file must work with any registry, so it must not name one. */
function lockFileBreaches(root: string): Breach[] {
  const folders = ['', 'server/test/clients/node/', 'server/test/clients/node/cherry-studio/'];
  const files = folders.map((folder) => `${folder}package-lock.json`);
  return files
    .filter((file) => existsSync(join(root, file)))
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      const hosted = lines.filter((line) => /"resolved":\s*"[a-z+]*:\/\//.test(line));
      return hosted.map((line) => ({ rule: 'host-in-lock-file' as const, file, detail: line.trim() }));
    });
}

function foldersOf(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.name === 'node_modules') return [];
    return entry.isDirectory() ? filesBelow(root, path) : [path];
  });
}
