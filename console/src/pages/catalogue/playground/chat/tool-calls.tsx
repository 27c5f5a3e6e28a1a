import { useState } from 'react';
import { useTexts } from '../../../../i18n/texts.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Code } from '../../../../ui/code-tabs.tsx';
import { chatTexts } from './chat-texts.ts';
import type { AnswerTurn } from './chat-turn.ts';

interface ToolCallsProps {
  readonly turn: AnswerTurn;
  /** Whether results are still needed. */
  readonly isOpen: boolean;
  readonly onSend: (answers: readonly { readonly callId: string; readonly name: string; readonly text: string }[]) => void;
}

/** Indents JSON; shows incomplete text unchanged. */
function readable(input: string): string {
  try {
    return JSON.stringify(JSON.parse(input), null, 2);
  } catch {
    return input;
  }
}

/** Tool calls of the model, with arguments and results. The person enters the results. */
export function ToolCalls({ turn, isOpen, onSend }: ToolCallsProps) {
  const t = useTexts(chatTexts);
  const [results, setResults] = useState<Readonly<Record<number, string>>>({});
  const { toolCalls } = turn;
  const isWhole = toolCalls.every((_, index) => (results[index] ?? '').trim() !== '');
  const calls = toolCalls.map(({ id, name, input }, index) => (
    <div className="tool-call" key={String(index)}>
      <p>{t.toolCall(name)}</p>
      <Code code={readable(input)} name={id} />
      {isOpen ? (
        <textarea
          className="mono"
          aria-label={t.toolResult(name)}
          placeholder={t.toolResultHint}
          rows={2}
          value={results[index] ?? ''}
          onChange={(event) => {
            setResults({ ...results, [index]: event.target.value });
          }}
        />
      ) : null}
    </div>
  ));
  if (!isOpen) return calls;
  return (
    <form
      noValidate
      className="tool-calls"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) onSend(toolCalls.map(({ id, name }, index) => ({ callId: id, name, text: results[index] ?? '' })));
      }}
    >
      {calls}
      <Button type="submit" look="primary" disabled={!isWhole}>
        {t.sendResults}
      </Button>
    </form>
  );
}
