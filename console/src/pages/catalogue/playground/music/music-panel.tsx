import type { MusicGeneration } from '@tollgate/contract/model-api/music';
import { useTexts } from '../../../../i18n/texts.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Meter } from '../../../../ui/states/progress-steps.tsx';
import { callGateway, type Caller } from '../calls/call-gateway.ts';
import { FaultNote } from '../calls/fault-note.tsx';
import { codeSamples } from '../code/code-samples.ts';
import { useKept } from '../kept.ts';
import { LongText } from '../long-text.tsx';
import { PricePreview } from '../price/price-preview.tsx';
import { RunForm } from '../runs/run-form.tsx';
import { RunResult } from '../runs/run-result.tsx';
import { runners, useOwnRun } from '../runs/run.ts';
import '../runs/runs.css';
import { Workbench, type Bench } from '../workbench.tsx';
import { cancelTask, followTask, type MusicWork } from './follow-task.ts';
import { MusicParameters } from './music-parameters.tsx';
import { musicTexts } from './music-texts.ts';
import { factsOf, isWithin, musicBody, type MusicInput } from './music-input.ts';

const runnerOf = runners<MusicWork>();

/** Generates songs from text, which takes a while. */
export default function MusicPanel({ bench }: { readonly bench: Bench }) {
  const t = useTexts(musicTexts);
  const { caller, model } = bench;
  const { runner, run } = useOwnRun(runnerOf, caller.accountId);
  const facts = factsOf(model);
  const [wish, change] = useKept<MusicInput>('music', {
    prompt: t.promptExample,
    lyrics: '',
    tags: '',
    duration: '',
    songs: '',
    isInstrumental: false,
  });
  const body = musicBody(model.name, wish, facts);
  const start = (): void => {
    runner.start({
      keyId: caller.keyId,
      ask: (signal) => callGateway(caller, { path: '/music/generations', body, signal }),
      read: (begun, signal) => followTask(caller, begun as MusicGeneration, signal, runner.show),
    });
  };
  const songs = typeof body.n === 'number' ? body.n : 1;
  const seconds = typeof body.duration === 'number' ? body.duration : facts.duration_seconds.usual;
  const amounts = [
    { quantity: 'song', count: songs },
    { quantity: 'output_audio_ms', count: songs * seconds * 1_000 },
  ];
  const side = (
    <>
      <PricePreview model={model} amounts={amounts} />
      <MusicParameters wish={wish} facts={facts} onChange={change} />
    </>
  );
  return (
    <Workbench side={side} samples={(base) => codeSamples(base, { path: '/music/generations', body: { ...body, wait: true } })}>
      <RunForm
        isRunning={run.state === 'running'}
        mayRun={isWithin(wish, facts)}
        verb={t.verb}
        onRun={start}
        onStop={() => {
          const id = run.result?.task.id;
          if (id === undefined) runner.stop();
          else void cancelTask(caller, id);
        }}
      >
        <LongText
          label={t.prompt}
          value={wish.prompt}
          error={wish.prompt.length > facts.prompt_characters_max ? t.tooLong(facts.prompt_characters_max) : undefined}
          onChange={(prompt) => {
            change({ prompt });
          }}
        />
        {facts.lyrics_characters_max === 0 ? null : (
          <LongText
            label={t.lyrics}
            hint={t.lyricsHint}
            value={wish.lyrics}
            error={wish.lyrics.length > facts.lyrics_characters_max ? t.tooLong(facts.lyrics_characters_max) : undefined}
            onChange={(lyrics) => {
              change({ lyrics });
            }}
          />
        )}
      </RunForm>
      <RunResult
        accountId={caller.accountId}
        run={run}
        onRetry={start}
        progress={run.result === null ? undefined : <Progress task={run.result.task} caller={caller} />}
      >
        {(work) => <Ended work={work} keyId={run.keyId} />}
      </RunResult>
    </Workbench>
  );
}

function Progress({ task, caller }: { readonly task: MusicGeneration; readonly caller: Caller }) {
  const t = useTexts(musicTexts);
  const { status, progress, id } = task;
  const words = status === 'queued' ? t.queued : status === 'completed' ? t.fetching : t.progress(progress);
  return (
    <div className="song-progress">
      <span>{words}</span>
      <Meter label={words} share={progress / 100} />
      {status === 'completed' ? null : (
        <span>
          <Button
            onClick={() => {
              void cancelTask(caller, id);
            }}
          >
            {t.cancel}
          </Button>
        </span>
      )}
    </div>
  );
}

function Ended({ work, keyId }: { readonly work: MusicWork; readonly keyId: string }) {
  const t = useTexts(musicTexts);
  const { task, songs } = work;
  if (task.status === 'cancelled') return <p className="remark quiet">{t.cancelled}</p>;
  if (task.error !== null) {
    const { code, message, param } = task.error;
    const fault = { status: 0, code, message, param, requestId: null, retryAfterSeconds: null };
    return <FaultNote fault={fault} keyId={keyId} />;
  }
  return (
    <>
      <ul className="songs">
        {songs.map(({ url, format, seconds }, index) => (
          <li key={url}>
            <audio controls src={url} aria-label={t.song(index + 1, String(Math.round(seconds)))} />
            <p>
              {t.song(index + 1, String(Math.round(seconds)))}
              <a href={url} download={`song-${String(index + 1)}.${format}`}>
                {t.download}
              </a>
            </p>
          </li>
        ))}
      </ul>
      <p className="fine quiet">{t.kept}</p>
    </>
  );
}
