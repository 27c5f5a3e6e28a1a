import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../../i18n/texts.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx';
import { countText } from '../../../../ui/number-text.ts';
import { CallFoot } from '../calls/call-foot.tsx';
import type { Caller } from '../calls/call-gateway.ts';
import { FaultNote } from '../calls/fault-note.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { chatTexts } from './chat-texts.ts';
import { isUnderWay, type AnswerTurn, type ChatTurn, type ToolTurn, type UserTurn } from './chat-turn.ts';
import { ToolCalls } from './tool-calls.tsx';

export interface TurnActions {
  readonly again: (id: string) => void;
  readonly sayInstead: (id: string, text: string) => void;
  readonly answerTools: (answers: readonly { readonly callId: string; readonly name: string; readonly text: string }[]) => void;
}

interface TurnViewProps {
  readonly turn: ChatTurn;
  readonly caller: Caller;
  readonly isLast: boolean;
  readonly isIdle: boolean;
  readonly deeds: TurnActions;
}

export function TurnView({ turn, caller, isLast, isIdle, deeds }: TurnViewProps) {
  if (turn.kind === 'user') return <UserView turn={turn} isIdle={isIdle} deeds={deeds} />;
  if (turn.kind === 'tool') return <ToolView turn={turn} />;
  return <AnswerView turn={turn} caller={caller} isLast={isLast} deeds={deeds} />;
}

function UserView({ turn, isIdle, deeds }: { readonly turn: UserTurn; readonly isIdle: boolean; readonly deeds: TurnActions }) {
  const t = useTexts(chatTexts);
  const [isEditing, setEditing] = useState(false);
  return (
    <article className="turn user">
      <h2 className="turn-name">{t.you}</h2>
      {turn.images.length === 0 ? null : (
        <div className="turn-images">
          {turn.images.map(({ url, name }, index) => (
            <img key={String(index)} src={url} alt={name} />
          ))}
        </div>
      )}
      {isEditing ? (
        <EditMessage
          text={turn.text}
          onCancel={() => {
            setEditing(false);
          }}
          onSend={(text) => {
            deeds.sayInstead(turn.id, text);
          }}
        />
      ) : (
        <p className="said">{turn.text}</p>
      )}
      {isEditing || !isIdle ? null : (
        <div className="turn-deeds">
          <Button
            look="plain"
            onClick={() => {
              setEditing(true);
            }}
          >
            {t.edit}
          </Button>
        </div>
      )}
    </article>
  );
}

interface EditMessageProps {
  readonly text: string;
  readonly onSend: (text: string) => void;
  readonly onCancel: () => void;
}

function EditMessage({ text, onSend, onCancel }: EditMessageProps) {
  const t = useTexts(chatTexts);
  const [typed, setTyped] = useState(text);
  return (
    <form
      noValidate
      className="edit-message"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') onSend(typed);
      }}
    >
      <textarea
        aria-label={t.editLabel}
        autoFocus
        rows={3}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onCancel();
        }}
      />
      <div className="composer-foot">
        <p className="composer-hint quiet">{t.editNote}</p>
        <Button onClick={onCancel}>{t.cancel}</Button>
        <Button type="submit" look="primary" disabled={typed.trim() === ''}>
          {t.saveAndSend}
        </Button>
      </div>
    </form>
  );
}

function ToolView({ turn }: { readonly turn: ToolTurn }) {
  const t = useTexts(chatTexts);
  return (
    <article className="turn tool">
      <h2 className="turn-name">{t.toolSays(turn.name)}</h2>
      <pre className="said mono">{turn.text}</pre>
    </article>
  );
}

interface AnswerViewProps {
  readonly turn: AnswerTurn;
  readonly caller: Caller;
  readonly isLast: boolean;
  readonly deeds: TurnActions;
}

function AnswerView({ turn, caller, isLast, deeds }: AnswerViewProps) {
  const { id, model, protocol, text, state, requestId } = turn;
  const again = (): void => {
    deeds.again(id);
  };
  return (
    <article className="turn answer" aria-busy={isUnderWay(turn)}>
      <h2 className="turn-name">
        <span className="mono">{model}</span> · {protocol}
      </h2>
      <Reasoning turn={turn} />
      {text === '' ? null : <Markdown text={text} />}
      <Remarks turn={turn} />
      {turn.toolCalls.length === 0 ? null : (
        <ToolCalls turn={turn} isOpen={isLast && state === 'complete'} onSend={deeds.answerTools} />
      )}
      {turn.fault === null ? null : <FaultNote fault={turn.fault} keyId={caller.keyId} onRetry={isLast ? again : undefined} />}
      {isUnderWay(turn) || state === 'refused' ? null : (
        <div className="turn-end">
          {requestId === null ? null : <CallFoot accountId={caller.accountId} requestId={requestId} />}
          <AnswerDeeds turn={turn} onAgain={isLast && turn.fault === null ? again : null} />
        </div>
      )}
    </article>
  );
}

function AnswerDeeds({ turn, onAgain }: { readonly turn: AnswerTurn; readonly onAgain: (() => void) | null }) {
  const t = useTexts(chatTexts);
  return (
    <div className="turn-deeds">
      {turn.text === '' ? null : <CopyButton text={turn.text} label={t.copyAnswer} />}
      {onAgain === null ? null : (
        <Button look="plain" onClick={onAgain}>
          {t.again}
        </Button>
      )}
    </div>
  );
}

/** Collapsed, because reasoning is charged with the answer but is not part of it. */
function Reasoning({ turn }: { readonly turn: AnswerTurn }) {
  const t = useTexts(chatTexts);
  const { reasoning } = turn;
  if (reasoning === '') return null;
  return (
    <details className="reasoning">
      <summary>
        {t.reasoning} <span className="quiet">{t.reasoningOf(countText(reasoning.length))}</span>
      </summary>
      <p className="said">{reasoning}</p>
    </details>
  );
}

/** The state of an answer, if its text does not show it. */
function Remarks({ turn }: { readonly turn: AnswerTurn }) {
  const t = useTexts(chatTexts);
  const { state, text, refusal, finishReason, toolCalls } = turn;
  const remark = (what: ReactNode, look = 'quiet') => <p className={`remark ${look}`}>{what}</p>;
  if (state === 'waiting')
    return (
      <p className="remark quiet" role="status">
        {t.waiting}
      </p>
    );
  if (state === 'streaming')
    return text === '' ? (
      <p className="remark quiet" role="status">
        {t.writing}
      </p>
    ) : null;
  if (state === 'stopped') return remark(t.stopped);
  if (state !== 'complete') return null;
  if (refusal !== '') return remark(`${t.refusal}${refusal}`, 'warn');
  if (finishReason === 'length') return remark(t.cutByLength, 'warn');
  if (finishReason === 'content_filter') return remark(t.filtered, 'warn');
  return text === '' && toolCalls.length === 0 ? remark(t.nothing) : null;
}
