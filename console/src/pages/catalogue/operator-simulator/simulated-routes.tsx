import { readCallCause, wordCallCause } from '@tollgate/contract/calls/call-causes';
import { routeNoteText } from '@tollgate/contract/calls/route-notes';
import type { RouteChoice, RouteSimulationAnswer } from '@tollgate/contract/catalogue/route-simulations';
import { useErrorWords } from '../../../components/calls/error-words.ts';
import { operationText } from '../../../components/calls/operations.ts';
import { chosenByTexts } from '../../../components/calls/route-words.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { countText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { StatusWord, type StatusLook } from '../../../ui/states/status-word.tsx';
import { providerWords } from '../provider-words.ts';
import { texts } from './texts.ts';

type Step = RouteSimulationAnswer['steps'][number];

const looks: Readonly<Record<RouteChoice, StatusLook>> = { chosen: 'go', next: 'paused', passed_over: 'off' };

/** What decided for a route, or why it is not asked. */
function useWhy(): (step: Step) => string {
  const t = useTexts(texts);
  const chosenBy = useTexts(chosenByTexts);
  const language = useLanguage();
  return ({ choice, by, why }) => {
    if (choice === 'passed_over') return why === null ? '' : routeNoteText(why, language);
    const reasons = [
      by === null ? t.byWeight : chosenBy[by],
      ...(why === null ? [] : [t.afterAll, routeNoteText(why, language)]),
    ];
    return reasons.join(' · ');
  };
}

interface SimulatedRoutesProps {
  readonly model: string;
  readonly simulated: RouteSimulationAnswer;
}

/** The routes in the order in which the call comes to them, and why. */
export function SimulatedRoutes({ model, simulated }: SimulatedRoutesProps) {
  const t = useTexts(texts);
  const wordsOf = useErrorWords();
  const language = useLanguage();
  const { endpoint, expected, refusal, steps } = simulated;
  const operation = operationText(endpoint, language);
  const causeOf = ({ code, message, cause }: NonNullable<typeof refusal>): string => {
    const read = readCallCause(cause);
    return (read === null ? null : wordCallCause(read, language)) ?? wordsOf(code)?.cause ?? message;
  };
  return (
    <>
      {refusal === null ? null : (
        <Notice remedy={<AppLink to={paths.operatorModel(model)}>{t.toModel}</AppLink>}>
          {t.refused(causeOf(refusal))} <code>{refusal.code}</code>
        </Notice>
      )}
      <Sheet
        title={t.routes}
        note={
          expected === null
            ? operation
            : t.expected(operation, countText(expected.input_tokens), countText(expected.output_tokens))
        }
        foot={<span className="quiet">{t.perNode}</span>}
      >
        {steps.length === 0 ? (
          <EmptyState action={<AppLink to={paths.operatorModel(model)}>{t.toModel}</AppLink>}>{t.noRoutes}</EmptyState>
        ) : (
          <ol className="simulated" aria-label={t.order}>
            {steps.map((step) => (
              <SimulatedStep key={`${step.model} ${step.route}`} step={step} isFallback={step.model !== steps[0]?.model} />
            ))}
          </ol>
        )}
      </Sheet>
    </>
  );
}

function SimulatedStep({ step, isFallback }: { readonly step: Step; readonly isFallback: boolean }) {
  const t = useTexts(texts);
  const { regions } = useTexts(providerWords);
  const why = useWhy();
  const { choice, provider, region, key } = step;
  return (
    <li className={choice}>
      <span className="simulated-choice">
        <StatusWord look={looks[choice]}>{t.choices[choice]}</StatusWord>
      </span>
      <span>
        <AppLink to={paths.operatorProvider(provider.id)}>{provider.name}</AppLink>{' '}
        <span className="quiet">{regions[region]}</span>
        {isFallback ? <span className="quiet"> {t.fallback(step.model)}</span> : null}
        {key === null || key.api_key_last4 === null ? null : <code className="quiet"> {t.keyOf(key.api_key_last4)}</code>}
      </span>
      <span className="simulated-why">{why(step)}</span>
    </li>
  );
}
