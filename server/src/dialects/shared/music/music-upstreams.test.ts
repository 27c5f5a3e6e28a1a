// Goal: the answers of music vendors are read correctly, in each vendor's format, and nothing that they send does harm.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { testSeed } from '../../../../test/proofs/seed.ts';
import { dialects } from '../../registry.ts';
import type { MusicRequest, MusicUpstream, TaskAnswer, TaskPlan, TaskReport } from '../../music-upstream.ts';

const request: MusicRequest = {
  prompt: 'a song of rain',
  durationSeconds: 60,
  tags: ['rock', 'slow'],
  lyrics: null,
  instrumental: false,
  title: 'Rain',
  songs: 1,
  seed: 7,
  outputFormat: 'mp3',
};
const sung: MusicRequest = { ...request, lyrics: '[Verse]\nIt rains' };
const mp3 = Buffer.concat([Buffer.from('ID3\u0004'), Buffer.alloc(200_000, 0x5a)]);
const wav = Buffer.concat([Buffer.from('RIFF\u0004\u0000\u0000\u0000WAVE', 'latin1')]);
const json = (value: unknown): TaskAnswer => ({ contentType: 'application/json', bytes: Buffer.from(JSON.stringify(value)) });

function upstream(name: string): MusicUpstream {
  return dialects.find((dialect) => dialect.name === name)?.music ?? assert.fail(name);
}

function plan(upstreamModel = 'model-1'): TaskPlan {
  return { upstreamModel, quirks: {}, callId: 'call-1', supportedParameters: [] };
}

function through<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

function submitted(name: string, answer: TaskAnswer) {
  return through(upstream(name).readSubmit(answer, plan()));
}

function polled(name: string, answer: TaskAnswer): TaskReport {
  return through((upstream(name).polling ?? assert.fail()).readPoll(answer, 'task-1', plan()));
}

function sent(name: string, wanted = request, model = 'model-1') {
  const { method, path, body } = upstream(name).submit(wanted, plan(model));
  return { to: `${method} ${path}`, body: JSON.parse(String(body)) as Record<string, unknown> };
}

/** A report in short form. */
function short(report: ReturnType<typeof submitted> | TaskReport): unknown {
  if (report.state === 'failed') return `${report.refusal.blame} ${report.refusal.code}`;
  if (report.state === 'running') return report.progress;
  if (report.state === 'accepted') return report.upstreamId;
  if (report.state === 'unclear') return 'unclear';
  return report.songs.map(({ source, format, title, durationMs }) => [
    source.kind === 'address' ? source.url : source.bytes.length,
    format,
    title,
    durationMs,
  ]);
}

const content = 'client content_policy_violation';
const trouble = 'upstream upstream_unavailable';
const ourKey = 'credentials upstream_unavailable';

