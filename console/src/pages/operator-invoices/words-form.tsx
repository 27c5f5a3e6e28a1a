import type { FormName } from '@tollgate/contract/console/form-words';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCause } from '../../components/error-state.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

interface WordsFormProps {
  readonly label: string;
  /** On the button. */
  readonly act: string;
  readonly isDanger?: boolean;
  /** Whose words say what is wrong with it. */
  readonly form?: FormName;
  readonly send: (words: string) => Promise<unknown>;
}

/** A step that needs one line: a reason, a number. */
export function WordsForm({ label, act, isDanger = false, form, send }: WordsFormProps) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const [words, setWords] = useState('');
  const move = useMutation({
    mutationFn: () => send(words.trim()),
    onSuccess: () => {
      toast(t.done);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  const fault = useCause(move.error, form);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim() !== '') move.mutate();
      }}
    >
      <TextField
        label={label}
        value={words}
        onChange={setWords}
        maxLength={500}
        autoComplete="off"
        error={move.error === null ? undefined : fault}
      />
      <div className="form-act">
        <Button look={isDanger ? 'danger' : 'primary'} type="submit" disabled={words.trim() === ''} isBusy={move.isPending}>
          {act}
        </Button>
      </div>
    </form>
  );
}
