import { ApiError } from '@tollgate/contract/errors';
import type { MusicFacts } from '../../domain/catalog/model.ts';
import type { MusicRequest } from '../../dialects/music-upstream.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import { checkFields, type CheckedFields } from '../shared/check-fields.ts';
import { check, invalid, isAbsent } from '../shared/checks.ts';

/** Typical facts of music models. */
export const usualMusicFacts: MusicFacts = {
  durationSeconds: { min: 30, max: 300, usual: 180 },
  tags: null,
  promptCharactersMax: 2_000,
  lyricsCharactersMax: 3_000,
  songsMax: 1,
  deadlineSeconds: 1_800,
};

const tagsMax = 50;
const tagCharactersMax = 100;
const titleCharactersMax = 200;

function oneOf(...words: readonly string[]) {
  const list = words.map((word) => `"${word}"`).join(', ');
  return (value: unknown): string | null => (words.some((word) => word === value) ? null : `must be one of ${list}`);
}

function fitsWait(value: unknown): string | null {
  return typeof value === 'boolean' ? null : check.integer(0, 3_600)(value);
}

function fitsMetadata(value: unknown): string | null {
  const isTexts = check.object(value) === null && Object.values(value as object).every((text) => typeof text === 'string');
  return isTexts ? null : 'must be an object of texts';
}

/** Fields that do not depend on the model. */
export const fields: CheckedFields = [
  ['lyrics', check.string],
  ['instrumental', check.boolean],
  [
    'title',
    (value) =>
      typeof value === 'string' && value.length <= titleCharactersMax ? null : 'must be a text of at most 200 characters',
  ],
  ['seed', check.integer(0, 2 ** 31 - 1)],
  ['response_format', oneOf('url', 'b64_json')],
  ['output_format', oneOf('mp3', 'wav')],
  ['wait', fitsWait],
  ['user', check.string],
  ['metadata', fitsMetadata],
];

/** `value` contains only the beginning of a long text. */
function charactersOf(name: string, { value, members, longStrings }: ScannedBody): number {
  const place = members.get(name)?.nameStart;
  const long = longStrings.find(({ path }) => path.length === 1 && path[0] === place);
  const text = value[name];
  if (long !== undefined) return long.wide + long.narrow;
  return typeof text === 'string' ? text.length : 0;
}

function promptOf(body: ScannedBody, { promptCharactersMax }: MusicFacts): string {
  const { prompt } = body.value;
  if (isAbsent(prompt) || prompt === '')
    throw new ApiError('missing_prompt', { param: 'prompt', message: '`prompt` is required: describe the music you want.' });
  if (typeof prompt !== 'string') throw invalid('prompt', 'must be a text that describes the music');
  if (charactersOf('prompt', body) > promptCharactersMax)
    throw invalid('prompt', `must not be longer than ${String(promptCharactersMax)} characters`);
  return prompt;
}

function durationOf({ value }: ScannedBody, { durationSeconds: { min, max } }: MusicFacts): number | null {
  const { duration } = value;
  if (isAbsent(duration)) return null;
  if (typeof duration === 'number' && check.integer(min, max)(duration) === null) return duration;
  const message = `\`duration\` must be a whole number of seconds from ${String(min)} to ${String(max)} with this model.`;
  throw new ApiError('invalid_duration', { param: 'duration', message });
}

function tagsOf({ value }: ScannedBody, { tags: known }: MusicFacts): readonly string[] {
  const { tags } = value;
  if (isAbsent(tags)) return [];
  const list: unknown = typeof tags === 'string' ? tags.split(',').map((tag) => tag.trim()) : tags;
  const words = Array.isArray(list) ? list.filter((tag) => typeof tag === 'string') : [];
  const given = words.filter((tag) => tag !== '');
  if (!Array.isArray(list) || words.length < list.length) throw invalid('tags', 'must be a list of texts, or a text with commas');
  if (given.length > tagsMax || given.some((tag) => tag.length > tagCharactersMax))
    throw invalid('tags', `must be at most ${String(tagsMax)}, each of at most ${String(tagCharactersMax)} characters`);
  const unknown = known === null ? undefined : given.find((tag) => !known.includes(tag));
  if (unknown === undefined) return given;
  const message = `This model does not know the tag ${JSON.stringify(unknown.slice(0, 100))}. It knows: ${(known ?? []).join(', ')}.`;
  throw new ApiError('unsupported_tag', { param: 'tags', message });
}

function lyricsOf(body: ScannedBody, { lyricsCharactersMax: max }: MusicFacts): string | null {
  const { lyrics } = body.value;
  if (typeof lyrics !== 'string' || lyrics === '') return null;
  if (charactersOf('lyrics', body) <= max) return lyrics;
  const message =
    max === 0 ? 'This model sings no lyrics.' : `\`lyrics\` must not be longer than ${String(max)} characters with this model.`;
  throw new ApiError('lyrics_too_long', { param: 'lyrics', message });
}

/**
 * Checks the request against what the model supports.
 * @throws {ApiError} 400 that names the field.
 */
export function readMusicRequest(body: ScannedBody, facts: MusicFacts = usualMusicFacts): MusicRequest {
  const { value } = body;
  const prompt = promptOf(body, facts);
  checkFields(value, [...fields, ['n', check.integer(1, facts.songsMax)]]);
  return {
    prompt,
    durationSeconds: durationOf(body, facts),
    tags: tagsOf(body, facts),
    lyrics: lyricsOf(body, facts),
    instrumental: value.instrumental === true,
    title: typeof value.title === 'string' ? value.title : null,
    songs: typeof value.n === 'number' ? value.n : 1,
    seed: typeof value.seed === 'number' ? value.seed : null,
    outputFormat: value.output_format === 'wav' ? 'wav' : 'mp3',
    responseFormat: value.response_format === 'b64_json' ? 'b64_json' : 'url',
    metadata: isAbsent(value.metadata) ? null : (value.metadata as Readonly<Record<string, string>>),
  };
}
