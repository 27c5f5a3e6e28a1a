import { formatExact } from '@tollgate/contract/money';
import { useState } from 'react';
import type { OwnKey } from '../../api/keys.ts';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormSentence } from '../../ui/states/notice.tsx';
import { Modal } from '../../ui/windows/modal.tsx';
import { useCause } from '../errors/error-state.tsx';
import { moneyText, nano, plainMoneyText } from '../money/money-text.ts';
import { Barrier } from './barrier.tsx';
import { CapField } from './cap-field.tsx';
import { readCap } from './cap-text.ts';
import { usedCaps } from './key-caps.ts';
import { useChangeKey } from './use-change-key.ts';

const texts = defineTexts({
  zh: {
    raise: '提高上限',
    title: (remark: string) => `提高 ${remark} 的上限`,
    daily: '今日',
    monthly: '本月',
    tooLow: (spent: string) => `须高于已用的 ${spent}，调用才会恢复。`,
    more: (period: 'daily' | 'monthly', left: string) =>
      `从下一次请求起生效，${period === 'daily' ? '今天' : '本月'}还可用 ${left}。`,
    open: (period: 'daily' | 'monthly') => `不再设${period === 'daily' ? '日' : '月'}上限，从下一次请求起生效。`,
    alsoReached: (period: 'daily' | 'monthly') => `${period === 'daily' ? '日' : '月'}上限也已用完，提高前调用仍会暂停。`,
    cancel: '取消',
    save: '提高',
    done: (remark: string, cap: string) => `${remark} 的上限已改为 ${cap}。`,
    none: '不限',
  },
  en: {
    raise: 'Raise cap',
    title: (remark: string) => `Raise the cap of ${remark}`,
    daily: 'today',
    monthly: 'this month',
    tooLow: (spent: string) => `Enter more than the ${spent} already spent, or calls stay paused.`,
    more: (period: 'daily' | 'monthly', left: string) =>
      `Takes effect from the next request. You can spend ${left} more ${period === 'daily' ? 'today' : 'this month'}.`,
    open: (period: 'daily' | 'monthly') => `Removes the ${period} cap from the next request.`,
    alsoReached: (period: 'daily' | 'monthly') => `The ${period} cap is also used up. Calls stay paused until you raise it.`,
    cancel: 'Cancel',
    save: 'Raise',
    done: (remark: string, cap: string) => `The cap of ${remark} is now ${cap}.`,
    none: 'none',
  },
});

const yuan = 1_000_000_000n;

/** The first suggestion: one and a half times the cap, rounded. */
function offered(cap: string): string {
  const more = (nano(cap) * 3n) / 2n;
  const step = more >= 1_000n * yuan ? 100n * yuan : more >= 100n * yuan ? 10n * yuan : yuan;
  return formatExact(((more + step - 1n) / step) * step);
}

interface RaiseCapProps {
  readonly record: OwnKey;
  /** Shows a link in the text instead of a button. */
  readonly isPlain?: boolean;
}

/** Raises the cap of a paused key, next to the message about it. */
export function RaiseCap({ record, isPlain = false }: RaiseCapProps) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  const used = usedCaps(record);
  const reached = used.find(({ period }) => period === record.paused?.cap) ?? used[0];
  if (reached === undefined) return null;
  return (
    <>
      <Button
        look={isPlain ? 'plain' : 'default'}
        onClick={() => {
          setOpen(true);
        }}
      >
        {t.raise}
      </Button>
      {isOpen ? (
        <RaiseForm
          record={record}
          period={reached.period}
          spent={reached.spent}
          cap={reached.cap}
          onClose={() => {
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}

interface RaiseFormProps {
  readonly record: OwnKey;
  readonly period: 'daily' | 'monthly';
  readonly spent: string;
  readonly cap: string;
  readonly onClose: () => void;
}

function useSentence(
  { record, period, spent }: RaiseFormProps,
  typed: string,
): { readonly text: string; readonly isEnough: boolean } {
  const t = useTexts(texts);
  const cap = readCap(typed);
  if (cap === undefined) return { text: '', isEnough: false };
  if (cap !== null && nano(cap) <= nano(spent)) return { text: t.tooLow(moneyText(spent)), isEnough: false };
  const other = usedCaps(record).find((each) => each.period !== period && each.percent >= 100);
  const also = other === undefined ? '' : ` ${t.alsoReached(other.period)}`;
  if (cap === null) return { text: t.open(period) + also, isEnough: true };
  return { text: t.more(period, moneyText(formatExact(nano(cap) - nano(spent)))) + also, isEnough: true };
}

function RaiseForm(props: RaiseFormProps) {
  const { record, period, spent, cap, onClose } = props;
  const t = useTexts(texts);
  const change = useChangeKey();
  const [typed, setTyped] = useState(() => offered(cap));
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const cause = useCause(error);
  const { text, isEnough } = useSentence(props, typed);
  const name = record.remark || record.prefix;
  const submit = (): void => {
    const next = readCap(typed);
    if (next === undefined || !isEnough) return;
    setBusy(true);
    const said = t.done(name, next === null ? t.none : plainMoneyText(next));
    change(record, period === 'daily' ? { daily_cap: next } : { monthly_cap: next }, said).then(onClose, (refused: unknown) => {
      setError(refused);
      setBusy(false);
    });
  };
  return (
    <Modal label={t.title(name)} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <header>
          <h2>{t.title(name)}</h2>
        </header>
        <div className="pad form">
          <Barrier spent={spent} cap={cap} label={`${name} ${t[period]}`} />
          <CapField period={period} value={typed} onChange={setTyped} error={error === null ? undefined : cause} autoFocus />
          {text === '' ? null : <FormSentence>{text}</FormSentence>}
        </div>
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" look="primary" disabled={!isEnough} isBusy={isBusy}>
            {t.save}
          </Button>
        </footer>
      </form>
    </Modal>
  );
}
