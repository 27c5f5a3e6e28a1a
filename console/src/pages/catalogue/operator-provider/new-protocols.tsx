import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { dialectName, providerWords } from '../provider-words.ts';
import { dialectsQuery, otherKinds, type OtherKind } from '../vendors-query.ts';
import { publishTexts } from './publish-texts.ts';

/** A protocol for each kind of models; `''` until it is chosen. */
export type NewDialects = Readonly<Partial<Record<OtherKind, string>>>;

interface NewProtocolsProps {
  readonly dialects: NewDialects;
  readonly change: (some: NewDialects) => void;
}

/** How the upstream is called for kinds that it was not called for yet. */
export function NewProtocols({ dialects, change }: NewProtocolsProps) {
  const t = useTexts(publishTexts);
  const words = useTexts(providerWords);
  const { data: known } = useQuery(dialectsQuery);
  return otherKinds.map((kind) => {
    const value = dialects[kind];
    if (value === undefined) return null;
    return (
      <SelectField
        key={kind}
        label={t.protocolOf(words.kinds[kind])}
        hint={t.protocolHint}
        value={value}
        options={(known?.[kind] ?? []).map((dialect) => [dialect, dialectName(dialect)] as const)}
        onChange={(dialect) => {
          change({ [kind]: dialect });
        }}
        error={value === '' ? t.needed : undefined}
      />
    );
  });
}
