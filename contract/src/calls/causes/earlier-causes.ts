import { storedSentences, type SentenceRead } from '../../stored-sentences.ts';

const notReceived = (feature: string): readonly string[] => [
  `\`{param}\` cannot be sent to any provider of this model: ${feature}. Leave it out, or choose another model.`,
];

/** Sentences of earlier versions, by the code that they have now and with its values. Their rows stay in the log until they expire. */
const sentences: Readonly<Record<string, readonly string[]>> = {
  account_closed_then: ['account disabled'],
  audio_not_received: notReceived('Audio input'),
  video_not_received: notReceived('Video input'),
  file_ids_not_received: notReceived('Files stored at one vendor'),
  other_content_not_received: notReceived('Content of a kind that no other protocol has'),
  billed_tools_not_received: notReceived('Tools that the vendor runs and bills apart, such as image generation'),
  only_server_tools_not_received: notReceived('A request whose only tools are run by the vendor'),
  many_choices_not_received: notReceived('Several choices (`n`)'),
  logprobs_not_received: notReceived('Log probabilities'),
  small_output_limit_not_received: notReceived('An output limit below 16 tokens'),
  output_audio_not_received: notReceived('Spoken answers (`modalities`)'),
  container_not_received: notReceived('Containers and skills of one vendor'),
  ended_unknown: ['the upstream ended its answer with a word that nobody knows: {reason}'],
  image_not_base64: ['an image of the answer is not base64'],
  image_neither: ['an image of the answer is neither base64 nor an address'],
  streamed_no_picture: ['an image of the stream is not base64'],
  coded: ['the body is coded'],
  body_compressed: ['The request body must not be compressed: leave Content-Encoding out.'],
  only_method: ['This address answers {method} only.'],
  no_operation: ['There is no such operation here. Below {base} there are: {operations}.'],
  one_image_streamed: ['`{param}` must be 1 with `stream`: leave one of them out.'],
  not_music_description: ['`{param}` must be a text that says what the music shall be like.'],
  not_image_description: ['`{param}` must be a text that says what to draw.'],
  image_prompt_missing: ['`{param}` is missing: send a text that says what to draw.'],
  embeddings_not_streamed: ['`{param}` must be left out: embeddings come as a whole.'],
  rerank_not_streamed: ['`{param}` must be left out: the answer comes as a whole.'],
  prompt_tokens: ['`{param}` must be text; tokens are not taken, because models count them differently.'],
  no_documents: ['`{param}` must hold at least one document.'],
  no_inputs: ['`{param}` must hold at least one input.'],
  no_messages: ['`{param}` must hold at least one message.'],
  too_many_documents: ['`{param}` must hold at most {max} documents; send several requests.'],
  too_many_inputs: ['`{param}` must hold at most {max} inputs; send several requests.'],
  too_many_messages: [
    '`{param}` must hold at most {max} messages.',
    '`{param}` must hold at most {max} messages; send several requests.',
  ],
  of_responses: ['`{param}` belongs to the responses interface; this address is for chat completions, which take `messages`.'],
  not_song_index: ['`{param}` must be a whole number: the place of a song in `data`, from 0.'],
  prompt_required: ['`prompt` is missing: say what the music shall be like.'],
  key_tokens: ['The tokens per minute of this key are used up.'],
  account_tokens: ['The tokens per minute of this account are used up.'],
  key_concurrency: ['Too many requests at the same time for this key. Wait for running requests to end.'],
  account_concurrency: ['Too many requests at the same time for this account (limit {limit}). Wait for running requests to end.'],
  costly_at_once: [
    'Requests worth too much are running at the same time for this account. Wait for some of them to end; the more the account is charged, the more may run together.',
  ],
  too_many_refused: ['Too many requests of this account were refused within a minute. Correct them as the refusals say.'],
  account_abandoned: [
    'Too many answers of this account were broken off by closing the connection before their end. Requests are refused until {until}. Read answers to their end; if you need to break off more than that, ask the operator for an exemption.',
  ],
  key_abandoned: [
    'Too many answers were broken off with the key {key} by closing the connection before their end. It may send 10 requests per minute, one at a time. Read answers to their end.',
  ],
  under_maintenance: ['The service is being maintained until {until}. {announcement} The request was not charged.'],
  no_room_for_song: [
    'There is no room for another song: those of this account, or of all accounts, take all that they may. They are kept for 7 days; repeat later.',
    'The songs of this account take all the room that they may. They are kept for 7 days; repeat later.',
  ],
  key_daily_reserved: [
    'The rest of the daily spending cap of this key is reserved for requests that are still running. Repeat in a moment.',
  ],
  key_monthly_reserved: [
    'The rest of the monthly spending cap of this key is reserved for requests that are still running. Repeat in a moment.',
  ],
  account_reserved: [
    'The rest of the funds of this account is reserved for requests that are still running. Repeat in a moment.',
  ],
  task_canceled: ['The task was cancelled. It was not charged.'],
  task_expired: ['The task was not done in the time that it may take. It was not charged.'],
};

const earlier = storedSentences(
  Object.fromEntries(
    Object.entries(sentences).flatMap(([code, texts]) =>
      texts.map((stored, at) => [`${code} ${String(at)}`, { stored, zh: '', en: '' }]),
    ),
  ),
);

/** Parses a sentence of an earlier version as the current code with its values. */
export function readEarlierCause(text: string): SentenceRead | null {
  const read = earlier.read(text);
  return read === null ? null : { code: read.code.replace(/ \d+$/, ''), params: read.params };
}
