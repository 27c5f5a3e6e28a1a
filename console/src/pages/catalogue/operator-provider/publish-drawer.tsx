import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operatorCatalogueApi } from '../../../api/clients/operator-catalogue.ts';
import type { Provider } from '../../../api/providers.ts';
import { Loading, useCause } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useListing, useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Check, TextField } from '../../../ui/forms/text-field.tsx';
import { countText } from '../../../ui/number-text.ts';
import { Skeleton } from '../../../ui/states/empty-state.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { FormDrawer } from '../../../ui/windows/drawer.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { operatorModelsQuery, type OperatorModel } from '../../../api/operator-models.ts';
import { usualDialect, vendorsQuery } from '../vendors-query.ts';
import { ChoiceFields } from './choice-fields.tsx';
import { NewProtocols, type NewDialects } from './new-protocols.tsx';
import { areRight, choiceOf, isPriced, vendorOf, type Choice } from './publish-lines.ts';
import { publishTexts } from './publish-texts.ts';
import { newKinds, usePublish } from './use-publish.ts';

interface PublishDrawerProps {
  readonly provider: Provider;
  readonly onClose: () => void;
}

/** How many of a long list are shown; the rest is searched for. */
const shownMax = 60;

/** The model list of an upstream, and what to publish of it at which price. */
export function PublishDrawer(props: PublishDrawerProps) {
  const t = useTexts(publishTexts);
  const models = useQuery(operatorModelsQuery);
  const vendors = useQuery(vendorsQuery);
  if (models.data !== undefined && vendors.data !== undefined)
    return <PublishForm {...props} models={models.data} vendor={vendorOf(props.provider, vendors.data)} />;
  return (
    <FormDrawer title={t.publishTitle} label={t.publishTitle} onClose={props.onClose}>
      <Loading of={models.data === undefined ? models : vendors} what={t.failed} height={320} />
    </FormDrawer>
  );
}

interface PublishFormProps extends PublishDrawerProps {
  readonly models: readonly OperatorModel[];
  readonly vendor: ReturnType<typeof vendorOf>;
}

type Listed = Awaited<ReturnType<typeof operatorCatalogueApi.listUpstreamModels>> | undefined;

function useListed({ id }: Provider) {
  return useQuery({
    queryKey: ['operator', 'provider', id, 'upstream-models'],
    queryFn: ({ signal }) => operatorCatalogueApi.listUpstreamModels({ params: { id }, signal }),
    retry: false,
    refetchOnWindowFocus: false,
  });
}

/** Of an upstream that serves nothing yet, the listed models whose list price is known. */
function suggestedChoices({ models }: Provider, listed: Listed, vendor: PublishFormProps['vendor']): readonly Choice[] {
  if (models.length > 0 || listed === undefined) return [];
  return listed.data.map(({ id }) => choiceOf(id, vendor)).filter(({ known }) => known !== null);
}

/** A model that is sold already keeps its price. */
function hasPrice(models: readonly OperatorModel[], { name }: Choice): boolean {
  return models.some((model) => model.name === name.trim() && model.price !== null);
}

function PublishForm({ provider, onClose, models, vendor }: PublishFormProps) {
  const t = useTexts(publishTexts);
  const listed = useListed(provider);
  const suggested = suggestedChoices(provider, listed.data, vendor);
  const [changed, setChanged] = useState<readonly Choice[] | null>(null);
  const choices = changed ?? suggested;
  const setChoices = (next: (before: readonly Choice[]) => readonly Choice[]): void => {
    setChanged((before) => next(before ?? suggested));
  };
  const publishing = usePublish(provider.id, onClose);
  const [named, setNamed] = useState<NewDialects>({});
  const dialects: NewDialects = Object.fromEntries(
    newKinds(provider, choices).map((kind) => [kind, named[kind] ?? usualDialect(vendor, kind)]),
  );
  const toggle = (id: string): void => {
    setChoices((before) =>
      before.some(({ upstream }) => upstream === id)
        ? before.filter(({ upstream }) => upstream !== id)
        : [...before, choiceOf(id, vendor)],
    );
  };
  const priced = choices.filter((choice) => hasPrice(models, choice) || isPriced(choice)).length;
  const isReady =
    choices.length > 0 &&
    !Object.values(dialects).includes('') &&
    choices.every(({ name, kind, price, cost }) => name.trim() !== '' && areRight(kind, price) && areRight(kind, cost));
  const hidden = choices.length - priced;
  return (
    <SubmitDrawer
      title={t.publishTitle}
      submit={t.publish(countText(choices.length))}
      isReady={isReady}
      isBusy={publishing.isPending}
      onClose={onClose}
      onSubmit={() => {
        publishing.mutate({ choices, models, dialects });
      }}
    >
      <ModelList
        provider={provider}
        listed={listed}
        choices={choices}
        toggle={toggle}
        fields={(choice) => (
          <ChoiceFields
            choice={choice}
            existing={models.find(({ name }) => name === choice.name.trim())}
            change={(some) => {
              setChoices((before) => before.map((one) => (one.upstream === choice.upstream ? { ...one, ...some } : one)));
            }}
          />
        )}
      />
      <NewProtocols
        dialects={dialects}
        change={(some) => {
          setNamed((before) => ({ ...before, ...some }));
        }}
      />
      <FormFault error={publishing.error} />
      <FormSentence>
        {choices.length === 0
          ? t.sayNothing
          : hidden === 0
            ? t.sayPriced(countText(priced))
            : t.sayPublish(countText(priced), countText(hidden))}
      </FormSentence>
    </SubmitDrawer>
  );
}