describe('music-suno', () => {
  const at = (state: string, more: object = {}) => json({ code: 'success', data: { task_id: 't', status: state, ...more } });

  test('is asked for a song in words, or for one with given words', () => {
    assert.deepEqual(sent('music-suno'), {
      to: 'POST /suno/submit/music',
      body: {
        mv: 'model-1',
        gpt_description_prompt: 'a song of rain\nStyle: rock, slow.\nAbout 60 seconds long.',
        title: 'Rain',
        make_instrumental: false,
      },
    });
    const { prompt, tags, gpt_description_prompt: described } = sent('music-suno', sung).body;
    assert.deepEqual([prompt, tags, described], ['[Verse]\nIt rains', 'a song of rain, rock, slow', undefined]);
  });

  test('takes a task, or refuses it inside of a status 200', () => {
    assert.equal(short(submitted('music-suno', json({ code: 'success', message: '', data: 'task-9' }))), 'task-9');
    assert.equal(short(submitted('music-suno', json({ code: 1, data: { task_id: 'task-9' } }))), 'task-9');
    assert.equal(short(submitted('music-suno', json({ code: 200, msg: 'success', data: { taskId: 'task-9' } }))), 'task-9');
    assert.equal(short(submitted('music-suno', json({ code: 'quota', message: 'no money', data: null }))), trouble);
    assert.equal(short(submitted('music-suno', json({ code: 413, msg: 'prompt contains sensitive words' }))), content);
    assert.equal(short(submitted('music-suno', json({ code: 'success', data: null }))), 'unclear');
  });

  test('says how far it is in states of either case, and percents', () => {
    for (const [state, progress, expected] of [
      ['SUBMITTED', '0%', 0],
      ['QUEUED', '', null],
      ['IN_PROGRESS', '35%', 35],
      ['processing', 60, 60],
      ['NOT_START', 300, null],
    ] as const)
      assert.equal(short(polled('music-suno', at(state, { progress }))), expected);
    const clip = {
      title: 'Rain',
      audio_url: 'https://cdn1.suno.ai/a.mp3',
      metadata: { tags: 'rock, slow', prompt: 'It rains', duration: 92.5 },
    };
    const done = polled('music-suno', at('SUCCESS', { data: [clip, { ...clip, audio_url: 'https://cdn1.suno.ai/b.mp3' }] }));
    assert.deepEqual(short(done), [
      ['https://cdn1.suno.ai/a.mp3', 'mp3', 'Rain', 92_500],
      ['https://cdn1.suno.ai/b.mp3', 'mp3', 'Rain', 92_500],
    ]);
    assert.ok(done.state === 'done');
    assert.deepEqual([done.songs[0]?.tags, done.songs[0]?.lyrics], [['rock', 'slow'], 'It rains']);
    assert.equal(short(polled('music-suno', at('FAILURE', { fail_reason: 'internal' }))), trouble);
    assert.equal(short(polled('music-suno', at('FAILED', { fail_reason: 'lyrics flagged by moderation' }))), content);
    assert.equal(short(polled('music-suno', json({ code: 'task_not_exist', message: 'no' }))), 'unclear');
    assert.deepEqual(
      short(polled('music-suno', at('SUCCESS', { data: [clip, { title: 'no address' }] }))),
      short(polled('music-suno', at('SUCCESS', { data: [clip] }))),
    );
    assert.equal(short(polled('music-suno', at('SUCCESS', { data: [{ title: 'no address' }] }))), 'unclear');
    assert.deepEqual(upstream('music-suno').polling?.poll('a/b', plan()), {
      method: 'GET',
      path: '/suno/fetch/a%2Fb',
      body: null,
    });
  });
});

describe('music-minimax', () => {
  const answer = (code: number, more: object = {}) => json({ ...more, base_resp: { status_code: code, status_msg: 'words' } });

  test('is asked for sound in the answer, and writes words only where it may', () => {
    const { to, body } = sent('music-minimax');
    assert.equal(to, 'POST /music_generation');
    assert.deepEqual([body.lyrics_optimizer, body.output_format, body.is_instrumental], [true, 'hex', undefined]);
    assert.deepEqual(
      [sent('music-minimax', sung).body.lyrics_optimizer, sent('music-minimax', sung).body.lyrics],
      [undefined, sung.lyrics],
    );
    assert.equal(sent('music-minimax', { ...request, instrumental: true }).body.is_instrumental, true);
  });

  test('gives the song as hex, of any length', () => {
    for (const song of [mp3, mp3.subarray(0, 100), Buffer.concat([mp3, Buffer.alloc(3_000_000, 7)])]) {
      const more = { data: { status: 2, audio: song.toString('hex') }, extra_info: { music_duration: 61_000 } };
      const report = submitted('music-minimax', answer(0, more));
      assert.deepEqual(short(report), [[song.length, 'mp3', null, 61_000]]);
      assert.ok(report.state === 'done' && report.songs[0]?.source.kind === 'bytes' && report.songs[0].source.bytes.equals(song));
    }
  });

  test('row 78: refuses inside of a status 200, and no song is taken from such an answer', () => {
    const data = { data: { status: 2, audio: mp3.toString('hex') } };
    for (const [code, expected] of [
      [1002, trouble],
      [1004, ourKey],
      [1008, ourKey],
      [2049, ourKey],
      [1026, content],
      [1027, content],
      [2013, 'request upstream_unavailable'],
      [4711, trouble],
    ] as const)
      assert.equal(short(submitted('music-minimax', answer(code, data))), expected, String(code));
    assert.equal(short(submitted('music-minimax', json(data))), trouble);
    for (const audio of ['', 'zz', 'abc', Buffer.from('<html>').toString('hex'), null, 7, `${mp3.toString('hex')}z`])
      assert.equal(short(submitted('music-minimax', answer(0, { data: { audio } }))), 'unclear', String(audio).slice(0, 20));
  });
});

