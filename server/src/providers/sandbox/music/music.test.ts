// Goal: the sandbox's music is audible, has the requested length and style, and is always the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SandboxRefusal } from '../sandbox-knobs.ts';
import { music } from './music.ts';
import { musicTags } from './style.ts';
import { samplesPerSecond } from './synthesise.ts';

const nowMs = 1_000_000;

function begin(body: object): string {
  const work = music.answer(
    { model: 'music', prompt: 'rain', ...body },
    { id: 'a1b2c3d4e5f60718293a4b5c', created: nowMs / 1000 },
  );
  for (let step = work.next(); ; step = work.next()) {
    if (step.done !== true) continue;
    return (JSON.parse(Buffer.concat([...step.value.chunks]).toString()) as { readonly id: string }).id;
  }
}

function follow(id: string, afterMs: number) {
  return music.follow?.(id, 'GET', nowMs + afterMs) ?? assert.fail('there is no such task');
}

function sound(body: object): Buffer {
  const { contentType, chunks } = follow(begin(body), 600_000);
  assert.equal(contentType, 'audio/wav');
  return Buffer.concat([...chunks]);
}

/** Samples of a file, from -1 to 1. */
function samplesOf(file: Buffer): Float64Array {
  assert.equal(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16), 'RIFFWAVEfmt ');
  assert.equal(file.readUInt32LE(4), file.length - 8);
  assert.deepEqual(
    [file.readUInt16LE(20), file.readUInt16LE(22), file.readUInt32LE(24), file.readUInt16LE(34)],
    [1, 1, samplesPerSecond, 16],
  );
  assert.equal(file.readUInt32LE(40), file.length - 44);
  return Float64Array.from({ length: (file.length - 44) / 2 }, (_, at) => file.readInt16LE(44 + 2 * at) / 32_768);
}

function loudness(samples: Float64Array): number {
  return Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
}

/** The strength of each of the twelve tones (Goertzel), over four octaves. */
function tones(samples: Float64Array): readonly number[] {
  return Array.from({ length: 12 }, (_, tone) => {
    let power = 0;
    for (let octave = 3; octave <= 6; octave += 1) {
      const turn = (2 * Math.PI * 440 * 2 ** ((12 * (octave - 4) + tone - 9) / 12)) / samplesPerSecond;
      const factor = 2 * Math.cos(turn);
      let [one, two] = [0, 0];
      for (const value of samples) [one, two] = [value + factor * one - two, one];
      power += one * one + two * two - factor * one * two;
    }
    return power;
  });
}

/** Number of notes that start per second. */
function onsetsPerSecond(samples: Float64Array): number {
  const window = Math.floor(samplesPerSecond / 100);
  const levels = Array.from({ length: Math.floor(samples.length / window) }, (_, at) =>
    loudness(samples.subarray(at * window, (at + 1) * window)),
  );
  const rises = levels.map((level, at) => Math.max(0, level - Math.min(...levels.slice(Math.max(0, at - 3), at + 1))));
  const high = 0.3 * Math.max(...rises);
  const onsets = rises.filter((rise, at) => rise > high && rise >= Math.max(...rises.slice(Math.max(0, at - 8), at + 9)));
  return onsets.length / (samples.length / samplesPerSecond);
}

test('it is as long as was asked for, to the sample, and can be heard in each of its seconds', () => {
  for (const seconds of [30, 300]) {
    const samples = samplesOf(sound({ duration: seconds }));
    assert.equal(samples.length, seconds * samplesPerSecond);
    for (let second = 0; second < seconds - 1; second += 1) {
      const heard = loudness(samples.subarray(second * samplesPerSecond, (second + 1) * samplesPerSecond));
      assert.ok(heard > 0.01 && heard < 0.7, `second ${String(second)} of ${String(seconds)}: ${String(heard)}`);
    }
    assert.ok(Math.abs(samples.at(-1) ?? 1) < 0.001, 'it ends in silence');
  }
});

test('the same request is the same to the byte, another prompt, seed, tag or song is not', () => {
  const one = sound({ duration: 30 });
  assert.ok(sound({ duration: 30 }).equals(one));
  for (const other of [{ prompt: 'snow' }, { seed: 7 }, { tags: ['flute', 'slow'] }, { lyrics: 'la la' }])
    assert.ok(!sound({ duration: 30, ...other }).equals(one), JSON.stringify(other));
  const seeded = sound({ duration: 30, seed: 7 });
  assert.ok(sound({ duration: 30, seed: 7, prompt: 'snow' }).equals(seeded));
  const two = sound({ duration: 30, n: 2 });
  assert.equal(two.length, 2 * one.length);
  assert.ok(two.subarray(0, one.length).equals(one));
  assert.ok(!two.subarray(one.length).equals(one));
});

