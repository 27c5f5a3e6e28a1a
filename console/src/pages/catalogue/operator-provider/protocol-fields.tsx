import { useQuery } from '@tanstack/react-query';
import type { ModelKind } from '@tollgate/contract/enumerations';
import { Select } from 'antd';
import type { Provider } from '../../../api/providers.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Field } from '../../../ui/forms/text-field.tsx';
import { dialectName, providerWords } from '../provider-words.ts';
import { dialectsQuery, otherKinds } from '../vendors-query.ts';
import { texts } from './texts.ts';

export type Protocols = Pick<Provider, 'chat_dialects' | 'dialects'>;

interface ProtocolFieldsProps {
  readonly value: Protocols;
  readonly change: (some: Partial<Protocols>) => void;
}

/** The protocols in which an upstream is called, for each kind of models. */
export function ProtocolFields({ value, change }: ProtocolFieldsProps) {
  const t = useTexts(texts);
  const words = useTexts(providerWords);
  const { data: known } = useQuery(dialectsQuery);
  const optionsOf = (kind: ModelKind, spoken: readonly string[]) =>
    [...new Set([...(known?.[kind] ?? []), ...spoken])].map((dialect) => ({ value: dialect, label: dialectName(dialect) }));
  return (
    <>
      <Field
        label={t.protocolOf(words.kinds.chat)}
        hint={t.chatProtocolsHint}
        error={value.chat_dialects.length === 0 ? t.needed : undefined}
      >
        {(ids) => (
          <Select
            {...ids}
            className="full list-field"
            mode="multiple"
            value={value.chat_dialects}
            options={optionsOf('chat', value.chat_dialects)}
            onChange={(chosen) => {
              change({ chat_dialects: chosen });
            }}
          />
        )}
      </Field>
      <div className="two">
        {otherKinds.map((kind) => {
          const spoken = value.dialects[kind];
          return (
            <Field key={kind} label={t.protocolOf(words.kinds[kind])}>
              {(ids) => (
                <Select
                  {...ids}
                  className="full"
                  value={spoken ?? ''}
                  options={[{ value: '', label: t.notServed }, ...optionsOf(kind, spoken === undefined ? [] : [spoken])]}
                  onChange={(dialect) => {
                    const { [kind]: _, ...others } = value.dialects;
                    change({ dialects: dialect === '' ? others : { ...others, [kind]: dialect } });
                  }}
                />
              )}
            </Field>
          );
        })}
      </div>
    </>
  );
}
