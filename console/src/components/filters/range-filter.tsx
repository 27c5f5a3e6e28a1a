import { useId, useRef, useState } from 'react';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/forms/text-field.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { useAddressState, type Query } from '../links/address-state.ts';
import { partsOf, useServiceZone, zoneName } from '../time/time-text.ts';
import './range-filter.css';

const texts = defineTexts({
  zh: {
    label: '时间',
    last: { '1h': '最近 1 小时', '24h': '最近 24 小时', '7d': '最近 7 天', '30d': '最近 30 天', '90d': '最近 90 天' },
    from: '从',
    to: '到',
    apply: '应用',
    wrong: '结束须晚于开始。',
    now: '现在',
    zone: (name: string) => `按 ${name} 计`,
  },
  en: {
    label: 'Time',
    last: { '1h': 'Last hour', '24h': 'Last 24 hours', '7d': 'Last 7 days', '30d': 'Last 30 days', '90d': 'Last 90 days' },
    from: 'From',
    to: 'To',
    apply: 'Apply',
    wrong: 'The end must be after the start.',
    now: 'now',
    zone: (name: string) => `In ${name}`,
  },
});

export type RangeName = keyof typeof texts.zh.last;

const hour = 3_600_000;
const spans: Readonly<Record<RangeName, number>> = {
  '1h': hour,
  '24h': 24 * hour,
  '7d': 168 * hour,
  '30d': 720 * hour,
  '90d': 2_160 * hour,
};

function isRange(text: string | undefined): text is RangeName {
  return text !== undefined && text in spans;
}

export interface Range {
  /** ISO 8601 with a time zone offset. */
  readonly from: string;
  /** Exclusive; undefined means now. */
  readonly to: string | undefined;
}

/**
 * The time range from the URL: between two times, or the last period until now. Cut to minutes, so that it does not change with every
 * render.
 */
export function rangeOf(query: Query, usual: RangeName): Range {
  if (query.from !== undefined) return { from: query.from, to: query.to };
  const name = isRange(query.range) ? query.range : usual;
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  return { from: new Date(minute - spans[name]).toISOString(), to: undefined };
}

interface RangeFilterProps {
  readonly usual: RangeName;
  readonly names?: readonly RangeName[];
}

/** Time range of the page, stored in the URL as `range=7d`, or as `from` and `to` with an offset. */
export function RangeFilter({ usual, names = ['1h', '24h', '7d', '30d', '90d'] }: RangeFilterProps) {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  const menuId = useId();
  const menu = useRef<HTMLElement>(null);
  const zone = useServiceZone();
  const name = isRange(query.range) ? query.range : usual;
  const isOwn = query.from !== undefined;
  const choose = (change: Query): void => {
    menu.current?.hidePopover();
    set({ range: undefined, from: undefined, to: undefined, ...change });
  };
  return (
    <>
      <button
        type="button"
        className={isOwn || name !== usual ? 'range-field on' : 'range-field'}
        data-shortcut="filter"
        popoverTarget={menuId}
      >
        <span className="sr">{t.label}</span>
        <Icon name="clock" />
        <b>
          {query.from === undefined
            ? t.last[name]
            : rangeText(query.from, query.to, zone) + (query.to === undefined ? t.now : '')}
        </b>
        <Icon name="down" />
      </button>
      <section ref={menu} id={menuId} popover="auto" className="range-menu" aria-label={t.label}>
        <ul>
          {names.map((each) => (
            <li key={each}>
              <button
                type="button"
                aria-pressed={!isOwn && each === name}
                onClick={() => {
                  choose({ range: each === usual ? undefined : each });
                }}
              >
                {t.last[each]}
              </button>
            </li>
          ))}
        </ul>
        <OwnRange key={`${query.from ?? ''} ${query.to ?? ''}`} onChoose={choose} />
      </section>
    </>
  );
}

/** `2026-11-20 14:31 – 15:31`. Shows the end date only if it differs, and no end if there is none. */
function rangeText(from: string, to: string | undefined, zone: string): string {
  const [start, end] = [partsOf(from, zone), to === undefined ? null : partsOf(to, zone)];
  const isSameDay = start.date === end?.date;
  const until = end === null ? '' : `${isSameDay ? '' : `${end.date} `}${end.time.slice(0, 5)}`;
  return `${start.date} ${start.time.slice(0, 5)} – ${until}`;
}

/** `2026-11-20T14:31` in the time zone, as browsers' input fields require it. */
function fieldText(moment: string | undefined, zone: string): string {
  if (moment === undefined) return '';
  const { date, time } = partsOf(moment, zone);
  return `${date}T${time.slice(0, 5)}`;
}

function OwnRange({ onChoose }: { readonly onChoose: (change: Query) => void }) {
  const t = useTexts(texts);
  const { query } = useAddressState();
  const zone = useServiceZone();
  const [from, setFrom] = useState(fieldText(query.from, zone));
  const [to, setTo] = useState(fieldText(query.to, zone));
  const offset = zoneName(zone).replace('UTC', '');
  const isWrong = from !== '' && to !== '' && to <= from;
  return (
    <form
      noValidate
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose({ from: `${from}:00${offset}`, to: to === '' ? undefined : `${to}:00${offset}` });
      }}
    >
      {(
        [
          [t.from, from, setFrom],
          [t.to, to, setTo],
        ] as const
      ).map(([label, value, change]) => (
        <Field key={label} label={label} error={isWrong && label === t.to ? t.wrong : undefined}>
          {(ids) => (
            <span className="input">
              <input
                {...ids}
                type="datetime-local"
                value={value}
                onChange={(event) => {
                  change(event.target.value);
                }}
              />
            </span>
          )}
        </Field>
      ))}
      <p className="hint">{t.zone(zoneName(zone))}</p>
      <Button type="submit" look="primary" disabled={from === '' || isWrong}>
        {t.apply}
      </Button>
    </form>
  );
}
