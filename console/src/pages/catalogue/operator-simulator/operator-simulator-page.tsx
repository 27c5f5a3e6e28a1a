import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operatorCatalogueApi } from '../../../api/clients/operator-catalogue.ts';
import { operatorModelsQuery } from '../../../api/operator-models.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Check, TextField } from '../../../ui/forms/text-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { CallerFields } from './caller-fields.tsx';
import './operator-simulator.css';
import { callFrom, isTokens, queryOf, requestOf, type SimulatedCall } from './simulated-call.ts';
import { SimulatedRoutes } from './simulated-routes.tsx';
import { texts } from './texts.ts';

/** Which route a call would take now, and why. The call is in the URL, so pages and people can link to it. */
export default function OperatorSimulatorPage() {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  const call = callFrom(query);
  const request = requestOf(call);
  const simulation = useQuery({
    queryKey: ['operator', 'simulation', request],
    queryFn: request === null ? skipToken : ({ signal }) => operatorCatalogueApi.simulateRoute({ body: request, signal }),
    retry: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const simulate = (next: SimulatedCall): void => {
    if (JSON.stringify(queryOf(next)) === JSON.stringify(queryOf(call))) void simulation.refetch();
    else set(queryOf(next));
  };
  return (
    <div className="page-simulator">
      <PageHead title={t.title} />
      <CallForm key={JSON.stringify(call)} call={call} isBusy={simulation.isFetching} onSimulate={simulate} />
      {request === null ? (
        <Sheet title={t.routes}>
          <EmptyState>{t.choose}</EmptyState>
        </Sheet>
      ) : simulation.data === undefined || simulation.error !== null ? (
        <Sheet title={t.routes}>
          <Loading of={simulation} what={t.failed} height={160} />
        </Sheet>
      ) : (
        <SimulatedRoutes model={request.model} simulated={simulation.data} />
      )}
    </div>
  );
}

interface CallFormProps {
  readonly call: SimulatedCall;
  readonly isBusy: boolean;
  readonly onSimulate: (call: SimulatedCall) => void;
}

function CallForm({ call, isBusy, onSimulate }: CallFormProps) {
  const t = useTexts(texts);
  const [draft, setDraft] = useState(call);
  const { data: models = [] } = useQuery(operatorModelsQuery);
  const change = (some: Partial<SimulatedCall>): void => {
    setDraft((before) => ({ ...before, ...some }));
  };
  const names = [...new Set([...models.map(({ name }) => name), ...(draft.model === '' ? [] : [draft.model])])];
  const tokens = (name: 'input' | 'output') => (
    <TextField
      label={t[name]}
      hint={t.example}
      inputMode="numeric"
      autoComplete="off"
      value={draft[name]}
      onChange={(text) => {
        change({ [name]: text });
      }}
      error={isTokens(draft[name]) ? undefined : t.whole}
    />
  );
  return (
    <Sheet title={t.call} note={t.note} isPadded>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (requestOf(draft) !== null) onSimulate(draft);
        }}
      >
        <div className="simulator-fields">
          <SelectField
            label={t.model}
            value={draft.model}
            options={names.map((name) => [name, name] as const)}
            onChange={(model) => {
              change({ model });
            }}
          />
          <CallerFields call={draft} change={change} />
          {tokens('input')}
          {tokens('output')}
          <TextField
            label={t.conversation}
            note={t.optional}
            hint={t.conversationHint}
            autoComplete="off"
            spellCheck={false}
            maxLength={1024}
            value={draft.conversation}
            onChange={(conversation) => {
              change({ conversation });
            }}
          />
        </div>
        <div className="simulator-act">
          <Check
            isOn={draft.stream !== ''}
            onChange={(isOn) => {
              change({ stream: isOn ? '1' : '' });
            }}
          >
            {t.streamed}
          </Check>
          <Button type="submit" look="primary" isBusy={isBusy} disabled={requestOf(draft) === null}>
            {t.simulate}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