describe('music-elevenlabs', () => {
  test('is requested with a length in milliseconds, and sings the prompt', () => {
    assert.deepEqual(sent('music-elevenlabs'), {
      to: 'POST /music?output_format=mp3_44100_128',
      body: { model_id: 'model-1', prompt: 'a song of rain\nStyle: rock, slow.', music_length_ms: 60_000 },
    });
    assert.match(String(sent('music-elevenlabs', sung).body.prompt), /Lyrics:\n\[Verse\]\nIt rains$/);
  });

  test('gives the song as it is, and nothing else is taken for one', () => {
    const song = (contentType: string, bytes: Buffer) => submitted('music-elevenlabs', { contentType, bytes });
    assert.deepEqual(short(song('audio/mpeg', mp3)), [[mp3.length, 'mp3', null, null]]);
    for (const wrong of [
      song('text/html', mp3),
      song('application/json', Buffer.from('{}')),
      song('audio/mpeg', Buffer.from('{"detail":1}')),
    ])
      assert.equal(short(wrong), 'unclear');
  });

  test('refuses with separate messages', () => {
    const refused = (status: number, detail: unknown) => {
      const { blame, code } = upstream('music-elevenlabs').readRefusal(status, Buffer.from(JSON.stringify({ detail })));
      return `${blame} ${code}`;
    };
    assert.equal(refused(401, { status: 'invalid_api_key', message: 'no' }), ourKey);
    assert.equal(refused(401, { status: 'quota_exceeded', message: 'no credits' }), ourKey);
    assert.equal(refused(400, { status: 'quota_exceeded', message: 'no credits' }), ourKey);
    assert.equal(refused(400, { status: 'bad_prompt', message: 'names an artist' }), content);
    assert.equal(refused(422, [{ loc: ['body', 'music_length_ms'], msg: 'Input should be less' }]), 'client invalid_parameter');
    assert.equal(refused(500, {}), trouble);
  });
});

describe('music-mureka', () => {
  test('instrumental music has a separate model and address, also when it is polled', () => {
    assert.deepEqual(sent('music-mureka', sung), {
      to: 'POST /song/generate',
      body: { model: 'model-1', prompt: 'a song of rain\nStyle: rock, slow.\nAbout 60 seconds long.', lyrics: sung.lyrics, n: 1 },
    });
    const { to, body } = sent('music-mureka', sung, 'instrumental/model-1');
    assert.deepEqual([to, body.model, body.lyrics], ['POST /instrumental/generate', 'model-1', undefined]);
    const poll = (model: string) => upstream('music-mureka').polling?.poll('9', plan(model)).path;
    assert.deepEqual([poll('model-1'), poll('instrumental/model-1')], ['/song/query/9', '/instrumental/query/9']);
  });

  test('says its states, and gives addresses and lengths in milliseconds', () => {
    assert.equal(short(submitted('music-mureka', json({ id: 4711, status: 'preparing' }))), '4711');
    assert.equal(short(submitted('music-mureka', json({ status: 'preparing' }))), 'unclear');
    for (const status of ['preparing', 'queued', 'running', 'streaming'])
      assert.equal(short(polled('music-mureka', json({ status }))), null);
    for (const status of ['failed', 'timeouted', 'cancelled'])
      assert.equal(short(polled('music-mureka', json({ status }))), trouble);
    const choice = { url: 'https://cdn.mureka.ai/a.mp3', flac_url: 'https://cdn.mureka.ai/a.flac', duration: 61_000 };
    assert.deepEqual(short(polled('music-mureka', json({ status: 'succeeded', choices: [choice] }))), [
      [choice.url, 'mp3', null, 61_000],
    ]);
    for (const wrong of [{ status: 'succeeded' }, { status: 'succeeded', choices: [{}] }, { status: 'well' }, {}])
      assert.equal(short(polled('music-mureka', json(wrong))), 'unclear');
  });
});

