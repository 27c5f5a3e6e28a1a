import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deliveryPlaces, invoiceLack, placesOf, type InvoiceLack } from '@tollgate/contract/invoicing/invoice-conditions';
import type { InvoiceType } from '@tollgate/contract/invoicing/invoicing';
import { useState } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { ApiError } from '../../../api/http/api-error.ts';
import { newIdempotencyKey } from '../../../api/http/idempotency-key.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { isAtField, useRefused } from '../../../components/errors/use-refused.ts';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { LinkButton, useGo } from '../../../components/links/app-link.tsx';
import { isAmount } from '../../../components/money/is-amount.ts';
import { moneyText } from '../../../components/money/money-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { invoiceTexts } from '../../../components/invoicing/invoice-texts.ts';
import { invoicesKey, requestInvoice, type Invoiceable, type InvoiceTitle } from '../invoices.ts';
import { LackNotice } from './lack-notice.tsx';
import { texts } from './texts.ts';
import { TitleDrawer } from './title-drawer.tsx';

interface InvoiceFormProps {
  readonly offer: Invoiceable;
  readonly titles: readonly InvoiceTitle[];
}

/** Fields that show their own errors. */
const shownAt = ['type', 'amount', 'title_id', ...deliveryPlaces, 'remark'];

type Delivery = InvoiceTitle['delivery'];

/** What prevents an invoice request, by the same rule as on the server. */
function lackOf(
  { verification }: Invoiceable,
  { type, title, delivery }: { readonly type: InvoiceType; readonly title: InvoiceTitle; readonly delivery: Delivery },
): InvoiceLack | null {
  return invoiceLack(type, { title: { ...title, isVerified: title.is_verified }, verification, delivery });
}

/** The first title that is valid for an invoice of this type. */
function titleFor(type: InvoiceType, { offer, titles }: InvoiceFormProps): string {
  const anywhere = { email: '-', consignee: '-', phone: '-', address: '-' };
  const fitting = titles.find((title) => lackOf(offer, { type, title, delivery: anywhere }) === null);
  return (fitting ?? titles[0])?.id ?? '';
}

interface Typed {
  readonly type: InvoiceType;
  readonly titleId: string;
  readonly amount: string;
  /** Delivery fields that differ from those of the title. */
  readonly delivery: Partial<Record<keyof Delivery, string>>;
  readonly remark: string;
}

/** The typed value, or else that of the title, or else, for an e-mail, the account's address. */
function placeOf(place: keyof Delivery, { delivery }: Typed, title: InvoiceTitle | undefined, offer: Invoiceable): string {
  return delivery[place] ?? title?.delivery[place] ?? (place === 'email' ? offer.email : null) ?? '';
}

/** A request form and its result. */
function useRequest(props: InvoiceFormProps) {
  const { offer, titles } = props;
  const t = useTexts(texts);
  const { id: accountId } = useAccount();
  const queries = useQueryClient();
  const go = useGo();
  const [intention, setIntention] = useState(newIdempotencyKey);
  const [typed, setTyped] = useState<Typed>(() => ({
    type: 'electronic_ordinary',
    titleId: titleFor('electronic_ordinary', props),
    amount: offer.invoiceable,
    delivery: {},
    remark: '',
  }));
  const title = titles.find(({ id }) => id === typed.titleId);
  const places = placesOf(typed.type).map((place) => [place, placeOf(place, typed, title, offer)] as const);
  const send = useMutation({
    mutationFn: () => {
      const { type, titleId, amount, remark } = typed;
      const delivery = Object.fromEntries(places.map(([place, text]) => [place, text.trim() || null]));
      const body = { type, title_id: titleId, amount: amount.trim(), remark: remark.trim() || null, ...delivery };
      return requestInvoice(accountId, body, intention);
    },
    onSuccess: async ({ id }) => {
      toast(t.sent);
      await queries.invalidateQueries({ queryKey: invoicesKey(accountId) });
      go(paths.invoice(id));
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return;
      // A refused request that is corrected is a new one. A request without a response is repeated unchanged.
      setIntention(newIdempotencyKey());
      // The refusal may be due to data that this page has not loaded yet.
      await queries.invalidateQueries({ queryKey: invoicesKey(accountId) });
    },
  });
  const change = (to: Partial<Typed>): void => {
    setTyped({ ...typed, ...to });
  };
  const delivery = { email: null, consignee: null, phone: null, address: null, ...Object.fromEntries(places) };
  const lack = title === undefined ? null : lackOf(offer, { type: typed.type, title, delivery });
  return { typed, change, title, lack, places, send };
}

const isPlace = (lack: InvoiceLack): boolean => (deliveryPlaces as readonly string[]).includes(lack);

