import { imageQualities } from '@tollgate/contract/model-api/images';
import { Select } from 'antd';
import { useState } from 'react';
import { useTexts } from '../../../../i18n/texts.ts';
import { Field, TextField } from '../../../../ui/forms/text-field.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import { callGateway } from '../calls/call-gateway.ts';
import { imageCalls } from '../code/client-calls.ts';
import { codeSamples } from '../code/code-samples.ts';
import { editSamples } from '../code/edit-samples.ts';
import { useKept } from '../kept.ts';
import { LongText } from '../long-text.tsx';
import { PricePreview } from '../price/price-preview.tsx';
import { RunForm } from '../runs/run-form.tsx';
import { RunResult } from '../runs/run-result.tsx';
import { runners, useOwnRun } from '../runs/run.ts';
import '../runs/runs.css';
import { texts as pageTexts } from '../texts.ts';
import { readWhole, WholeNumberField } from '../whole-number-field.tsx';
import { Workbench, type Bench } from '../workbench.tsx';
import { imageTexts } from './image-texts.ts';
import { picturesOf, type Picture } from './picture.ts';
import { SourceImages } from './source-images.tsx';

const runnerOf = runners<readonly Picture[]>();
const countBounds = { min: 1, max: 10 };

interface ImageWish {
  readonly prompt: string;
  readonly size: string;
  readonly quality: string;
  readonly count: string;
}

type ImageBody = Readonly<Record<string, string | number>>;

/** The fields of a request, as JSON or as a form. */
function bodyOf(model: string, { prompt, size, quality, count }: ImageWish): ImageBody {
  const n = readWhole(count, countBounds);
  return {
    model,
    prompt,
    response_format: 'b64_json',
    ...(typeof n === 'number' ? { n } : {}),
    ...(size === '' ? {} : { size }),
    ...(quality === '' ? {} : { quality }),
  };
}

function formOf(body: ImageBody, sources: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, String(value));
  for (const source of sources) form.append(sources.length === 1 ? 'image' : 'image[]', source);
  return form;
}

/** The priced quantity for such an image. */
function quantityOf({ size, quality }: ImageWish): string {
  if (quality !== '') return `image@${size === '' ? 'auto' : size}@${quality}`;
  return size === '' ? 'image' : `image@${size}`;
}

function isSize(size: string): boolean {
  return size === '' || size === 'auto' || /^[1-9]\d{1,4}x[1-9]\d{1,4}$/.test(size);
}

/** Generates images from text, or edits images. */
export default function ImagePanel({ bench }: { readonly bench: Bench }) {
  const t = useTexts(imageTexts);
  const { caller, model } = bench;
  const { runner, run } = useOwnRun(runnerOf, caller.accountId);
  const [wish, change] = useKept<ImageWish>('image', { prompt: t.promptExample, size: '', quality: '', count: '' });
  const [sources, setSources] = useState<readonly File[]>([]);
  const body = bodyOf(model.name, wish);
  const isEdit = sources.length > 0;
  const count = readWhole(wish.count, countBounds);
  const start = (): void => {
    const asked = isEdit ? { path: '/images/edits', body: formOf(body, sources) } : { path: '/images/generations', body };
    runner.start({
      keyId: caller.keyId,
      ask: (signal) => callGateway(caller, { ...asked, signal }),
      read: picturesOf,
    });
  };
  const side = (
    <>
      <PricePreview model={model} amounts={[{ quantity: quantityOf(wish), count: count ?? 1 }]} />
      <ImageParameters wish={wish} onChange={change} />
    </>
  );
  return (
    <Workbench
      side={side}
      samples={(base) =>
        isEdit
          ? editSamples(
              base,
              body,
              sources.map(({ name }) => name),
            )
          : codeSamples(base, { path: '/images/generations', body, calls: imageCalls })
      }
    >
      <RunForm
        isRunning={run.state === 'running'}
        mayRun={wish.prompt.trim() !== '' && count !== undefined && isSize(wish.size)}
        verb={isEdit ? t.editVerb : t.verb}
        onRun={start}
        onStop={runner.stop}
      >
        <LongText
          label={t.prompt}
          value={wish.prompt}
          onChange={(prompt) => {
            change({ prompt });
          }}
        />
        <SourceImages files={sources} onChange={setSources} />
      </RunForm>
      <RunResult accountId={caller.accountId} run={run} onRetry={start}>
        {(pictures) => <Pictures pictures={pictures} />}
      </RunResult>
    </Workbench>
  );
}

interface ImageParametersProps {
  readonly wish: ImageWish;
  readonly onChange: (change: Partial<ImageWish>) => void;
}

function ImageParameters({ wish, onChange }: ImageParametersProps) {
  const t = useTexts(imageTexts);
  const { parameters } = useTexts(pageTexts);
  return (
    <Sheet title={parameters} isPadded>
      <div className="form">
        <TextField
          label={t.size}
          hint={t.sizeHint}
          error={isSize(wish.size) ? undefined : t.sizeFault}
          value={wish.size}
          onChange={(size) => {
            onChange({ size: size.trim() });
          }}
        />
        <Field label={t.quality}>
          {(ids) => (
            <Select
              {...ids}
              className="quality"
              value={wish.quality}
              options={['', ...imageQualities.filter((value) => value !== 'auto')].map((value) => ({
                value,
                label: value === '' ? t.auto : value,
              }))}
              onChange={(quality) => {
                onChange({ quality });
              }}
            />
          )}
        </Field>
        <WholeNumberField
          label={t.count}
          hint={t.countHint}
          bounds={countBounds}
          value={wish.count}
          onChange={(count) => {
            onChange({ count });
          }}
        />
      </div>
    </Sheet>
  );
}

function Pictures({ pictures }: { readonly pictures: readonly Picture[] }) {
  const t = useTexts(imageTexts);
  return (
    <div className="pictures">
      {pictures.map(({ url, isHere, extension }, index) => (
        <figure key={String(index)}>
          {isHere ? <img src={url} alt={t.image(index + 1)} /> : null}
          <figcaption>
            {t.image(index + 1)}
            {isHere ? (
              <a href={url} download={`image-${String(index + 1)}.${extension}`}>
                {t.download}
              </a>
            ) : (
              <a href={url} target="_blank" rel="noopener noreferrer">
                {t.elsewhere}
              </a>
            )}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}
