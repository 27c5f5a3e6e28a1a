import { routeName } from '@tollgate/contract/catalogue/route-name';
import { routeNoteText } from '@tollgate/contract/calls/route-notes';
import { operations, operationText } from '../../../components/calls/operations.ts';
import { chosenByTexts } from '../../../components/calls/route-words.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import type { Language } from '../../../i18n/language.ts';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { countText, durationText } from '../../../ui/number-text.ts';
import { Fact } from '../../../ui/sheet.tsx';
import type { CallDetail } from './call-source.ts';
import { drawerTexts } from './drawer-texts.ts';
import { texts } from './texts.ts';

function KeyFact({ call }: { readonly call: CallDetail }) {
  const t = useTexts(drawerTexts);
  const { key, account_id: accountId } = call;
  return (
    <Fact label={t.key}>
      {key === null ? (
        <code>{call.key_id}</code>
      ) : (
        <>
          {accountId === undefined ? (
            <AppLink to={paths.key(call.key_id)}>{key.remark === '' ? call.key_id : key.remark}</AppLink>
          ) : (
            key.remark
          )}{' '}
          <code className="quiet">
            {key.prefix}…{key.last4}
          </code>
        </>
      )}
    </Fact>
  );
}

function OperationFact({ endpoint }: Pick<CallDetail, 'endpoint'>) {
  const t = useTexts(drawerTexts);
  const language = useLanguage();
  return (
    <Fact label={t.endpoint}>
      {operationText(endpoint, language)} <code className="quiet">{operations[endpoint]?.route}</code>
    </Fact>
  );
}

/** `provider/region: reason`, with the reason in the language of the page. */
function noteOf(route: string, language: Language): string {
  const at = route.indexOf(': ');
  return at < 0 ? route : `${routeName(route.slice(0, at), language)}: ${routeNoteText(route.slice(at + 2), language)}`;
}

function TrailFacts({ trail }: Pick<CallDetail, 'trail'>) {
  const t = useTexts(drawerTexts);
  const chosenBy = useTexts(chosenByTexts);
  const language = useLanguage();
  if (trail === null) return null;
  const { asked, served, dropped = [], routes = [], by } = trail;
  return (
    <>
      {asked === undefined ? null : (
        <Fact label={t.asked}>
          <code>{asked}</code>
        </Fact>
      )}
      {served === undefined ? null : (
        <Fact label={t.served}>
          <code>{served}</code>
        </Fact>
      )}
      {dropped.length === 0 ? null : (
        <Fact label={t.dropped}>
          <code>{dropped.join(', ')}</code>
        </Fact>
      )}
      {by === undefined ? null : <Fact label={t.chosenBy}>{chosenBy[by]}</Fact>}
      {routes.length === 0 ? null : (
        <Fact label={t.passedOver}>
          {routes.map((route) => (
            <span key={route} className="block">
              {noteOf(route, language)}
            </span>
          ))}
        </Fact>
      )}
    </>
  );
}

/** A call without a response has no usage. */
function hasUsage({ ending, input_tokens: input, output_tokens: output }: CallDetail): boolean {
  return ending === 'complete' || (ending !== 'refused' && input + output > 0);
}

/** Facts of a call except its price. */
export function CallFacts({ call, accountName }: { readonly call: CallDetail; readonly accountName: string | null }) {
  const t = useTexts(drawerTexts);
  const { endings } = useTexts(texts);
  return (
    <dl className="facts">
      <Fact label={t.requestId}>
        <code>{call.id}</code>
        <CopyButton text={call.id} label={t.copyId} />
      </Fact>
      {call.account_id === undefined ? null : (
        <Fact label={t.account}>
          <AppLink to={paths.operatorAccount(call.account_id)}>{accountName ?? call.account_id}</AppLink>
        </Fact>
      )}
      <KeyFact call={call} />
      {call.sub_account_id === null ? null : <Fact label={t.subAccount}>{call.sub_account_name ?? call.sub_account_id}</Fact>}
      <OperationFact endpoint={call.endpoint} />
      <Fact label={t.mode}>{call.streamed ? t.streamed : t.notStreamed}</Fact>
      <Fact label={t.source}>
        <code>{call.source_ip}</code>
      </Fact>
      <Fact label={t.ending}>{endings[call.ending]}</Fact>
      {hasUsage(call) ? (
        <Fact label={t.tokens}>
          {t.tokensText(countText(call.input_tokens), countText(call.cached_tokens), countText(call.output_tokens))}
        </Fact>
      ) : null}
      {hasUsage(call) ? <Fact label={t.counts}>{call.usage_estimated ? t.estimated : t.reported}</Fact> : null}
      {call.region === null ? null : <Fact label={t.region}>{call.region === 'domestic' ? t.domestic : t.overseas}</Fact>}
      <TrailFacts trail={call.trail} />
      {call.count > 1 ? <Fact label={t.folded}>{countText(call.count)}</Fact> : null}
    </dl>
  );
}

/** Time to the first token, and total time. */
export function CallTimes({ call }: { readonly call: CallDetail }) {
  const t = useTexts(drawerTexts);
  const { first_token_ms: first, duration_ms: took, output_tokens: output } = call;
  if (first === null || first >= took) return <p className="quiet">{`${t.whole} ${durationText(took)}`}</p>;
  const generating = took - first;
  const speed = output > 0 && generating >= 100 ? ` · ${t.speed((output / (generating / 1_000)).toFixed(0))}` : '';
  return (
    <>
      <div className="span" aria-hidden="true">
        <i style={{ flexGrow: first }} />
        <i style={{ flexGrow: generating }} />
      </div>
      <div className="span-words">
        <span>{`${t.first} ${durationText(first)}`}</span>
        <span>{`${t.generating} ${durationText(generating)}${speed}`}</span>
      </div>
    </>
  );
}
