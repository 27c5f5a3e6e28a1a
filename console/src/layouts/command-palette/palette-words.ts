import { invoiceTexts } from '../../components/invoicing/invoice-texts.ts';
import { modelTexts } from '../../components/catalogue/model-texts.ts';
import { paymentTexts } from '../../components/payments/payment-texts.ts';
import { roleTexts } from '../../components/people/role-texts.ts';
import { useKeyStatusWord } from '../../components/tenants/key-state.tsx';
import { partsOf, useServiceZone } from '../../components/time/time-text.ts';
import { useTexts } from '../../i18n/texts.ts';
import { paletteTexts } from './palette-texts.ts';

/** Texts for found objects, in the current language. */
export function usePaletteWords() {
  const zone = useServiceZone();
  return {
    t: useTexts(paletteTexts),
    invoices: useTexts(invoiceTexts),
    models: useTexts(modelTexts),
    payments: useTexts(paymentTexts),
    roles: useTexts(roleTexts),
    keyStatus: useKeyStatusWord(),
    date: (moment: string): string => partsOf(moment, zone).date,
  };
}

export type PaletteWords = ReturnType<typeof usePaletteWords>;