test('tags are heard: the tones are those of the scale, and fast music has more beats than slow music', () => {
  const scales = { major: [0, 2, 4, 5, 7, 9, 11], minor: [0, 2, 3, 5, 7, 8, 10], pentatonic: [0, 2, 4, 7, 9] };
  for (const [tag, scale] of Object.entries(scales)) {
    for (const seed of [1, 2]) {
      const power = tones(samplesOf(sound({ duration: 30, seed, tags: ['calm', 'flute', tag] })));
      const all = power.reduce((sum, value) => sum + value, 0);
      const inside = Array.from({ length: 12 }, (_, ground) => {
        return scale.reduce((sum, step) => sum + (power[(ground + step) % 12] ?? 0), 0) / all;
      });
      assert.ok(Math.max(...inside) > 0.95, `${tag} ${String(seed)}: ${String(Math.max(...inside))}`);
    }
  }
  const speed = (tag: string): number =>
    onsetsPerSecond(samplesOf(sound({ duration: 60, seed: 5, tags: ['piano', 'drums', tag] })));
  assert.ok(speed('fast') > 1.5 * speed('slow'), `${String(speed('fast'))} and ${String(speed('slow'))}`);
});

test('it is worked out in small steps, which nothing holds in memory', () => {
  const { chunks } = follow(begin({ duration: 300, tags: ['slow', 'strings'] }), 600_000);
  let count = 0;
  for (const chunk of chunks) {
    assert.ok(chunk.length <= 2 * samplesPerSecond);
    count += 1;
  }
  assert.ok(count > 300);
});

test('a task reports its progress on every node, ends when instructed, and can be cancelled', () => {
  const read = (id: string, afterMs: number): unknown => JSON.parse(Buffer.concat([...follow(id, afterMs).chunks]).toString());
  const id = begin({ metadata: { sandbox_latency_ms: '10000' } });
  assert.deepEqual(read(id, 0), { id, status: 'in_progress', progress: 0 });
  assert.deepEqual(read(id, -5000), { id, status: 'in_progress', progress: 0 });
  assert.deepEqual(read(id, 5500), { id, status: 'in_progress', progress: 55 });
  assert.equal(follow(id, 9_999).contentType, 'application/json');
  assert.equal(follow(id, 10_000).contentType, 'audio/wav');
  assert.equal(follow(begin({ metadata: { sandbox_latency_ms: '0' } }), 0).contentType, 'audio/wav');
  const failing = begin({ metadata: { sandbox_latency_ms: '10000', sandbox_fail_at_percent: '50' } });
  assert.deepEqual(read(failing, 4_900), { id: failing, status: 'in_progress', progress: 49 });
  assert.match(JSON.stringify(read(failing, 5_000)), /"status":"failed"/);
  assert.match(JSON.stringify(read(begin({ metadata: { sandbox_fail_at_percent: '100' } }), 900_000)), /"failed"/);
  const cancelled = music.follow?.(id, 'DELETE', nowMs);
  assert.match(Buffer.concat([...(cancelled?.chunks ?? [])]).toString(), /"status":"cancelled"/);
  for (const wrong of ['', 'x', 'e30', Buffer.from('null').toString('base64url')])
    assert.equal(music.follow?.(wrong, 'GET', nowMs), null, wrong);
  const knobs = { sandbox_cut_after_chunks: '3', sandbox_stall: '5', sandbox_chunk_delay_ms: '7' };
  const asked = follow(begin({ metadata: knobs }), 600_000).knobs;
  assert.deepEqual([asked.cutAfterChunks, asked.stallAfterChunks, asked.chunkDelayMs], [3, 5, 7]);
});

test('what it cannot do it refuses, naming the field', () => {
  const cases: readonly (readonly [object, string])[] = [
    [{ prompt: '' }, 'prompt'],
    [{ prompt: 7 }, 'prompt'],
    [{ duration: 29 }, 'duration'],
    [{ duration: 301 }, 'duration'],
    [{ duration: 30.5 }, 'duration'],
    [{ duration: '60' }, 'duration'],
    [{ n: 3 }, 'n'],
    [{ tags: 'rock' }, 'tags'],
    [{ tags: ['rock', 'no such tag'] }, 'tags'],
    [{ metadata: { sandbox_fail_at_percent: '101' } }, 'metadata.sandbox_fail_at_percent'],
  ];
  for (const [body, param] of cases)
    assert.throws(
      () => begin(body),
      (error) => error instanceof SandboxRefusal && error.param === param,
      param,
    );
  assert.ok(musicTags.length > 20);
});
