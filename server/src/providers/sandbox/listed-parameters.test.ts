import assert from 'node:assert/strict';
import { test } from 'node:test';
import { image } from './image/image.ts';
import { music } from './music/music.ts';
import type { SandboxBody } from './sandbox-operation.ts';

/** Fields that every request has, or that a form adds. */
const always = new Set(['model', 'prompt', 'files']);

/** The fields that are read from a request. */
function fieldsReadBy({ answer }: Pick<typeof image, 'answer'>, body: SandboxBody): readonly string[] {
  const read = new Set<string>();
  const watched = new Proxy(body, {
    get(target, name: string) {
      read.add(name);
      return target[name];
    },
  });
  const steps = answer(watched, { id: 'x', created: 1 });
  while (steps.next().done !== true);
  return [...read].filter((name) => !always.has(name)).toSorted();
}

test('the list of a model of the sandbox names all parameters that its requests are read for, and no others', () => {
  const song = { prompt: 'rain', lyrics: 'la', tags: [], n: 1 };
  assert.deepEqual(fieldsReadBy(music, song), music.model.supportedParameters);
  const streamed = { prompt: 'a fox', stream: true, partial_images: 1, size: '64x64' };
  assert.deepEqual(fieldsReadBy(image, streamed), image.model.supportedParameters);
});
