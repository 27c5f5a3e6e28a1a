import { useMutation, useQueryClient } from '@tanstack/react-query';
import { missingOf } from '@tollgate/contract/invoicing/invoice-conditions';
import { titleKinds, type TitleKind } from '@tollgate/contract/invoicing/invoicing';
import { useState } from 'react';
import { invoicingApi } from '../../../api/clients/invoicing.ts';
import { useAccount } from '../../../api/current-account.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { isAtField, useRefused } from '../../../components/errors/use-refused.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Segments } from '../../../ui/forms/segments.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { invoiceTexts } from '../../../components/invoicing/invoice-texts.ts';
import { invoicesKey, type InvoiceTitle, type InvoiceTitleRequest } from '../invoices.ts';
import { texts } from './texts.ts';

/** Fields that show their own errors. */
const shownAt = ['name', 'tax_number', 'address', 'telephone', 'bank', 'bank_account'];

const printed = ['tax_number', 'address', 'telephone', 'bank', 'bank_account'] as const;
const delivery = ['email', 'consignee', 'phone', 'address'] as const;

/** Every field as typed. The delivery address is separate from the printed one. */
type Typed = Record<(typeof printed)[number] | 'email' | 'consignee' | 'phone' | 'delivery_address', string>;

const blank: Typed = {
  tax_number: '',
  address: '',
  telephone: '',
  bank: '',
  bank_account: '',
  email: '',
  consignee: '',
  phone: '',
  delivery_address: '',
};

function typedOf(title: InvoiceTitle | null): Typed {
  if (title === null) return blank;
  const { email, consignee, phone, address } = title.delivery;
  const known = { ...title, email, consignee, phone, delivery_address: address };
  const fields = Object.keys(blank) as (keyof Typed)[];
  return Object.fromEntries(fields.map((field) => [field, known[field] ?? ''])) as Typed;
}

function requestOf(kind: TitleKind, name: string, typed: Typed): InvoiceTitleRequest {
  const given = (text: string): string | null => text.trim() || null;
  const own = kind === 'enterprise' ? Object.fromEntries(printed.map((field) => [field, given(typed[field])])) : {};
  return {
    kind,
    name: name.trim(),
    ...own,
    delivery: {
      email: given(typed.email),
      consignee: given(typed.consignee),
      phone: given(typed.phone),
      address: given(typed.delivery_address),
    },
  };
}

interface TitleDrawerProps {
  /** `null` for a new title. */
  readonly title: InvoiceTitle | null;
  readonly onClose: () => void;
}

export function TitleDrawer({ title, onClose }: TitleDrawerProps) {
  const t = useTexts(texts);
  const words = useTexts(invoiceTexts);
  const { id: accountId } = useAccount();
  const queries = useQueryClient();
  const [kind, setKind] = useState<TitleKind>(title?.kind ?? 'enterprise');
  const [name, setName] = useState(title?.name ?? '');
  const [typed, setTyped] = useState(() => typedOf(title));
  const save = useMutation({
    mutationFn: () => {
      const body = requestOf(kind, name, typed);
      return title === null
        ? invoicingApi.createInvoiceTitle({ params: { accountId }, body })
        : invoicingApi.changeInvoiceTitle({ params: { accountId, titleId: title.id }, body });
    },
    onSuccess: async () => {
      toast(t.saved);
      await queries.invalidateQueries({ queryKey: invoicesKey(accountId) });
      onClose();
    },
  });
  const refusedOf = useRefused(save.error, 'title');
  const [isTried, setTried] = useState(false);
  const missing: readonly string[] = missingOf({ kind, ...typed });
  const heading = title === null ? t.newTitle : t.editTitle;
  return (
    <SubmitDrawer
      title={heading}
      submit={t.save}
      isReady={name.trim() !== ''}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (missing.length === 0) save.mutate();
      }}
    >
      <Segments
        label={t.kind}
        value={kind}
        options={titleKinds.map((each) => ({ value: each, label: words.kinds[each] }))}
        onChange={setKind}
      />
      <TextField label={t.titleName} value={name} onChange={setName} maxLength={100} error={refusedOf('name')} />
      <TitleFields
        kind={kind}
        typed={typed}
        onChange={setTyped}
        faultOf={(field) => (isTried && missing.includes(field) ? t.missing : refusedOf(field))}
      />
      {isAtField(save.error, shownAt) ? null : <FormFault error={save.error} form="title" />}
    </SubmitDrawer>
  );
}

interface TitleFieldsProps {
  readonly kind: TitleKind;
  readonly typed: Typed;
  readonly onChange: (typed: Typed) => void;
  /** The error of a field. */
  readonly faultOf: (field: string) => string | undefined;
}

/** The printed data of an enterprise, and the delivery address. */
function TitleFields({ kind, typed, onChange, faultOf }: TitleFieldsProps) {
  const t = useTexts(texts);
  const words = useTexts(invoiceTexts);
  const labels: Readonly<Record<keyof Typed, string>> = {
    tax_number: words.taxNumber,
    address: words.address,
    telephone: words.telephone,
    bank: words.bank,
    bank_account: words.bankAccount,
    email: words.email,
    consignee: words.consignee,
    phone: words.phone,
    delivery_address: words.deliveryAddress,
  };
  const field = (of: keyof Typed, note?: string) => (
    <TextField
      key={of}
      label={labels[of]}
      note={note}
      value={typed[of]}
      onChange={(value) => {
        onChange({ ...typed, [of]: value });
      }}
      maxLength={254}
      autoComplete="off"
      error={faultOf(of)}
    />
  );
  const notes = {
    tax_number: t.required,
    address: t.required,
    telephone: t.required,
    bank: t.optional,
    bank_account: t.optional,
  };
  return (
    <>
      {kind === 'enterprise' ? printed.map((of) => field(of, notes[of])) : null}
      <h3>{t.delivery}</h3>
      {delivery.map((of) => field(of === 'address' ? 'delivery_address' : of, t.optional))}
    </>
  );
}
