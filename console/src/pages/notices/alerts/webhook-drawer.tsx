import { useMutation, useQueryClient } from '@tanstack/react-query';
import { webhookEvents, type WebhookEvent } from '@tollgate/contract/notices/webhook-events';
import { useState } from 'react';
import { noticesApi } from '../../../api/clients/notices.ts';
import { useCause } from '../../../components/errors/error-state.tsx';
import { useRefused } from '../../../components/errors/use-refused.ts';
import { SecretDrawer } from '../../../components/forms/secret-drawer.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { webhooksQuery } from '../alerts.ts';
import { EventChoice } from './event-choice.tsx';
import { texts } from './texts.ts';

interface WebhookDrawerProps {
  readonly accountId: string;
  readonly onClose: () => void;
}

/** Adds a webhook, then shows its secret once. */
export function WebhookDrawer({ accountId, onClose }: WebhookDrawerProps) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents);
  const isFine = url.trim() !== '' && events.length > 0;
  const [secret, setSecret] = useState<string | null>(null);
  const adding = useMutation({
    mutationFn: () => noticesApi.createWebhook({ params: { accountId }, body: { url: url.trim(), events: [...events] } }),
    onSuccess: async (created) => {
      setSecret(created.secret);
      await client.invalidateQueries({ queryKey: webhooksQuery(accountId).queryKey });
    },
  });
  const refused = useRefused(adding.error);
  const cause = useCause(adding.error);
  if (secret !== null)
    return (
      <SecretDrawer title={t.secretTitle} why={t.secretWhy} secret={secret} onDone={onClose}>
        <p>{t.verify}</p>
      </SecretDrawer>
    );
  return (
    <SubmitDrawer
      title={t.add}
      submit={t.create}
      isReady={isFine}
      isBusy={adding.isPending}
      onClose={onClose}
      onSubmit={() => {
        adding.mutate();
      }}
    >
      <TextField
        label={t.url}
        hint={t.urlHint}
        type="url"
        value={url}
        onChange={setUrl}
        autoFocus
        spellCheck={false}
        error={adding.error === null ? undefined : (refused('url') ?? cause)}
      />
      <EventChoice value={events} onChange={setEvents} />
      <FormSentence>{t.createSentence}</FormSentence>
    </SubmitDrawer>
  );
}
