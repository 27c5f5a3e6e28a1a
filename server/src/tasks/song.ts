/** A song that is stored here, as described in the row of its task. Its texts are the upstream's. */
export interface KeptSong {
  /** Name of the stored file. */
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly format: 'mp3' | 'wav';
  readonly title: string | null;
  readonly tags: readonly string[];
  readonly lyrics: string | null;
  /** As reported by the upstream, otherwise as expected. */
  readonly durationMs: number;
  /** Set if the upstream does not report the duration. */
  readonly isDurationGuessed?: boolean;
}

export function readSongs(result: string | null): readonly KeptSong[] {
  return result === null ? [] : (JSON.parse(result) as { readonly songs: readonly KeptSong[] }).songs;
}

export function writeSongs(songs: readonly KeptSong[]): string {
  return JSON.stringify({ songs });
}
