import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { newsMailQuery, setNewsMail } from '../../../api/news-mail.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Check } from '../../../ui/forms/text-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { texts } from './texts.ts';

/** Whether announcements come by mail: a setting of the person, not of an account. */
export function NewsMailSheet() {
  const t = useTexts(texts);
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(newsMailQuery);
  const saving = useMutation({
    mutationFn: setNewsMail,
    onSuccess: (saved) => {
      client.setQueryData(newsMailQuery.queryKey, saved);
      toast(t.saved);
    },
  });
  return (
    <Sheet title={t.news} isPadded>
      {data === undefined ? (
        <Loading of={{ error, refetch }} what={t.failed.settings} height={48} />
      ) : (
        <>
          <Check
            isOn={saving.isPending ? saving.variables : data.wanted}
            onChange={(wanted) => {
              if (!saving.isPending) saving.mutate(wanted);
            }}
          >
            {t.newsMail}
          </Check>
          <p className="hint">{t.newsMailHint}</p>
          <FormFault error={saving.error} />
        </>
      )}
    </Sheet>
  );
}