describe('music-lyria', () => {
  const answer = (candidate: object, more: object = {}) => json({ candidates: [candidate], ...more });
  const part = (bytes: Buffer) => ({ inlineData: { mimeType: 'audio/mpeg', data: bytes.toString('base64') } });

  test('is asked like any model of its maker', () => {
    const { to, body } = sent('music-lyria', { ...sung, instrumental: true });
    assert.equal(to, 'POST /models/model-1:generateContent');
    const text =
      'a song of rain\nStyle: rock, slow.\nAbout 60 seconds long.\nInstrumental, without any voice.\nLyrics:\n[Verse]\nIt rains';
    assert.deepEqual(body, {
      contents: [{ role: 'user', parts: [{ text }] }],
      generationConfig: { responseModalities: ['AUDIO', 'TEXT'], seed: 7 },
    });
  });

  test('gives the song between its words', () => {
    const parts = [{ text: 'It rains' }, part(mp3), { text: 'and rains' }];
    const report = submitted('music-lyria', answer({ content: { parts }, finishReason: 'STOP' }));
    assert.deepEqual(short(report), [[mp3.length, 'mp3', null, null]]);
    assert.ok(report.state === 'done');
    assert.equal(report.songs[0]?.lyrics, 'It rains\nand rains');
    // Some vendors escape slashes, which JSON does not require.
    const slashes = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(99_999, 0xff)]);
    const escaped = JSON.stringify({ candidates: [{ content: { parts: [part(slashes)] }, finishReason: 'STOP' }] }).replaceAll(
      '/',
      '\\/',
    );
    const read = submitted('music-lyria', { contentType: 'application/json', bytes: Buffer.from(escaped) });
    assert.ok(read.state === 'done' && read.songs[0]?.source.kind === 'bytes' && read.songs[0].source.bytes.equals(slashes));
  });

  test('row 78: blocked prompts and answers that broke off are no songs, whatever they hold', () => {
    const whole = { content: { parts: [part(mp3)] } };
    for (const reason of ['SAFETY', 'PROHIBITED_CONTENT', 'RECITATION'])
      assert.equal(short(submitted('music-lyria', answer({ ...whole, finishReason: reason }))), content);
    assert.equal(short(submitted('music-lyria', json({ promptFeedback: { blockReason: 'SAFETY' } }))), content);
    for (const reason of ['MAX_TOKENS', 'OTHER', undefined, null])
      assert.equal(short(submitted('music-lyria', answer({ ...whole, finishReason: reason }))), 'unclear');
    for (const parts of [
      [],
      [{ text: 'sorry' }],
      [{ inlineData: {} }],
      [{ inlineData: { data: '%%%%' } }],
      [part(Buffer.from('<html>'))],
    ])
      assert.equal(short(submitted('music-lyria', answer({ content: { parts }, finishReason: 'STOP' }))), 'unclear');
  });
});

