import type { FormName } from '@tollgate/contract/refusals/form-words';
import { useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useCause } from '../errors/error-state.tsx';
import { useOperatorStep } from './use-operator-step.ts';

interface WordsFormProps {
  readonly label: string;
  /** Text of the button. */
  readonly act: string;
  /** Shown after success. */
  readonly done: string;
  readonly isDanger?: boolean;
  readonly lengthMax: number;
  /** The form whose texts explain the error. */
  readonly form?: FormName;
  readonly send: (words: string) => Promise<unknown>;
}

/** An operator action that needs one line: a reason or a number. */
export function WordsForm({ label, act, done, isDanger = false, lengthMax, form, send }: WordsFormProps) {
  const [words, setWords] = useState('');
  const moving = useOperatorStep(done, () => send(words.trim()));
  const fault = useCause(moving.error, form);
  return (
    <form
      noValidate
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
