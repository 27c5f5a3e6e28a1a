/** A song that is kept here, as the row of its task has it. Its words are the upstream's. */
export interface KeptSong {
  /** Name of the stored file. */
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly format: 'mp3' | 'wav';
  readonly title: string | null;
  readonly tags: readonly string[];
  readonly lyrics: string | null;
  /** As reported by the upstream, else as expected. */
  readonly durationMs: number;
  /** The upstream does not say how long it is. */
  readonly isDurationGuessed?: boolean;
}

export function readSongs(result: string | null): readonly KeptSong[] {
  return result === null ? [] : (JSON.parse(result) as { readonly songs: readonly KeptSong[] }).songs;
}

export function writeSongs(songs: readonly KeptSong[]): string {
  return JSON.stringify({ songs });
}
