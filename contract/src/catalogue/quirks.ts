/**
 * All known deviations of upstreams from their dialects. Dialects read `field`; the admin API and the CLI set `name`. All are off by
 * default.
 */
export const quirkCatalogue = {
  ends_without_done: {
    field: 'endsWithoutDone',
    about: 'Ends streams cleanly after `finish_reason` without the terminal event.',
  },
  omits_finish_reason: {
    field: 'omitsFinishReason',
    about: 'Omits `finish_reason` or leaves it empty. A response is complete by its framing alone.',
  },
  unknown_finish_breaks: {
    field: 'unknownFinishBreaks',
    about:
      'Treats a `finish_reason` that the gateway does not know as a broken response. Without this quirk, such responses are complete.',
  },
  reasoning_outside_completion: {
    field: 'reasoningOutsideCompletion',
    about: 'Counts reasoning tokens separately from the completion tokens.',
  },
  reasoning_in_total_only: {
    field: 'reasoningInTotalOnly',
    about: 'Counts reasoning tokens only in `total_tokens`; the excess over its parts is output.',
  },
  cached_outside_prompt: {
    field: 'cachedOutsidePrompt',
    about: 'Counts tokens read from or written to a cache separately from the prompt tokens.',
  },
  floats_only: {
    field: 'floatsOnly',
    about: 'Returns embeddings only as numbers and may refuse `encoding_format`.',
  },
  token_ids: {
    field: 'tokenIds',
    about: 'Accepts token ids as embedding input. Without this quirk such requests go to other providers or are refused.',
  },
  one_image_form: { field: 'oneImageForm', about: 'Returns images in one form only and refuses `response_format`.' },
  json_image_edits: {
    field: 'jsonImageEdits',
    about: 'Accepts images to edit as `data:` URLs in `image` of `/images/generations`, not as forms.',
  },
  refuses_stream_options: {
    field: 'refusesStreamOptions',
    about: 'Refuses `stream_options`. The gateway omits it and estimates usage that the provider does not report.',
  },
  wants_reasoning_back: {
    field: 'wantsReasoningBack',
    about:
      'Requires thinking (`reasoning_content`, or a `thinking` block with any signature) in every turn of the assistant after a tool call. The gateway adds it, empty where it was lost, for clients of other protocols and where it left out thinking of another model.',
  },
  refuses_cache_marks: {
    field: 'refusesCacheMarks',
    about:
      'Refuses `cache_control` or has no use for it. Without this quirk, requests in Messages whose client set no breakpoints of the prompt cache receive the usual ones.',
  },
  refuses_reasoning_extras: {
    field: 'refusesReasoningExtras',
    about:
      'Refuses `reasoning.summary` or the `include` of encrypted reasoning. Without this quirk, requests in Responses of clients of other protocols contain both, so that thinking is shown and continues in the next turn.',
  },
  takes_optional_fields: {
    field: 'takesOptionalFields',
    about:
      'Accepts `reasoning_effort`, `prompt_cache_key`, `verbosity` and `user`, or ignores them. Without this quirk, clients of other protocols reach it with these fields only for models whose record lists them.',
  },
  system_anywhere: {
    field: 'systemAnywhere',
    about:
      'Accepts system messages within a conversation. Without this quirk, those of clients of other protocols become texts of the user.',
  },
  short_call_ids: {
    field: 'shortCallIds',
    about:
      'Accepts IDs of tool calls of nine letters and digits only. The gateway replaces others from clients of other protocols.',
  },
  max_tokens_only: { field: 'maxTokensOnly', about: 'Supports `max_tokens` only.' },
} as const satisfies Record<string, { readonly field: string; readonly about: string }>;

export type QuirkName = keyof typeof quirkCatalogue;
type QuirkField = (typeof quirkCatalogue)[QuirkName]['field'];

/** Quirks as dialects read them. */
export type Quirks = Readonly<Partial<Record<QuirkField, boolean | undefined>>>;

export const quirkNames = Object.keys(quirkCatalogue) as readonly QuirkName[];

/** Creates a record with one value per quirk name. */
export function perQuirk<Value>(make: (name: QuirkName) => Value): Record<QuirkName, Value> {
  return Object.fromEntries(quirkNames.map((name) => [name, make(name)])) as Record<QuirkName, Value>;
}

/** Converts the quirks of a request into the form that dialects read. */
export function readQuirks(stated: Readonly<Partial<Record<QuirkName, boolean | undefined>>>): Readonly<Record<string, boolean>> {
  return Object.fromEntries(
    quirkNames.flatMap((name) => {
      const value = stated[name];
      return value === undefined ? [] : [[quirkCatalogue[name].field, value]];
    }),
  );
}

/** Converts quirks into the names used by the APIs. */
export function showQuirks(quirks: Readonly<Record<string, boolean | undefined>>): Record<QuirkName, boolean> {
  return perQuirk((name) => quirks[quirkCatalogue[name].field] ?? false);
}