describe('music', () => {
  test('our own interface can be an upstream: what is asked for goes along, and addresses come back', () => {
    const { to, body } = sent('music', { ...sung, metadata: { sandbox_status: '503' } });
    assert.equal(to, 'POST /music/generations');
    assert.deepEqual(
      [body.duration, body.tags, body.n, body.seed, body.metadata],
      [60, ['rock', 'slow'], 1, 7, { sandbox_status: '503' }],
    );
    assert.equal(short(submitted('music', json({ id: 'music_1', status: 'queued', progress: 0 }))), 'music_1');
    assert.equal(short(polled('music', json({ status: 'in_progress', progress: 40 }))), 40);
    const data = [{ url: 'https://gateway.test/v1/content/a/0.wav?exp=1&sig=b', title: 'Rain', duration: 60 }];
    assert.deepEqual(short(polled('music', json({ status: 'completed', data }))), [[data[0]?.url, 'wav', 'Rain', 60_000]]);
    const failedBy = (code: string) => short(polled('music', json({ status: 'failed', error: { code, message: 'no' } })));
    assert.equal(failedBy('content_policy_violation'), content);
    for (const code of ['upstream_unavailable', 'constructor', '__proto__']) assert.equal(failedBy(code), trouble);
    assert.equal(short(polled('music', json({ status: 'expired' }))), trouble);
    const { method, path } = upstream('music').polling?.cancel?.('music_1', plan()) ?? assert.fail();
    assert.equal(`${method} ${path}`, 'DELETE /music/generations/music_1');
  });

  test('files in sequence are distinguished', () => {
    const bytes = Buffer.concat([wav, wav]);
    assert.deepEqual(short(polled('music', { contentType: 'audio/wav', bytes })), [
      [12, 'wav', null, null],
      [12, 'wav', null, null],
    ]);
    const many = Buffer.concat(Array.from({ length: 101 }, () => wav));
    const most = short(polled('music', { contentType: 'audio/wav', bytes: many.subarray(wav.length) }));
    assert.equal(Array.isArray(most) && most.length, 100);
    for (const wrong of [Buffer.alloc(0), Buffer.from('nothing'), Buffer.concat([wav, Buffer.from('much more than this')]), many])
      assert.equal(short(polled('music', { contentType: 'audio/wav', bytes: wrong })), 'unclear');
  });
});

test('whatever an upstream sends is read without a fault of ours, in steps, and never for a song that is not there', () => {
  const all = dialects.filter(({ music }) => music !== undefined);
  assert.equal(all.length, 6);
  const words = [
    'status',
    'data',
    'code',
    'success',
    'succeeded',
    'choices',
    'url',
    'base_resp',
    'status_code',
    'candidates',
    'parts',
    'audio_url',
  ];
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(...words, 0, 1, null, true),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...words), tie('any'), { maxKeys: 4 }),
    ),
  })).any;
  const bytes = fc.oneof(
    value.map((one) => Buffer.from(JSON.stringify(one))),
    fc.uint8Array({ maxLength: 200 }).map((one) => Buffer.from(one)),
    fc.string({ maxLength: 100 }).map((one) => Buffer.from(`{"a":"${one}`)),
  );
  fc.assert(
    fc.property(bytes, fc.constantFrom('application/json', 'audio/mpeg', 'audio/wav', ''), (sentBytes, contentType) => {
      for (const { music } of all) {
        const answer = { contentType, bytes: sentBytes };
        for (const steps of [music?.readSubmit(answer, plan()), music?.polling?.readPoll(answer, 't', plan())]) {
          if (steps === undefined) continue;
          const report = through<ReturnType<typeof submitted> | TaskReport>(steps);
          if (report.state === 'done') for (const { source } of report.songs) assert.equal(source.kind, 'address');
        }
      }
    }),
    { seed: testSeed, numRuns: 300 },
  );
});

test('megabytes of short strings, of one long one, or of backslashes are read in time that grows with them and no faster', () => {
  const size = 16 * 1024 * 1024;
  const many = Buffer.from(`{"a":[${'"b",'.repeat(size / 4)}"b"]}`);
  const long = Buffer.from(`{"a":"${'b'.repeat(size)}"}`);
  const slashes = Buffer.from(`{"a":"${'\\\\'.repeat(size / 2)}"}`);
  for (const bytes of [many, long, slashes]) {
    let steps = 0;
    const work = upstream('music-minimax').readSubmit({ contentType: 'application/json', bytes }, plan());
    while (work.next().done !== true) steps += 1;
    assert.ok(bytes !== many || steps > 100, String(steps));
  }
});
