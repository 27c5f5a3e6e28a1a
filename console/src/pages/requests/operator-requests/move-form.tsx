import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nextStages, type RequestStage } from '@tollgate/contract/requests/service-requests';
import type { ServiceRequestAnswer } from '@tollgate/contract/requests/service-requests';
import { useState } from 'react';
import { operatorRequestsApi } from '../../../api/clients/operator-requests.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useRefused } from '../../../components/errors/use-refused.ts';
import { requestTexts } from '../../../components/requests/request-texts.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Segments } from '../../../ui/forms/segments.tsx';
import { TextAreaField, TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { texts } from './texts.ts';

/** Moves a request to its next stage or ends it, with a note to the customer. */
export function MoveForm({ request }: { readonly request: ServiceRequestAnswer }) {
  const t = useTexts(texts);
  const words = useTexts(requestTexts);
  const queries = useQueryClient();
  const choices = nextStages(request.stage);
  const [stage, setStage] = useState<RequestStage>(choices[0] ?? 'declined');
  const [day, setDay] = useState('');
  const [note, setNote] = useState('');
  const isEnd = stage === 'declined' || stage === 'live';
  const move = useMutation({
    mutationFn: () =>
      operatorRequestsApi.moveServiceRequest({
        params: { id: request.id },
        body: { from: request.stage, stage, note: note.trim(), ...(day === '' || isEnd ? {} : { expected_on: day }) },
      }),
    onSuccess: async () => {
      toast(t.done);
      await queries.invalidateQueries({ queryKey: ['operator'] });
    },
  });
  const refusedOf = useRefused(move.error);
  return (
    <form
      noValidate
      className="form move-form"
      onSubmit={(event) => {
        event.preventDefault();
        move.mutate();
      }}
    >
      <Segments
        label={t.moveTo}
        value={stage}
        options={choices.map((each) => ({ value: each, label: each === 'declined' ? t.decline : words.stages[each] }))}
        onChange={setStage}
      />
      {isEnd ? null : (
        <TextField
          label={t.expected}
          note={t.expectedNote}
          type="date"
          value={day}
          onChange={setDay}
          error={refusedOf('expected_on')}
        />
      )}
      <TextAreaField label={t.note} hint={t.noteHint} rows={3} maxLength={2000} value={note} onChange={setNote} />
      <FormFault error={move.error} />
      <FormSentence>{stage === 'declined' ? t.sayDecline : t.say(words.stages[stage])}</FormSentence>
      <div className="form-act">
        <Button look={stage === 'declined' ? 'danger' : 'primary'} type="submit" isBusy={move.isPending}>
          {stage === 'declined' ? t.decline : t.do(words.stages[stage])}
        </Button>
      </div>
    </form>
  );
}
