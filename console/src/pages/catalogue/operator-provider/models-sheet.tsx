import { useQuery } from '@tanstack/react-query';
import { Dropdown, type MenuProps } from 'antd';
import { useRef, useState } from 'react';
import type { Provider } from '../../../api/providers.ts';
import { useWhy } from '../../../components/errors/error-state.tsx';
import { AppLink } from '../../../components/links/app-link.tsx';
import { priceText } from '../../../components/money/money-text.ts';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { operatorModelsQuery, type OperatorModel } from '../../../api/operator-models.ts';
import { offersOf, useChangeProvider, type OfferPatch } from '../use-provider.ts';
import { OfferDrawer } from './offer-drawer.tsx';
import { texts } from './texts.ts';

type MenuClick = Parameters<NonNullable<MenuProps['onClick']>>[0];
type Offer = Provider['models'][number];

interface Row {
  readonly offer: Offer;
  readonly model: OperatorModel | undefined;
}

interface ModelsSheetProps {
  readonly provider: Provider;
  readonly mayChange: boolean;
  readonly onPublish: () => void;
}

type Price = NonNullable<Offer['cost']>;

/** Input and output of a price by tokens; for others the amount of one piece. */
function usePriceWords(): (price: Price) => string {
  const t = useTexts(texts);
  return (price) => {
    const [piece] = Object.values(price.rates ?? {});
    const isFree = Number.parseFloat(price.input) === 0 && Number.parseFloat(price.output) === 0;
    if (isFree && piece !== undefined) return priceText(piece);
    return t.inOut(priceText(price.input), priceText(price.output));
  };
}

function State({ model }: Pick<Row, 'model'>) {
  const t = useTexts(texts);
  if ((model?.price ?? null) === null) return <StatusWord look="off">{t.hidden}</StatusWord>;
  return (
    <StatusWord look={model?.sellable === true ? 'go' : 'off'}>{model?.sellable === true ? t.onSale : t.notSold}</StatusWord>
  );
}

/** The models that an upstream serves, what they cost and what they are sold for. */
export function ModelsSheet({ provider, mayChange, onPublish }: ModelsSheetProps) {
  const t = useTexts(texts);
  const words = usePriceWords();
  const { data } = useQuery(operatorModelsQuery);
  const rows = provider.models.map((offer) => ({ offer, model: data?.find(({ name }) => name === offer.model) }));
  const costOf = ({ offer: { cost } }: Row) => (cost === null ? <span className="quiet">{t.unknownCost}</span> : words(cost));
  const priceOf = ({ model }: Row): string => {
    const price = model?.price ?? null;
    return price === null ? t.none : words(price);
  };
  const columns: readonly Column<Row>[] = [
    {
      id: 'model',
      head: t.model,
      cell: ({ offer }) => (
        <>
          <AppLink to={paths.operatorModel(offer.model)}>
            <code>{offer.model}</code>
          </AppLink>
          {offer.upstream_model === offer.model ? null : <small className="block">{offer.upstream_model}</small>}
        </>
      ),
    },
    { id: 'state', head: t.state, width: '170px', cell: ({ model }) => <State model={model} /> },
    { id: 'cost', head: t.costHead, isNumber: true, width: '170px', cell: costOf },
    { id: 'price', head: t.priceHead, isNumber: true, width: '170px', cell: priceOf },
    ...(mayChange
      ? [
          {
            id: 'act',
            head: <span className="sr">{t.actions}</span>,
            isActions: true,
            width: '60px',
            cell: ({ offer, model }: Row) => <OfferMenu provider={provider} offer={offer} model={model} />,
          },
        ]
      : []),
  ];
  return (
    <Sheet
      title={t.models}
      note={t.modelsNote}
      right={<AppLink to={paths.operatorSimulator({ model: provider.models[0]?.model })}>{t.simulate}</AppLink>}
    >
      <DataTable
        label={t.models}
        columns={columns}
        rows={rows}
        rowKey={({ offer }) => offer.model}
        rowHeight={44}
        narrow={(row) => (
          <>
            <span className="l1">
              <code className="cut">{row.offer.model}</code>
              {mayChange ? <OfferMenu provider={provider} offer={row.offer} model={row.model} /> : null}
            </span>
            <span className="l2">
              <State model={row.model} />
              <span>{priceOf(row)}</span>
            </span>
          </>
        )}
        failed={t.failed}
        empty={t.noModels}
        emptyAction={
          mayChange ? (
            <Button look="primary" onClick={onPublish}>
              {t.fetch}
            </Button>
          ) : undefined
        }
      />
    </Sheet>
  );
}

interface OfferMenuProps extends Row {
  readonly provider: Provider;
}

function OfferMenu({ provider, offer, model }: OfferMenuProps) {
  const t = useTexts(texts);
  const why = useWhy();
  const changing = useChangeProvider(provider.id);
  const [isEditing, setEditing] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const put = (models: (before: readonly OfferPatch[]) => readonly OfferPatch[], done: string, undo?: () => void): void => {
    changing.mutate(
      { patch: (now) => ({ models: [...models(offersOf(now))] }), done, ...(undo === undefined ? {} : { undo }) },
      {
        onError: (error) => {
          toast(why(error));
        },
      },
    );
  };
  const items = [
    {
      key: 'edit',
      label: t.edit,
      onClick: ({ domEvent }: MenuClick) => {
        // The Enter that chose it would otherwise also submit the form, which has the focus by then.
        domEvent.preventDefault();
        trigger.current?.focus();
        setEditing(true);
      },
    },
    {
      key: 'remove',
      label: t.removeModel,
      danger: true,
      onClick: () => {
        put(
          (before) => before.filter((one) => one.model !== offer.model),
          t.modelRemoved(offer.model),
          () => {
            put((before) => [...before, ...offersOf({ models: [offer] })], t.saved);
          },
        );
      },
    },
  ];
  return (
    <>
      <Dropdown autoFocus menu={{ items }} trigger={['click']} placement="bottomRight">
        <IconButton ref={trigger} icon="more" label={t.moreModel(offer.model)} />
      </Dropdown>
      {isEditing ? (
        <OfferDrawer
          provider={provider}
          offer={offer}
          kind={model?.kind ?? 'chat'}
          onClose={() => {
            setEditing(false);
          }}
        />
      ) : null}
    </>
  );
}
