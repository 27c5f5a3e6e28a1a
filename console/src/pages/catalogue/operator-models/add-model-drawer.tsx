import { useMutation, useQueryClient } from '@tanstack/react-query';
import { modelKinds, type ModelKind } from '@tollgate/contract/enumerations';
import { useState } from 'react';
import { modelTexts } from '../../../components/catalogue/model-texts.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useGo } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Segments } from '../../../ui/forms/segments.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { putModel } from '../operator-catalogue.ts';
import { texts } from './texts.ts';

interface AddModelDrawerProps {
  /** Names and aliases of other models. */
  readonly taken: readonly string[];
  readonly onClose: () => void;
}

/** The same pattern as on the server. */
const nameForm = /^(?!.*(?:\/\/|\/\.{1,2}(?:\/|$)))[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,127}(?<!\/)$/;

/** Adds a model without a price, and opens its page for the rest. */
export function AddModelDrawer({ taken, onClose }: AddModelDrawerProps) {
  const t = useTexts(texts);
  const words = useTexts(modelTexts);
  const client = useQueryClient();
  const go = useGo();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<ModelKind>('chat');
  const save = useMutation({
    mutationFn: () => putModel(name, { kind }),
    onSuccess: async () => {
      toast(t.created(name));
      await client.invalidateQueries({ queryKey: ['operator', 'models'] });
      go(paths.operatorModel(name, { price: 'new' }), { replace: true });
    },
  });
  const fault = name === '' ? undefined : taken.includes(name) ? t.addTaken : nameForm.test(name) ? undefined : t.addWrong;
  return (
    <SubmitDrawer
      title={t.addTitle}
      submit={t.create}
      isReady={name !== '' && fault === undefined}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={() => {
        save.mutate();
      }}
    >
      <TextField
        label={t.addName}
        hint={t.addHint}
        value={name}
        onChange={(text) => {
          setName(text.trim());
        }}
        error={fault}
        autoComplete="off"
        spellCheck={false}
        maxLength={128}
      />
      <div className="row">
        <span className="label">{t.kind}</span>
        <Segments
          label={t.kind}
          value={kind}
          options={modelKinds.map((value) => ({ value, label: words.kinds[value] ?? value }))}
          onChange={setKind}
        />
      </div>
      <FormFault error={save.error} />
      <FormSentence>{t.addSentence}</FormSentence>
    </SubmitDrawer>
  );
}
