/** Goal: the requested songs of an upstream are stored, and an unavailable song does not affect the others. Method: the rule itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MadeSong } from '../dialects/music-upstream.ts';
import { ObjectRefused } from '../domain/content/objects.ts';
import { MediaError } from '../upstream/fetch-media.ts';
import { keepSongs } from './keep-songs.ts';
import { TaskFailed } from './task-end.ts';
import { Stopped } from './work.ts';
import { writeTerms } from './task-terms.ts';

const terms = writeTerms({ expected: { songs: 2, millisecondsEach: 60_000 } } as never);
const task = { id: 'task_1', accountId: 'acc', keyId: 'key', terms };
const route = { provider: { mediaHosts: ['media.test'] }, called: { baseUrl: 'https://api.test' } };
const song = (own: Partial<MadeSong> = {}): MadeSong => ({
  source: { kind: 'address', url: 'https://media.test/1' },
  format: 'mp3',
  title: 'One',
  tags: ['pop'],
  lyrics: null,
  durationMs: 61_000,
  ...own,
});

/** @param faults the fault of each attempt in turn; `null` if the attempt succeeds. */
async function kept(songs: readonly MadeSong[], { wanted = 2, faults = [] as readonly (Error | null)[], stops = false } = {}) {
  const left = [...faults];
  const [opened, put, pauses]: [unknown[], unknown[], number[]] = [[], [], []];
  const parts = {
    clock: {},
    media: {
      open: (wish: object) => {
        opened.push(wish);
        const fault = left.shift() ?? null;
        return fault === null ? Promise.resolve({ chunks: [Buffer.from('a song')] }) : Promise.reject(fault);
      },
    },
    objects: {
      put: async (what: { readonly name: string; readonly mediaType: string }, chunks: AsyncIterable<Buffer>) => {
        put.push([what.name, what.mediaType]);
        return { name: what.name, bytes: Buffer.concat(await Array.fromAsync(chunks)).length };
      },
    },
  };
  const work = {
    pause: (_: unknown, ms: number) => {
      pauses.push(ms);
      return stops ? Promise.reject(new Stopped()) : Promise.resolve();
    },
  };
  const end = await keepSongs(parts as never, work as never, { task, songs, wanted, route } as never).then(
    (songsKept) => songsKept,
    (error: unknown) => error as Error,
  );
  return { end, opened, put, pauses };
}

const away = new MediaError({ kind: 'reset', cause: 'the vendor is away' });

test('as many are kept as are wanted, under their places', async () => {
  const { end, put, opened } = await kept([song(), song(), song()], { wanted: 2 });
  assert.deepEqual(put, [
    ['task_1/0', 'audio/mpeg'],
    ['task_1/1', 'audio/mpeg'],
  ]);
  assert.deepEqual(opened[0], { url: 'https://media.test/1', baseUrl: 'https://api.test', hosts: ['media.test'] });
  assert.ok(!(end instanceof Error));
  assert.deepEqual(end[0], {
    name: 'task_1/0',
    mediaType: 'audio/mpeg',
    bytes: 6,
    format: 'mp3',
    title: 'One',
    tags: ['pop'],
    lyrics: null,
    durationMs: 61_000,
  });
});

test('a song is of its format, as long as was asked for where nobody says, and has as many words as are kept', async () => {
  const bytes = { kind: 'bytes', bytes: Buffer.from('1234') } as const;
  const { end, opened } = await kept([
    song({ source: bytes, format: 'wav', durationMs: null, title: null, lyrics: 'x'.repeat(9000) }),
  ]);
  assert.ok(!(end instanceof Error));
  assert.deepEqual(
    [end[0]?.mediaType, end[0]?.bytes, end[0]?.durationMs, end[0]?.isDurationGuessed],
    ['audio/wav', 4, 60_000, true],
  );
  assert.deepEqual([end[0]?.title, end[0]?.lyrics?.length, opened], [null, 8000, []]);
});

test('one that cannot be had now is tried four times, three seconds apart', async () => {
  const third = await kept([song()], { faults: [away, new Error('x'), away, null] });
  assert.ok(!(third.end instanceof Error));
  assert.deepEqual(third.pauses, [3000, 3000, 3000]);
  const never = await kept([song()], { faults: [away, away, away, away] });
  assert.ok(never.end instanceof TaskFailed);
  assert.deepEqual([never.end.code, never.end.told, never.pauses.length], ['upstream_unavailable', 'the vendor is away', 3]);
});

test('one that cannot be had takes no other with it; where none can, the first reason is reported', async () => {
  const empty = new ObjectRefused('empty');
  const one = await kept([song(), song()], { faults: [empty, null] });
  assert.ok(!(one.end instanceof Error));
  assert.deepEqual([one.end.length, one.put], [1, [['task_1/0', 'audio/mpeg']]]);
  const none = await kept([song(), song()], { faults: [empty, new ObjectRefused('no_room')] });
  assert.ok(none.end instanceof TaskFailed && none.end.told === 'a song was not stored: empty');
  assert.deepEqual((await kept([])).end, []);
});

test('what is no song is not tried again, and neither is what there is no room for', async () => {
  for (const [why, code] of [
    ['empty', 'upstream_unavailable'],
    ['too_large', 'upstream_unavailable'],
    ['no_room', 'storage_unavailable'],
    ['no_store', 'storage_unavailable'],
  ] as const) {
    const { end, pauses } = await kept([song()], { faults: [new ObjectRefused(why)] });
    assert.ok(end instanceof TaskFailed);
    assert.deepEqual([end.code, pauses], [code, []], why);
  }
});

test('a process that stops leaves the rest to the next one', async () => {
  const { end } = await kept([song(), song()], { faults: [away], stops: true });
  assert.ok(end instanceof Stopped);
});
