import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loading } from '../../../components/errors/error-state.tsx';
import type { Language } from '../../../i18n/language.ts';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { countText } from '../../../ui/number-text.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { vendorsQuery } from '../vendors-query.ts';
import type { Vendor } from './draft.ts';
import { texts } from './texts.ts';

const titleOf = ({ title, title_zh: titleZh }: Vendor, language: Language): string => (language === 'zh' ? titleZh : title);

function matches({ name, title, title_zh: titleZh, models }: Vendor, words: string): boolean {
  return [name, title, titleZh, ...models.map((model) => model.name)].some((text) => text.toLowerCase().includes(words));
}

interface VendorChoiceProps {
  readonly onChoose: (vendor: Vendor) => void;
  readonly onByHand: () => void;
}

/** The catalogue of vendors, searched by name or by a model that they sell. */
export function VendorChoice({ onChoose, onByHand }: VendorChoiceProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const vendors = useQuery(vendorsQuery);
  const [words, setWords] = useState('');
  if (vendors.data === undefined) return <Loading of={vendors} what={t.vendorsFailed} height={320} />;
  const found = vendors.data.filter((vendor) => matches(vendor, words.trim().toLowerCase()));
  return (
    <>
      <TextField label={t.vendor} placeholder={t.vendorSearch} value={words} onChange={setWords} autoComplete="off" autoFocus />
      {found.length === 0 ? (
        <EmptyState action={<Button onClick={onByHand}>{t.toByHand}</Button>}>{t.noVendor}</EmptyState>
      ) : (
        <ul className="vendor-list">
          {found.map((vendor) => (
            <li key={vendor.name}>
              <button
                type="button"
                onClick={() => {
                  onChoose(vendor);
                }}
              >
                <b>{titleOf(vendor, language)}</b>
                <small>
                  {vendor.sites.map(({ region }) => t.regions[region]).join(' · ')}
                  {vendor.models.length === 0 ? '' : ` · ${t.priced(countText(vendor.models.length))}`}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The vendor that was chosen. */
export function ChosenVendor({ vendor, onChange }: { readonly vendor: Vendor; readonly onChange: () => void }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <div className="row">
      <span className="label">{t.vendor}</span>
      <div className="vendor-chosen">
        <b>{titleOf(vendor, language)}</b>
        <button type="button" className="link" onClick={onChange}>
          {t.change}
        </button>
      </div>
    </div>
  );
}
