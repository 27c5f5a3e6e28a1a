import type { AttemptPlan, Losses } from '../../dialect.ts';

/** Protocols of chat that upstreams speak, as columns of the table, with their titles in the documentation. */
export const chatDialects = { 'chat-completions': 'Chat completions', messages: 'Messages', responses: 'Responses' } as const;

export type ChatDialect = keyof typeof chatDialects;

/**
 * What becomes of a feature at an upstream of another protocol than the client's.
 * - `kept`: the upstream receives it in its own form.
 * - `mapped`: the upstream receives an equivalent; nothing is lost to the client.
 * - `by_model`: kept for models whose record lists the field, otherwise left out with a warning.
 * - `if_listed`: kept for models whose record lists the field, and at providers that take it if the record lists none. Otherwise left out
 *   without a warning: upstreams that do not know it refuse it.
 * - `dropped`: left out, and named in `x-tollgate-dropped`.
 * - `silent`: left out without a warning, because clients send it always and miss nothing.
 * - `refused`: the request cannot be served by such an upstream.
 */
export type Fate = 'kept' | 'mapped' | 'by_model' | 'if_listed' | 'dropped' | 'silent' | 'refused';

interface FeatureEntry {
  /** In words, for the documentation. */
  readonly about: string;
  readonly fate: Readonly<Record<ChatDialect, Fate>>;
}

/** Fates in the order chat completions, Messages, Responses. */
function row(about: string, chat: Fate, messages: Fate, responses: Fate): FeatureEntry {
  return { about, fate: { 'chat-completions': chat, messages, responses } };
}

/** Everything that the chat protocols express differently. Documentation, warnings and tests are made from this table. */
export const features = {
  images: row('Images', 'kept', 'kept', 'kept'),
  documents: row('PDF and other documents', 'kept', 'kept', 'kept'),
  audio: row('Audio input', 'kept', 'refused', 'refused'),
  video: row('Video input', 'kept', 'refused', 'refused'),
  file_ids: row('Files stored at one vendor', 'refused', 'refused', 'refused'),
  other_content: row('Content of a kind that no other protocol has', 'kept', 'refused', 'refused'),
  custom_tools: row('Custom tools with free text or a grammar', 'mapped', 'mapped', 'kept'),
  tool_namespaces: row('Namespaces of tools', 'mapped', 'mapped', 'kept'),
  deferred_tools: row('Tools that a search finds', 'mapped', 'kept', 'mapped'),
  foreign_items: row('Items that only this protocol has, such as searches of the vendor', 'dropped', 'dropped', 'dropped'),
  only_foreign_items: row('A request that contains nothing else', 'refused', 'refused', 'refused'),
  compaction_requests: row('A request to compact the conversation', 'refused', 'refused', 'refused'),
  server_tools: row('Tools that the vendor runs, such as web search', 'dropped', 'dropped', 'dropped'),
  billed_tools: row('Tools that the vendor runs and bills apart, such as image generation', 'dropped', 'dropped', 'refused'),
  only_server_tools: row('A request whose only tools are run by the vendor', 'refused', 'refused', 'refused'),
  strict_tools: row('Tools whose calls must follow their schema (`strict`)', 'kept', 'silent', 'kept'),
  forced_tools: row('A tool that must be called', 'by_model', 'by_model', 'by_model'),
  system_turns: row('System messages within the conversation', 'mapped', 'mapped', 'kept'),
  allowed_tools: row('A choice among some of the tools', 'mapped', 'mapped', 'kept'),
  json_object: row('JSON output without a schema', 'kept', 'dropped', 'kept'),
  json_schema: row('JSON output by a schema', 'kept', 'mapped', 'kept'),
  reasoning_history: row('Thinking in earlier turns, without a seal of the same model', 'silent', 'silent', 'silent'),
  cache_marks: row('Breakpoints of the prompt cache', 'silent', 'kept', 'silent'),
  citations: row('Citations of documents', 'dropped', 'kept', 'dropped'),
  many_choices: row('Several choices (`n`)', 'kept', 'refused', 'refused'),
  logprobs: row('Log probabilities', 'dropped', 'refused', 'dropped'),
  logit_bias: row('Logit bias', 'kept', 'dropped', 'dropped'),
  seed: row('`seed`', 'by_model', 'dropped', 'dropped'),
  penalties: row('Presence and frequency penalties', 'by_model', 'dropped', 'dropped'),
  top_k: row('`top_k`', 'by_model', 'by_model', 'dropped'),
  temperature: row('`temperature`', 'by_model', 'by_model', 'by_model'),
  top_p: row('`top_p`', 'by_model', 'by_model', 'by_model'),
  stop: row('Stop sequences', 'by_model', 'by_model', 'dropped'),
  small_output_limit: row('An output limit below 16 tokens', 'kept', 'kept', 'refused'),
  prefill: row('An answer that the request begins (prefill)', 'dropped', 'kept', 'dropped'),
  reasoning_effort: row('Effort of thinking', 'if_listed', 'kept', 'kept'),
  prompt_cache_key: row('The key of a prompt cache', 'if_listed', 'silent', 'kept'),
  user: row('The client’s own identifier of its user', 'if_listed', 'kept', 'kept'),
  verbosity: row('`verbosity`', 'if_listed', 'silent', 'kept'),
  output_audio: row('Spoken answers (`modalities`)', 'kept', 'refused', 'refused'),
  prediction: row('Predicted output', 'kept', 'dropped', 'dropped'),
  metadata: row('Metadata of the request', 'kept', 'dropped', 'kept'),
  container: row('Containers and skills of one vendor', 'refused', 'kept', 'refused'),
  context_management: row('Context editing by the vendor', 'silent', 'kept', 'silent'),
  thinking_display: row('How thinking is shown (`thinking.display`)', 'silent', 'kept', 'silent'),
  truncation: row('Truncation of the input by the vendor', 'dropped', 'dropped', 'kept'),
  misplaced_files: row('Files in system messages and in answers', 'dropped', 'dropped', 'dropped'),
  participant_names: row('Names of participants', 'dropped', 'dropped', 'dropped'),
  stored_answers: row('Storing of the answer at the vendor', 'dropped', 'dropped', 'dropped'),
  output_format: row('A form of output that no other protocol has', 'dropped', 'dropped', 'dropped'),
  prompt_cache_life: row('How long a prompt cache lives', 'silent', 'silent', 'silent'),
  other_fields: row('Fields that no other protocol has', 'dropped', 'dropped', 'dropped'),
  client_metadata: row('The client’s own data about itself', 'silent', 'silent', 'silent'),
} as const satisfies Record<string, FeatureEntry>;

