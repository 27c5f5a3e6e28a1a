import type { InvoiceType } from '@tollgate/contract/invoicing';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useAccount } from '../../api/current-account.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { invoicesKey, requestInvoice, type Invoiceable, type InvoiceTitle } from '../../api/invoices.ts';
import { LinkButton, useGo } from '../../components/app-link.tsx';
import { FormFault } from '../../components/form-fault.tsx';
import { invoiceTexts } from '../../components/invoice-texts.ts';
import { moneyText } from '../../components/money-text.ts';
import { useRefused } from '../../components/use-refused.ts';
import { useTexts } from '../../i18n/texts.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { FormSentence, Notice } from '../../ui/notice.tsx';
import { Field, TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

interface InvoiceFormProps {
  readonly offer: Invoiceable;
  readonly titles: readonly InvoiceTitle[];
}

type Delivery = InvoiceTitle['delivery'];
const places = ['email', 'consignee', 'phone', 'address'] as const;

/** The first title that a type can be made out to. */
function titleFor(type: InvoiceType, titles: readonly InvoiceTitle[]): string {
  const fitting = type === 'electronic_ordinary' ? titles : titles.filter(({ is_verified: isVerified }) => isVerified);
  return (fitting[0] ?? titles[0])?.id ?? '';
}

interface Typed {
  readonly type: InvoiceType;
  readonly titleId: string;
  readonly amount: string;
  /** What of the title's delivery is another one this time. */
  readonly delivery: Partial<Record<keyof Delivery, string>>;
  readonly remark: string;
}

function placesOf(type: InvoiceType): readonly (keyof Delivery)[] {
  return type === 'paper_special' ? places.slice(1) : places.slice(0, 1);
}

function placeOf({ delivery }: Typed, title: InvoiceTitle | undefined, place: keyof Delivery): string {
  return delivery[place] ?? title?.delivery[place] ?? '';
}

/** A request as it is being typed, and what became of it. */
function useRequest({ offer, titles }: InvoiceFormProps) {
  const t = useTexts(texts);
  const { id: accountId } = useAccount();
  const queries = useQueryClient();
  const go = useGo();
  const [intention, setIntention] = useState(newIdempotencyKey);
  const [typed, setTyped] = useState<Typed>(() => ({
    ...{ type: 'electronic_ordinary', titleId: titleFor('electronic_ordinary', titles) },
    ...{ amount: offer.invoiceable, delivery: {}, remark: '' },
  }));
  const title = titles.find(({ id }) => id === typed.titleId);
  const send = useMutation({
    mutationFn: () => {
      const { type, titleId, amount, remark } = typed;
      const delivery = Object.fromEntries(placesOf(type).map((place) => [place, placeOf(typed, title, place).trim() || null]));
      const body = { type, title_id: titleId, amount: amount.trim(), remark: remark.trim() || null, ...delivery };
      return requestInvoice(accountId, body, intention);
    },
    onSuccess: async ({ id }) => {
      toast(t.sent);
      await queries.invalidateQueries({ queryKey: invoicesKey(accountId) });
      go(paths.invoice(id));
    },
    onError: (error) => {
      // What was refused is another request once it is corrected; what was not answered is the same one again.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) setIntention(newIdempotencyKey());
    },
  });
  const change = (to: Partial<Typed>): void => {
    setTyped({ ...typed, ...to });
  };
  return { typed, change, title, send };
}

export function InvoiceForm({ offer, titles }: InvoiceFormProps) {
  const t = useTexts(texts);
  const words = useTexts(invoiceTexts);
  const { typed, change, title, send } = useRequest({ offer, titles });
  const refusedOf = useRefused(send.error, 'invoice');
  const last =
    placesOf(typed.type)
      .map((place) => placeOf(typed, title, place))
      .at(-1) ?? '';
  const needsVerification = typed.type !== 'electronic_ordinary' && !offer.is_verified;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!needsVerification) send.mutate();
      }}
    >
      <TypeChoice
        types={offer.types}
        value={typed.type}
        error={refusedOf('type')}
        onChange={(type) => {
          change({ type, titleId: titleFor(type, titles) });
        }}
      />
      {needsVerification ? (
        <Notice remedy={<LinkButton to={paths.verification}>{t.verify}</LinkButton>}>{t.verifyFirst}</Notice>
      ) : null}
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
        error={refusedOf('title_id')}
        onChange={(titleId) => {
          change({ titleId, delivery: {} });
        }}
      />
      <DeliveryFields typed={typed} title={title} onChange={change} refusedOf={refusedOf} />
      <FormFault error={send.error} form="invoice" />
      <FormSentence>
        {t.say({
          title: title?.name ?? '',
          amount: `¥${typed.amount}`,
          type: words.types[typed.type],
          day: offer.dates.issuance.to,
          to: last === '' ? '…' : last,
        })}
      </FormSentence>
      <div className="form-act">
        <LinkButton to={paths.invoices} isBig>
          {t.cancel}
        </LinkButton>
        <Button look="primary" type="submit" isBig disabled={needsVerification} isBusy={send.isPending}>
          {t.submit}
        </Button>
      </div>
    </form>
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
    <Field label={t.name} error={error} hint={value?.tax_number ?? undefined}>
      {(ids) => (
        <select
          {...ids}
          className="invoice-text"
          value={value?.id ?? ''}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        >
          {titles.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
              {each.is_verified ? ` · ${t.verified}` : ''}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface DeliveryFieldsProps {
  readonly typed: Typed;
  readonly title: InvoiceTitle | undefined;
  readonly onChange: (change: Partial<Typed>) => void;
  readonly refusedOf: (param: string) => string | undefined;
}

function DeliveryFields({ typed, title, onChange, refusedOf }: DeliveryFieldsProps) {
  const t = useTexts(texts);
  const words = useTexts(invoiceTexts);
  const labels = { email: words.email, consignee: words.consignee, phone: words.phone, address: words.deliveryAddress };
  return (
    <>
      {placesOf(typed.type).map((place) => (
        <TextField
          key={place}
          label={labels[place]}
          value={placeOf(typed, title, place)}
          onChange={(value) => {
            onChange({ delivery: { ...typed.delivery, [place]: value } });
          }}
          maxLength={254}
          error={refusedOf(place)}
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
        error={refusedOf('remark')}
      />
    </>
  );
}