export function InvoiceForm(props: InvoiceFormProps) {
  const { offer, titles } = props;
  const t = useTexts(texts);
  const { typed, change, title, lack, places, send } = useRequest(props);
  const refusedOf = useRefused(send.error, 'invoice');
  const [isTried, setTried] = useState(false);
  const [drawer, setDrawer] = useState<{ readonly title: InvoiceTitle | null } | null>(null);
  const isBarred = lack !== null && !isPlace(lack);
  return (
    <>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (lack === null) send.mutate();
        }}
      >
        <TypeChoice
          types={offer.types}
          value={typed.type}
          error={refusedOf('type')}
          onChange={(type) => {
            change({ type, titleId: titleFor(type, props) });
          }}
        />
        <TextField
          label={t.amount}
          note={t.amountNote(moneyText(offer.invoiceable, 2).replace('¥', ''))}
          value={typed.amount}
          onChange={(amount) => {
            change({ amount });
          }}
          before="¥"
          inputMode="decimal"
          autoComplete="off"
          error={refusedOf('amount')}
        />
        <TitleChoice
          titles={titles}
          value={title}
          error={isBarred ? undefined : refusedOf('title_id')}
          onChange={(titleId) => {
            change({ titleId, delivery: {} });
          }}
        />
        {isBarred && title !== undefined ? <LackNotice lack={lack} title={title} onEdit={setDrawer} /> : null}
        <DeliveryFields
          typed={typed}
          places={places}
          onChange={change}
          faultOf={(field) => (isTried && field === lack ? t.missing : refusedOf(field))}
        />
        {isAtField(send.error, shownAt) ? null : <FormFault error={send.error} form="invoice" />}
        <FormEnd
          offer={offer}
          typed={typed}
          title={title}
          to={places.at(-1)?.[1] ?? ''}
          isBarred={isBarred}
          isBusy={send.isPending}
        />
      </form>
      {drawer === null ? null : (
        <TitleDrawer
          title={drawer.title}
          onClose={() => {
            setDrawer(null);
          }}
        />
      )}
    </>
  );
}

interface FormEndProps {
  readonly offer: Invoiceable;
  readonly typed: Typed;
  readonly title: InvoiceTitle | undefined;
  /** The destination entered so far. */
  readonly to: string;
  readonly isBarred: boolean;
  readonly isBusy: boolean;
}

/** A summary of the request, and the buttons. */
function FormEnd({ offer, typed, title, to, isBarred, isBusy }: FormEndProps) {
  const t = useTexts(texts);
  const words = useTexts(invoiceTexts);
  const said = t.say({
    title: title?.name ?? '',
    amount: isAmount(typed.amount.trim(), 2) ? `¥${typed.amount.trim()}` : '…',
    type: words.types[typed.type],
    day: offer.dates.issuance.to,
    ...{ to: to === '' ? '…' : to, isPaper: typed.type === 'paper_special' },
  });
  return (
    <>
      <FormSentence>{isBarred ? t.sayBarred : said}</FormSentence>
      <div className="form-act">
        <LinkButton to={paths.invoices} isBig>
          {t.cancel}
        </LinkButton>
        <Button look="primary" type="submit" isBig disabled={isBarred} isBusy={isBusy}>
          {t.submit}
        </Button>
      </div>
    </>
  );
}

interface TypeChoiceProps {
  readonly types: readonly InvoiceType[];
  readonly value: InvoiceType;
  readonly error: string | undefined;
  readonly onChange: (type: InvoiceType) => void;
}

function TypeChoice({ types, value, error, onChange }: TypeChoiceProps) {
  const t = useTexts(texts);
  const words = useTexts(invoiceTexts);
  return (
    <div className="row">
      <span className="label" id="invoice-type">
        {t.type}
      </span>
      <div className="choice invoice-types" role="radiogroup" aria-labelledby="invoice-type">
        {types.map((each) => (
          <button
            key={each}
            type="button"
            role="radio"
            aria-checked={each === value}
            onClick={() => {
              onChange(each);
            }}
          >
            <b>{words.types[each]}</b>
            <small>{t.typeNotes[each]}</small>
          </button>
        ))}
      </div>
      {error === undefined ? null : <p className="hint bad">{error}</p>}
    </div>
  );
}

interface TitleChoiceProps {
  readonly titles: readonly InvoiceTitle[];
  readonly value: InvoiceTitle | undefined;
  readonly error: string | undefined;
  readonly onChange: (titleId: string) => void;
}

function TitleChoice({ titles, value, error, onChange }: TitleChoiceProps) {
  const t = useTexts(texts);
  return (
    <SelectField
      label={t.name}
      error={error}
      hint={value?.tax_number ?? undefined}
      value={value?.id ?? ''}
      options={titles.map(({ id, name, is_verified }) => [id, is_verified ? `${name} · ${t.verified}` : name])}
      onChange={onChange}
    />
  );
}

interface DeliveryFieldsProps {
  readonly typed: Typed;
  /** The destination, as far as it is known. */
  readonly places: readonly (readonly [keyof Delivery, string])[];
  readonly onChange: (change: Partial<Typed>) => void;
  /** The error of a field. */
  readonly faultOf: (field: string) => string | undefined;
}

function DeliveryFields({ typed, places, onChange, faultOf }: DeliveryFieldsProps) {
  const t = useTexts(texts);
  const words = useTexts(invoiceTexts);
  const labels = { email: words.email, consignee: words.consignee, phone: words.phone, address: words.deliveryAddress };
  return (
    <>
      {places.map(([place, text]) => (
        <TextField
          key={place}
          label={labels[place]}
          value={text}
          onChange={(value) => {
            onChange({ delivery: { ...typed.delivery, [place]: value } });
          }}
          maxLength={254}
          error={faultOf(place)}
        />
      ))}
      <TextField
        label={words.remark}
        note={t.printed}
        value={typed.remark}
        onChange={(remark) => {
          onChange({ remark });
        }}
        maxLength={100}
        error={faultOf('remark')}
      />
    </>
  );
}
