import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCause } from '../../../components/errors/error-state.tsx';
import { useGo } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { ConfirmTyped } from '../../../ui/windows/confirm-typed.tsx';
import { deleteModel } from '../operator-catalogue.ts';
import { texts } from './texts.ts';

/** Deletes a model that no provider serves any more. */
export function DeleteModel({ name }: { readonly name: string }) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const go = useGo();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteModel(name),
    onSuccess: async () => {
      toast(t.removed(name));
      go(paths.operatorModels(), { replace: true });
      await client.invalidateQueries({ queryKey: ['operator', 'models'] });
    },
  });
  const cause = useCause(remove.error);
  return (
    <p>
      <Button
        onClick={() => {
          setAsking(true);
        }}
      >
        {t.remove}
      </Button>
      {isAsking ? (
        <ConfirmTyped
          title={t.remove}
          word={name}
          verb={t.verb}
          isBusy={remove.isPending}
          error={remove.error === null ? undefined : cause}
          onConfirm={() => {
            remove.mutate();
          }}
          onClose={() => {
            setAsking(false);
            remove.reset();
          }}
        >
          {t.removeText}
        </ConfirmTyped>
      ) : null}
    </p>
  );
}
