import { useEffect, useRef, type RefObject } from 'react';
import { useSession } from '../../../../api/session.ts';
import { moneyText } from '../../../../components/money/money-text.ts';
import { useTexts } from '../../../../i18n/texts.ts';
import type { CodeSample } from '../../../../ui/code-sample.ts';
import { countText } from '../../../../ui/number-text.ts';
import { Sheet } from '../../../../ui/sheet.tsx';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { toast } from '../../../../ui/states/toast.tsx';
import { codeSamples, shortened } from '../code/code-samples.ts';
import { useKept } from '../kept.ts';
import { estimate, tokensOf } from '../price/estimate.ts';
import { PricePreview } from '../price/price-preview.tsx';
import { texts } from '../texts.ts';
import { Workbench, type Bench } from '../workbench.tsx';
import { noParameters, readParameters } from './chat-parameters.ts';
import type { ChatRequest } from './chat-request.ts';
import { chatTexts } from './chat-texts.ts';
import { isUnderWay, unanswered, type ChatTurn } from './chat-turn.ts';
import './chat.css';
import { Composer } from './composer.tsx';
import { bodyOf, requestOf, useConversation, type Conversation, type Setting } from './conversation.ts';
import { ParametersForm } from './parameters-form.tsx';
import { TurnView, type TurnActions } from './turn-view.tsx';

const thousandEach = [
  { quantity: 'input', count: 1_000 },
  { quantity: 'output', count: 1_000 },
];

/** Esc stops the call, unless the focused element uses the key. */
function useEscape(conversation: Conversation, isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const isFree = !event.defaultPrevented && !event.isComposing && document.querySelector('dialog[open]') === null;
      if (event.key === 'Escape' && isFree) conversation.stop();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
    };
  }, [conversation, isRunning]);
}

/** Scrolls with the growing response while its end is visible. */
function useFollow(count: number): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(false);
  useEffect(() => {
    const page = document.documentElement;
    const look = (): void => {
      isAtEnd.current = page.scrollHeight - page.clientHeight - page.scrollTop < 80;
    };
    const grown = new ResizeObserver(() => {
      if (isAtEnd.current) page.scrollTop = page.scrollHeight;
    });
    if (place.current !== null) grown.observe(place.current);
    addEventListener('scroll', look, { passive: true });
    return () => {
      grown.disconnect();
      removeEventListener('scroll', look);
    };
  }, []);
  useEffect(() => {
    isAtEnd.current = count > 0;
  }, [count]);
  return place;
}

function useHindrance(turns: readonly ChatTurn[], isFaulty: boolean): string | null {
  const t = useTexts(chatTexts);
  if (isFaulty) return t.faultyParameters;
  return unanswered(turns).length > 0 ? t.answerTools : null;
}

/** Estimated tokens of everything before the message. */
function weightOf(setting: Setting, turns: readonly ChatTurn[]): number {
  const { messages, tools } = requestOf(setting, turns);
  return messages.reduce(
    (sum, { content }) => sum + 4 + tokensOf(typeof content === 'string' ? content : ''),
    tools === undefined ? 0 : tokensOf(JSON.stringify(tools)),
  );
}

function useInputEstimate({ model }: Bench, setting: Setting, turns: readonly ChatTurn[]) {
  const t = useTexts(chatTexts);
  return (text: string, images: number): string | null => {
    const tokens = weightOf(setting, turns) + 4 + tokensOf(text) + images * 85;
    if (model.price === null) return null;
    const { total } = estimate(model.price, model.price_multiplier, [{ quantity: 'input', count: tokens }]);
    return t.estimate(countText(tokens), moneyText(total, 4));
  };
}

function bytesOf(turns: readonly ChatTurn[]): number {
  return turns.reduce(
    (sum, turn) => sum + (turn.kind === 'user' ? turn.images.reduce((all, { bytes }) => all + bytes, 0) : 0),
    0,
  );
}

/** The request as code: the last one that was sent, or an example. */
function samplesOf(base: string, setting: Setting, turns: readonly ChatTurn[]): readonly CodeSample[] {
  const { path, calls } = setting.protocol;
  const asked = turns.slice(0, turns.findLastIndex(({ kind }) => kind !== 'answer') + 1);
  const request = shortened(requestOf(setting, asked.length === 0 ? [exampleTurn] : asked)) as ChatRequest;
  return codeSamples(base, { path, calls, body: bodyOf(setting, request) });
}

/** A conversation with a model. */
export function ChatPanel({ bench }: { readonly bench: Bench }) {
  const t = useTexts(chatTexts);
  const { parameters: parametersTitle } = useTexts(texts);
  const { caller, model, protocol } = bench;
  const { user } = useSession();
  const { conversation, turns } = useConversation(`${user.id} ${caller.accountId}`);
  const [parameters, change] = useKept('chat', noParameters);
  const { fields, more, faults } = readParameters(parameters, protocol);
  const { name, output_limit: outputLimit } = model;
  const setting: Setting = { caller, model: name, outputLimit, protocol, system: parameters.system, fields, more };
  const last = turns.at(-1);
  const isRunning = last?.kind === 'answer' && isUnderWay(last);
  const inputEstimate = useInputEstimate(bench, setting, turns);
  const hindrance = useHindrance(turns, Object.keys(faults).length > 0);
  useEscape(conversation, isRunning);
  const place = useFollow(turns.length);
  const deeds: TurnActions = {
    again: (id) => {
      conversation.again(id, setting);
    },
    sayInstead: (id, text) => {
      conversation.sayInstead(id, text, setting);
    },
    answerTools: (answers) => {
      conversation.answerTools(answers, setting);
    },
  };
  const side = (
    <>
      <PricePreview model={model} amounts={thousandEach} />
      <Sheet title={parametersTitle} isPadded>
        <ParametersForm
          protocol={protocol}
          given={parameters}
          faults={faults}
          onChange={change}
          supported={model.supported_parameters}
          outputLimit={outputLimit}
        />
      </Sheet>
    </>
  );
  return (
    <Workbench side={side} samples={(base) => samplesOf(base, setting, turns)}>
      <Sheet className="chat">
        <div className="turns" ref={place} aria-label={t.conversation} role="log">
          {turns.length === 0 ? <EmptyState>{t.empty}</EmptyState> : null}
          {turns.map((turn) => (
            <TurnView key={turn.id} turn={turn} caller={caller} isLast={turn === last} isIdle={!isRunning} deeds={deeds} />
          ))}
        </div>
        <div className="chat-foot">
          <Composer
            mayAttach={model.features.length === 0 || model.features.includes('vision')}
            isRunning={isRunning}
            hindrance={hindrance}
            imageBytes={bytesOf(turns)}
            estimate={inputEstimate}
            onSend={(text, images) => {
              conversation.say(text, images, setting);
            }}
            onClear={
              turns.length === 0
                ? null
                : () => {
                    toast(t.cleared, { undo: conversation.clear() });
                  }
            }
            onStop={() => {
              conversation.stop();
            }}
          />
        </div>
      </Sheet>
    </Workbench>
  );
}

const exampleTurn: ChatTurn = { kind: 'user', id: 'example', text: 'Hello!', images: [] };
