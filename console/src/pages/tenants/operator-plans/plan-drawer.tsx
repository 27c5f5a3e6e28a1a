import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useRefused } from '../../../components/errors/use-refused.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { isAmount } from '../../../components/money/is-amount.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths, withQuery } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Check, TextField } from '../../../ui/forms/text-field.tsx';
import { countText } from '../../../ui/number-text.ts';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { isLimit, LimitField } from '../limit-field.tsx';
import { deletePlan, putPlan, type Plan } from '../plans.ts';
import './operator-plans.css';
import * as drafts from './plan-draft.ts';
import type { PlanDraft } from './plan-draft.ts';
import { texts } from './texts.ts';

interface PlanDrawerProps {
  /** Null for a new plan. */
  readonly plan: Plan | null;
  readonly known: readonly Plan[];
  readonly onClose: () => void;
}

type Texts = typeof texts.zh;
type Change = (change: Partial<PlanDraft>) => void;

/** New accounts start on the first plan, and their first payment moves them to the second. */
const needed: readonly string[] = ['free-trial', 'standard'];

function usePlanChanges(plan: Plan | null, onClose: () => void) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const again = () => client.invalidateQueries({ queryKey: ['operator', 'plans'] });
  const put = (id: string, settings: Parameters<typeof putPlan>[1]): void => {
    putPlan(id, settings).then(again, () => {
      toast(t.notUndone);
    });
  };
  const save = useMutation({
    mutationFn: (draft: PlanDraft) => putPlan(draft.id, drafts.settingsOf(draft)),
    onSuccess: async ({ name }) => {
      if (plan === null) toast(t.created(name));
      else
        toast(t.saved(name), {
          undo: () => {
            put(plan.id, drafts.settingsOf(drafts.draftOf(plan)));
          },
        });
      onClose();
      await again();
    },
  });
  const remove = useMutation({
    mutationFn: ({ id }: Plan) => deletePlan(id),
    onSuccess: async (gone) => {
      toast(t.removed(gone.name), {
        undo: () => {
          put(gone.id, drafts.settingsOf(drafts.draftOf(gone)));
        },
      });
      onClose();
      await again();
    },
  });
  return { save, remove };
}

/** The effect of the form, in a sentence. */
function sentenceOf(t: Texts, plan: Plan | null, draft: PlanDraft): string {
  if (![draft.rpm, draft.ceiling].every(isLimit) || !isAmount(draft.multiplier, 6)) return t.sayWrong;
  const said = (limit: string): string => (limit === 'none' ? t.unlimited : countText(Math.trunc(+limit)));
  const what = t.say(said(draft.rpm), said(draft.ceiling), draft.multiplier);
  if (plan === null) return t.sayNew(what);
  return plan.accounts === 0 ? t.sayNobody(what) : t.sayChange(countText(plan.accounts), what);
}

/** Creates or changes a plan. */
export function PlanDrawer({ plan, known, onClose }: PlanDrawerProps) {
  const t = useTexts(texts);
  const [draft, setDraft] = useState(() => drafts.draftOf(plan));
  const { save, remove } = usePlanChanges(plan, onClose);
  const isTaken = plan === null && known.some(({ id }) => id === draft.id);
  const mayBeSent = drafts.isComplete(draft) && !isTaken;
  const title = plan === null ? t.makeTitle : t.changeTitle(plan.name);
  const change: Change = (some) => {
    setDraft((before) => ({ ...before, ...some }));
  };
  return (
    <SubmitDrawer
      title={title}
      submit={plan === null ? t.create : t.save}
      aside={
        plan === null ? null : (
          <Button
            look="plain"
            disabled={plan.accounts > 0 || needed.includes(plan.id)}
            isBusy={remove.isPending}
            onClick={() => {
              remove.mutate(plan);
            }}
          >
            {t.remove}
          </Button>
        )
      }
      isReady={mayBeSent}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={() => {
        save.mutate(draft);
      }}
    >
      <NameFields draft={draft} isNew={plan === null} isTaken={isTaken} fault={save.error} change={change} />
      <LimitFields draft={draft} fault={save.error} change={change} />
      {draft.broken === null ? null : <BrokenFields broken={draft.broken} change={change} />}
      {plan === null ? null : <WhyKept plan={plan} />}
      <FormFault error={save.error ?? remove.error} />
      <FormSentence>{sentenceOf(t, plan, draft)}</FormSentence>
    </SubmitDrawer>
  );
}

