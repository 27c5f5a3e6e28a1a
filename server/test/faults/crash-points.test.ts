/**
 * Goal: wherever a process dies during a call, a song, a commit or a job, the state afterwards is as listed in
 * `crash-points/crash-points.ts`. Method: loads the sources of the program with a `kill -9` at the labelled step.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { crashPoints, type CrashPoint } from './crash-points/crash-points.ts';
import { CrashingJobs, isJob } from './crash-points/crashing-job.ts';
import { CrashingService } from './crash-points/crashing-service.ts';
import { CrashingSongs, isSong } from './crash-points/crashing-songs.ts';

/** `npm run test:full` runs the last step of each scene. */
const played = isFullProof
  ? crashPoints
  : [...Map.groupBy(crashPoints, ({ scene }) => scene).values()].flatMap((points) => points.slice(-1));

const source = join(import.meta.dirname, '../../src');
const reached = new Set<string>();

let base: string;
let upstream: ScriptedUpstream;
let service: CrashingService | null = null;
let jobs: CrashingJobs | null = null;
let studio: ScriptedUpstream | null = null;
let songs: CrashingSongs | null = null;
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'tollgate-steps-'));
  upstream = await startScriptedUpstream();
  service = await CrashingService.start(join(base, 'service'), upstream);
  jobs = await CrashingJobs.make(base);
  studio = await startScriptedUpstream();
  songs = await CrashingSongs.start(join(base, 'songs'), studio);
});
after(async () => {
  await service?.end();
  await songs?.end();
  await studio?.close();
  await upstream.close();
  await rm(base, { recursive: true, force: true });
});

function playerOf({ scene }: CrashPoint): CrashingJobs | CrashingService | CrashingSongs | null {
  if (isJob(scene)) return jobs;
  return isSong(scene) ? songs : service;
}

test('every labelled step is a place in the source', () => {
  for (const { step, module, text } of crashPoints) {
    assert.equal(
      readFileSync(join(source, module), 'utf8').split(text).length,
      2,
      `${step}: ${module} has exactly once: ${text}`,
    );
  }
});

describe('kill -9 at a labelled step', () => {
  for (const point of played) {
    const fate = isJob(point.scene) ? 'the next run ends it' : point.fates.join(' or ');
    test(`${point.scene}: ${point.step}: ${fate}`, async () => {
      await playerOf(point)?.play(point);
      reached.add(point.step);
    });
  }

  test('every step was reached', (context) => {
    assert.equal(reached.size, played.length);
    const scenes = Map.groupBy(played, ({ scene }) => scene);
    reportFigures(context, 'F2', {
      'labelled steps': crashPoints.length,
      'steps at which the process was killed': reached.size,
      ...Object.fromEntries([...scenes].map(([scene, points]) => [`steps of: ${scene}`, points.length])),
      'outcomes other than in the table': 0,
      'audit difference, nano': 0,
    });
  });
});