interface ModelListProps {
  readonly provider: Provider;
  readonly listed: ReturnType<typeof useListed>;
  readonly choices: readonly Choice[];
  readonly toggle: (id: string) => void;
  readonly fields: (choice: Choice) => React.ReactNode;
}

/** What the upstream lists, each chosen one with its fields below it, and a field for what it does not list. */
function ModelList({ provider, listed: { data, error }, choices, toggle, fields }: ModelListProps) {
  const t = useTexts(publishTexts);
  const cause = useCause(error);
  const [words, setWords] = useState('');
  if (data === undefined && error === null) return <Skeleton height={320} />;
  const served = new Set(provider.models.map((offer) => offer.upstream_model));
  const chosen = new Map(choices.map((choice) => [choice.upstream, choice]));
  const names = data?.data.map(({ id }) => id) ?? [];
  const others = choices.map(({ upstream }) => upstream).filter((id) => !names.includes(id));
  const found = names.filter((id) => chosen.has(id) || id.toLowerCase().includes(words.trim().toLowerCase()));
  const shown = [...found.filter((id, at) => at < shownMax || chosen.has(id)), ...others];
  const left = found.length + others.length - shown.length;
  return (
    <>
      {error === null ? null : (
        <p className="hint bad" role="alert">
          {t.listFailed} {cause}
        </p>
      )}
      {names.length > 0 ? (
        <TextField label={t.searchModels} value={words} onChange={setWords} autoComplete="off" spellCheck={false} />
      ) : error === null ? (
        <p className="hint">{t.listEmpty}</p>
      ) : null}
      <ul className="publish-list">
        {shown.map((id) => {
          const choice = chosen.get(id);
          return (
            <li key={id}>
              <ListedModel
                id={id}
                isOn={choice !== undefined}
                isServed={served.has(id)}
                onToggle={() => {
                  toggle(id);
                }}
              />
              {choice === undefined ? null : fields(choice)}
            </li>
          );
        })}
      </ul>
      <Hints isEmpty={names.length > 0 && shown.length === 0} left={left} missing={data?.missing ?? []} />
      <ByHand isTaken={(id) => chosen.has(id) || served.has(id)} onAdd={toggle} />
    </>
  );
}

interface ListedModelProps {
  readonly id: string;
  readonly isOn: boolean;
  readonly isServed: boolean;
  readonly onToggle: () => void;
}

function ListedModel({ id, isOn, isServed, onToggle }: ListedModelProps) {
  const t = useTexts(publishTexts);
  return (
    <Check isOn={isOn || isServed} isDisabled={isServed} onChange={onToggle}>
      <code>{id}</code>
      {isServed ? <small className="quiet">{t.alreadyServed}</small> : null}
    </Check>
  );
}

interface HintsProps {
  readonly isEmpty: boolean;
  /** Models that are not shown. */
  readonly left: number;
  /** Served, and not listed any more. */
  readonly missing: readonly string[];
}

function Hints({ isEmpty, left, missing }: HintsProps) {
  const t = useTexts(publishTexts);
  const listed = useListing();
  const said = [
    ...(isEmpty ? [t.noMatch] : []),
    ...(left > 0 ? [t.moreOf(countText(left))] : []),
    ...(missing.length > 0 ? [t.gone(listed(missing))] : []),
  ];
  return said.map((text) => (
    <p key={text} className="hint">
      {text}
    </p>
  ));
}

function ByHand({ isTaken, onAdd }: { readonly isTaken: (id: string) => boolean; readonly onAdd: (id: string) => void }) {
  const t = useTexts(publishTexts);
  const [name, setName] = useState('');
  const id = name.trim();
  return (
    <div className="publish-by-hand">
      <TextField label={t.byName} value={name} onChange={setName} autoComplete="off" spellCheck={false} maxLength={200} />
      <Button
        disabled={id === '' || isTaken(id)}
        onClick={() => {
          onAdd(id);
          setName('');
        }}
      >
        {t.addName}
      </Button>
    </div>
  );
}
