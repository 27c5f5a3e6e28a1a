import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { Modal } from '../../../ui/windows/modal.tsx';
import { autoTopUpQuery, beginSaving, removeCard, type SavedCard } from '../auto-top-up.ts';
import { autoTexts } from './auto-texts.ts';

function capital(brand: string): string {
  return brand.slice(0, 1).toUpperCase() + brand.slice(1);
}

interface CardRowProps {
  readonly card: SavedCard | null;
  readonly isOffered: boolean;
}

/** The card that is charged, with its actions. */
export function CardRow({ card, isOffered }: CardRowProps) {
  const t = useTexts(autoTexts);
  const account = useAccount();
  const [isAsking, setAsking] = useState(false);
  const saving = useMutation({
    mutationFn: () => beginSaving(account.id),
    onSuccess: (url) => {
      window.location.assign(url);
    },
  });
  return (
    <div className="saved-card">
      <div>
        <h3>{t.card}</h3>
        {card === null ? (
          <p className="quiet">{t.noCard}</p>
        ) : (
          <p>
            {capital(card.brand)} <span className="num">···· {card.last4}</span>{' '}
            <span className="quiet">{t.expires(`${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year)}`)}</span>
          </p>
        )}
      </div>
      <div className="saved-card-acts">
        {isOffered ? (
          <Button
            look={card === null ? 'primary' : 'default'}
            // The browser is leaving this page.
            isBusy={saving.isPending || saving.isSuccess}
            onClick={() => {
              saving.mutate();
            }}
          >
            {card === null ? t.save : t.replace}
          </Button>
        ) : null}
        {card === null ? null : (
          <Button
            look="plain"
            onClick={() => {
              setAsking(true);
            }}
          >
            {t.remove}
          </Button>
        )}
      </div>
      <FormFault error={saving.error} form="autoTopUp" />
      {isAsking ? (
        <RemoveCard
          onClose={() => {
            setAsking(false);
          }}
        />
      ) : null}
    </div>
  );
}

function RemoveCard({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(autoTexts);
  const account = useAccount();
  const client = useQueryClient();
  const removing = useMutation({
    mutationFn: () => removeCard(account.id),
    onSuccess: (state) => {
      client.setQueryData(autoTopUpQuery(account.id).queryKey, state);
      toast(t.removed);
      onClose();
    },
  });
  return (
    <Modal label={t.removeTitle} onClose={onClose}>
      <header>
        <h2>{t.removeTitle}</h2>
      </header>
      <div className="pad">
        <p>{t.removeDetail}</p>
        <FormFault error={removing.error} form="autoTopUp" />
      </div>
      <footer>
        <Button onClick={onClose}>{t.cancel}</Button>
        <ActButton look="danger" act={removing}>
          {t.remove}
        </ActButton>
      </footer>
    </Modal>
  );
}
