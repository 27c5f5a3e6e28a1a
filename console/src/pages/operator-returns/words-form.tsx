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
  readonly lengthMax: number;
  readonly send: (words: string) => Promise<unknown>;
}

/** A step that needs one line: a reason, a number. */
export function WordsForm({ label, act, isDanger = false, lengthMax, send }: WordsFormProps) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const [words, setWords] = useState('');
  const moving = useMutation({
    mutationFn: () => send(words.trim()),
    onSuccess: () => {
      toast(t.done);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  const fault = useCause(moving.error);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim() !== '') moving.mutate();
      }}
    >
      <TextField
        label={label}
        value={words}
        onChange={setWords}
        maxLength={lengthMax}
        autoComplete="off"
        error={moving.error === null ? undefined : fault}
      />
      <div className="form-act">
        <Button look={isDanger ? 'danger' : 'primary'} type="submit" disabled={words.trim() === ''} isBusy={moving.isPending}>
          {act}
        </Button>
      </div>
    </form>
  );
}
