import type { PutModelRequest } from '@tollgate/contract/catalogue/operator-models';
import type { MusicFacts } from '../../domain/catalog/model.ts';

type MusicRequest = NonNullable<PutModelRequest['music']>;

/** The limits of a music model, in API terms. */
export function showMusic(facts: MusicFacts): MusicRequest {
  return {
    duration_seconds: facts.durationSeconds,
    tags: facts.tags === null ? null : [...facts.tags],
    prompt_characters_max: facts.promptCharactersMax,
    lyrics_characters_max: facts.lyricsCharactersMax,
    songs_max: facts.songsMax,
    deadline_seconds: facts.deadlineSeconds,
  };
}

export function readMusic(request: MusicRequest): MusicFacts {
  return {
    durationSeconds: request.duration_seconds,
    tags: request.tags,
    promptCharactersMax: request.prompt_characters_max,
    lyricsCharactersMax: request.lyrics_characters_max,
    songsMax: request.songs_max,
    deadlineSeconds: request.deadline_seconds,
  };
}
