import { useMutation, useQueryClient } from '@tanstack/react-query';
import { operatorCatalogueApi } from '../../../api/clients/operator-catalogue.ts';
import { useGo } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths, withQuery } from '../../../paths.ts';
import { toast } from '../../../ui/states/toast.tsx';
import { bodyOf, triedKind, type Draft } from './draft.ts';
import { texts } from './texts.ts';

export type Tried = Awaited<ReturnType<typeof operatorCatalogueApi.tryProvider>>;

/** One real call with what is typed; nothing is stored. */
export function useTry() {
  return useMutation({
    mutationFn: (draft: Draft) => {
      const model = draft.model.trim();
      const kind = triedKind(draft) ?? 'chat';
      return operatorCatalogueApi.tryProvider({ body: { ...bodyOf(draft), kind, ...(model === '' ? {} : { model }) } });
    },
  });
}

interface Saving {
  readonly draft: Draft;
  /** The protocols that answered. */
  readonly tried: Tried | undefined;
}

/** Stores it and goes to its page, where the form that publishes its models is open. */
export function useSave() {
  const t = useTexts(texts);
  const go = useGo();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ draft, tried }: Saving) => {
      const { chat_dialects: stated, ...body } = bodyOf(draft);
      const spoken = tried?.dialects.length === 0 ? undefined : tried?.dialects;
      const ofChat = triedKind(draft) === 'chat' && draft.vendor === null ? (spoken ?? stated) : stated;
      return operatorCatalogueApi.createProvider({
        body: { ...body, chat_dialects: ofChat ?? ['chat-completions'], models: [] },
      });
    },
    onSuccess: async ({ id, name }) => {
      toast(t.added(name));
      await queries.invalidateQueries({ queryKey: ['operator', 'providers'] });
      go(withQuery(paths.operatorProvider(id), { publish: '1' }));
    },
  });
}
