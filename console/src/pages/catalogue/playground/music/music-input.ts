import type { OwnModel } from '../../../../api/models.ts';
import { readWhole } from '../whole-number-field.tsx';

/** As typed; the model decides on empty fields. */
export interface MusicInput {
  readonly prompt: string;
  readonly lyrics: string;
  /** Separated by commas. */
  readonly tags: string;
  readonly duration: string;
  readonly songs: string;
  readonly isInstrumental: boolean;
}

export type MusicFacts = NonNullable<OwnModel['music']>;

/** Used for models without facts. */
const usualFacts: MusicFacts = {
  duration_seconds: { min: 30, max: 300, usual: 180 },
  tags: null,
  prompt_characters_max: 2_000,
  lyrics_characters_max: 3_000,
  songs_max: 1,
  deadline_seconds: 1_800,
};

export function factsOf({ music }: OwnModel): MusicFacts {
  return music ?? usualFacts;
}

export function tagsOf({ tags }: MusicInput): readonly string[] {
  return tags
    .split(/[,，]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

export function musicBody(model: string, wish: MusicInput, facts: MusicFacts): Readonly<Record<string, unknown>> {
  const tags = tagsOf(wish).filter((tag) => facts.tags === null || facts.tags.includes(tag));
  const duration = readWhole(wish.duration, facts.duration_seconds);
  const songs = readWhole(wish.songs, { min: 1, max: facts.songs_max });
  return {
    model,
    prompt: wish.prompt,
    ...(tags.length === 0 ? {} : { tags }),
    ...(typeof duration === 'number' ? { duration } : {}),
    ...(typeof songs === 'number' ? { n: songs } : {}),
    ...(wish.lyrics.trim() === '' || facts.lyrics_characters_max === 0 ? {} : { lyrics: wish.lyrics }),
    ...(wish.isInstrumental ? { instrumental: true } : {}),
  };
}

/** Whether the model accepts the input. */
export function isWithin({ prompt, lyrics, duration, songs }: MusicInput, facts: MusicFacts): boolean {
  const isTextRight = prompt.trim() !== '' && prompt.length <= facts.prompt_characters_max;
  const numbers = [readWhole(duration, facts.duration_seconds), readWhole(songs, { min: 1, max: facts.songs_max })];
  return isTextRight && lyrics.length <= Math.max(facts.lyrics_characters_max, 0) && !numbers.includes(undefined);
}