export type Feature = keyof typeof features;

/** Notes a feature that some upstreams cannot receive, with the field that uses it. */
export type Note = (feature: Feature, param: string) => void;

/** More fields than these are not named: they are a part of a header. */
const otherFieldsMax = 8;

/** Collects the features of a request, each with the first field that uses it; fields without a feature are named one by one. */
export function noting(): { readonly features: ReadonlyMap<Feature, string>; readonly note: Note } {
  const features = new Map<Feature, string>();
  const others = new Set<string>();
  const note: Note = (feature, param) => {
    if (feature === 'other_fields') {
      if (others.size === otherFieldsMax) return;
      others.add(param);
      features.set(feature, [...others].join(', '));
    } else if (!features.has(feature)) features.set(feature, param);
  };
  return { features, note };
}

const noLosses: Losses = { dropped: [], refused: null };

/** What is known of a model and of the provider that serves it. */
export type Known = Pick<AttemptPlan, 'supportedParameters' | 'quirks'>;

/** Features whose field has another name. */
const fieldsOf: Readonly<Partial<Record<Feature, readonly string[]>>> = {
  penalties: ['presence_penalty', 'frequency_penalty'],
  forced_tools: ['tool_choice'],
};

function isListed(feature: Feature, supported: readonly string[]): boolean {
  return (fieldsOf[feature] ?? [feature]).some((field) => supported.includes(field));
}

function fateOf(
  feature: Feature,
  dialect: ChatDialect,
  { supportedParameters: supported, quirks }: Known,
): Exclude<Fate, 'by_model' | 'if_listed'> {
  const fate: Fate = features[feature].fate[dialect];
  if (fate !== 'by_model' && fate !== 'if_listed') return fate;
  const isKept = supported.length > 0 ? isListed(feature, supported) : fate === 'by_model' || quirks.takesOptionalFields === true;
  if (isKept) return 'kept';
  return fate === 'by_model' ? 'dropped' : 'silent';
}

/** Whether the upstream receives the feature in some form. */
export function reaches(feature: Feature, dialect: ChatDialect, known: Known): boolean {
  const fate = fateOf(feature, dialect, known);
  return fate === 'kept' || fate === 'mapped';
}

/** What a request loses. */
export function lossesAt(used: ReadonlyMap<Feature, string>, dialect: ChatDialect, known: Known): Losses {
  if (used.size === 0) return noLosses;
  const dropped: string[] = [];
  for (const [feature, param] of used) {
    const fate = fateOf(feature, dialect, known);
    if (fate === 'refused') return { dropped, refused: { param, about: features[feature].about } };
    if (fate === 'dropped') dropped.push(param);
  }
  return { dropped, refused: null };
}
