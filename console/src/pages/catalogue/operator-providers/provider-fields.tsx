import type { TriedField } from '@tollgate/contract/catalogue/provider-tries';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useRefused } from '../../../components/errors/use-refused.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Segments } from '../../../ui/forms/segments.tsx';
import { Field, TextField } from '../../../ui/forms/text-field.tsx';
import { dialectName, providerWords } from '../provider-words.ts';
import { dialectsQuery } from '../vendors-query.ts';
import { addressOf, nameOf, siteOf, triedKind, type Draft } from './draft.ts';
import { texts } from './texts.ts';
import type { Tried } from './use-add-provider.ts';

export interface ProviderFieldsProps {
  readonly draft: Draft;
  readonly change: (some: Partial<Draft>) => void;
  readonly wasSent: boolean;
  readonly tried: Tried | undefined;
  readonly error: unknown;
}

/** What the try says about a field, and what the interface refuses of it. */
function useFaults({ draft, wasSent, tried, error }: ProviderFieldsProps) {
  const t = useTexts(texts);
  const words = useTexts(providerWords);
  const refused = useRefused(error, 'provider');
  return {
    lacking: (text: string): string | undefined => (wasSent && text.trim() === '' ? t.needed : undefined),
    found: (field: TriedField): string | undefined =>
      tried?.field === field && tried.cause !== null ? words.causes[tried.cause] : undefined,
    refused: (param: string): string | undefined => refused(param),
    isSite: siteOf(draft) !== undefined && draft.vendor?.needs_address === false,
  };
}

/** The settings of a new upstream; each says what is wrong with it. */
export function ProviderFields(props: ProviderFieldsProps) {
  const t = useTexts(texts);
  const { draft, change } = props;
  const { lacking, found, refused, isSite } = useFaults(props);
  return (
    <>
      <RegionField draft={draft} change={change} />
      <AddressField {...props} />
      <TextField
        label={t.key}
        note={t.noKey}
        hint={t.keyHint}
        type="password"
        autoFocus={draft.vendor !== null}
        value={draft.key}
        onChange={(key) => {
          change({ key });
        }}
        autoComplete="new-password"
        spellCheck={false}
        error={found('api_key') ?? (isSite ? refused('routes') : undefined)}
      />
      <TextField
        label={t.label}
        hint={t.labelHint}
        value={draft.name}
        onChange={(name) => {
          change({ name });
        }}
        autoComplete="off"
        maxLength={100}
        error={lacking(draft.name) ?? refused('name')}
      />
      <ModelField draft={draft} change={change} models={props.tried?.models ?? []} fault={found('model')} />
      {draft.vendor === null ? <ProtocolField draft={draft} change={change} fault={found('chat_dialects')} /> : null}
    </>
  );
}

function AddressField(props: ProviderFieldsProps) {
  const t = useTexts(texts);
  const { draft, change } = props;
  const { lacking, found, refused, isSite } = useFaults(props);
  if (isSite) return <Site address={addressOf(draft)} fault={found('base_url')} />;
  return (
    <TextField
      label={t.address}
      hint={draft.vendor === null ? t.addressHint : t.addressForm(siteOf(draft)?.provider.routes[0]?.base_url ?? '')}
      value={draft.address}
      onChange={(address) => {
        const wasOwn = draft.name !== '' && draft.name !== nameOf(draft.address);
        change({ address, ...(wasOwn ? {} : { name: nameOf(address) }) });
      }}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      error={lacking(draft.address) ?? found('base_url') ?? refused('routes')}
    />
  );
}

function Site({ address, fault }: { readonly address: string; readonly fault: string | undefined }) {
  const t = useTexts(texts);
  return (
    <div className="row">
      <span className="label">{t.address}</span>
      <code className="provider-address">{address}</code>
      {fault === undefined ? null : (
        <p className="hint bad" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

type PartProps = Pick<ProviderFieldsProps, 'draft' | 'change'>;

function RegionField({ draft, change }: PartProps) {
  const t = useTexts(texts);
  const regions = draft.vendor?.sites.map((site) => site.region) ?? (['domestic', 'overseas'] as const);
  return (
    <div className="row">
      <span className="label">
        {t.region}
        <small>{t.regionNote}</small>
      </span>
      {regions.length === 1 ? (
        <span className="provider-address">{t.regions[regions[0] ?? 'domestic']}</span>
      ) : (
        <Segments
          label={t.region}
          value={draft.region}
          options={regions.map((value) => ({ value, label: t.regions[value] }))}
          onChange={(region) => {
            change({ region });
          }}
        />
      )}
    </div>
  );
}

interface ModelFieldProps extends PartProps {
  readonly models: readonly { readonly id: string }[];
  readonly fault: string | undefined;
}

function ModelField({ draft, change, models, fault }: ModelFieldProps) {
  const t = useTexts(texts);
  if (triedKind(draft) === null) return null;
  return (
    <>
      <TextField
        label={t.model}
        note={t.modelNote}
        hint={t.modelHint}
        value={draft.model}
        onChange={(model) => {
          change({ model });
        }}
        list="models-of-upstream"
        autoComplete="off"
        spellCheck={false}
        error={fault}
      />
      <datalist id="models-of-upstream">
        {models.slice(0, 200).map(({ id }) => (
          <option key={id} value={id} />
        ))}
      </datalist>
    </>
  );
}

function ProtocolField({ draft, change, fault }: PartProps & { readonly fault: string | undefined }) {
  const t = useTexts(texts);
  const { data: dialects } = useQuery(dialectsQuery);
  return (
    <Field label={t.protocol} error={fault}>
      {(ids) => (
        <Select
          {...ids}
          className="full"
          value={draft.protocol}
          options={[
            { value: '', label: t.auto },
            ...(dialects?.chat ?? []).map((dialect) => ({ value: dialect, label: dialectName(dialect) })),
          ]}
          onChange={(protocol) => {
            change({ protocol });
          }}
        />
      )}
    </Field>
  );
}