/** Why a plan cannot be deleted, and what to do. */
function WhyKept({ plan: { id, accounts } }: { readonly plan: Plan }) {
  const t = useTexts(texts);
  if (needed.includes(id)) return <p className="hint">{t.needed}</p>;
  if (accounts === 0) return null;
  return (
    <p className="hint">
      {t.inUse(countText(accounts))} <AppLink to={withQuery(paths.operatorAccounts, { plan: id })}>{t.see}</AppLink>
    </p>
  );
}

interface FieldsProps {
  readonly draft: PlanDraft;
  readonly fault: unknown;
  readonly change: Change;
}

interface NameFieldsProps extends FieldsProps {
  readonly isNew: boolean;
  readonly isTaken: boolean;
}

function NameFields({ draft, isNew, isTaken, fault, change }: NameFieldsProps) {
  const t = useTexts(texts);
  const refused = useRefused(fault);
  const idFault = isTaken ? t.idTaken : draft.id === '' || drafts.isPlanId(draft.id) ? undefined : t.idWrong;
  return (
    <>
      {isNew ? (
        <TextField
          label={t.id}
          hint={t.idHint}
          value={draft.id}
          onChange={(id) => {
            change({ id: id.trim() });
          }}
          error={idFault}
          autoComplete="off"
          maxLength={63}
        />
      ) : null}
      <TextField
        label={t.name}
        value={draft.name}
        onChange={(name) => {
          change({ name });
        }}
        error={refused('name')}
        autoComplete="off"
        maxLength={200}
      />
    </>
  );
}

function LimitFields({ draft, fault, change }: FieldsProps) {
  const t = useTexts(texts);
  const refused = useRefused(fault);
  return (
    <>
      <LimitField
        label={t.rpm}
        value={draft.rpm}
        onChange={(rpm) => {
          change({ rpm });
        }}
        behind="RPM"
      />
      <LimitField
        label={t.ceiling}
        value={draft.ceiling}
        onChange={(ceiling) => {
          change({ ceiling });
        }}
      />
      <div className="two">
        <TextField
          label={t.multiplier}
          before="×"
          inputMode="decimal"
          value={draft.multiplier}
          onChange={(multiplier) => {
            change({ multiplier: multiplier.trim() });
          }}
          hint={t.multiplierHint}
          error={isAmount(draft.multiplier, 6) ? refused('price_multiplier') : t.multiplierWrong}
          autoComplete="off"
        />
        <TextField
          label={t.position}
          inputMode="numeric"
          value={draft.position}
          onChange={(position) => {
            change({ position: position.trim() });
          }}
          hint={t.positionHint}
          error={drafts.isPosition(draft.position) ? undefined : t.numberWrong}
          autoComplete="off"
        />
      </div>
      <TextField
        label={t.recommendedField}
        note={t.recommendedNote}
        inputMode="numeric"
        value={draft.recommended}
        onChange={(recommended) => {
          change({ recommended: recommended.trim() });
        }}
        error={drafts.isAdvised(draft.recommended) ? undefined : t.numberWrong}
        autoComplete="off"
      />
      <div>
        <Check
          isOn={draft.strict}
          onChange={(strict) => {
            change({ strict });
          }}
        >
          {t.strict}
        </Check>
        <p className="hint">{t.strictHint}</p>
      </div>
    </>
  );
}

function BrokenFields({ broken, change }: { readonly broken: drafts.Broken; readonly change: Change }) {
  const t = useTexts(texts);
  const hasFault = drafts.brokenFields.some((field) => !drafts.isBrokenRight(field, broken[field]));
  return (
    <details className="plan-more" open={hasFault ? true : undefined}>
      <summary>{t.broken}</summary>
      <p className="hint">{t.brokenNote}</p>
      <div className="plan-broken">
        {drafts.brokenFields.map((field) => (
          <TextField
            key={field}
            label={t.brokenFields[field]}
            inputMode={drafts.isPercentField(field) ? 'numeric' : 'decimal'}
            value={broken[field]}
            onChange={(text) => {
              change({ broken: { ...broken, [field]: text.trim() } });
            }}
            error={
              drafts.isBrokenRight(field, broken[field])
                ? undefined
                : drafts.isPercentField(field)
                  ? t.percentWrong
                  : t.amountWrong
            }
            autoComplete="off"
          />
        ))}
      </div>
    </details>
  );
}
