/** Days of a year that differ from the normal week; ISO dates, in order. */
export interface ReadCalendar {
  readonly off: readonly string[];
  readonly on: readonly string[];
  /** Dates of other years, which were ignored. */
  readonly foreign: readonly string[];
}

type Kind = 'off' | 'on';
type Marked = readonly [date: string, kind: Kind];

const iso = /\b(\d{4})[-/](\d{1,2})[-/](\d{1,2})\b/;
/** Matches `1月1日（周四）至3日`, `2026年9月25日至27日`, `10月1日`. Text in brackets is ignored. */
const span = /(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日(?:\s*[至到—–-]\s*(?:(?:(\d{4})年)?(\d{1,2})月)?(\d{1,2})日)?/g;

const dayMs = 86_400_000;
const isoOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** UTC midnight of a date, because all UTC days have equal length; null for an invalid date. */
function dayOf(year: number, month: number, day: number): number | null {
  const atMs = Date.UTC(year, month - 1, day);
  const [readYear, readMonth, readDay] = isoOf(atMs).split('-').map(Number);
  return readYear === year && readMonth === month && readDay === day ? atMs : null;
}

function daysFrom(first: number, last: number): readonly string[] {
  const days: string[] = [];
  // Limits a range to a month, because longer ones are typing errors.
  for (let atMs = first; atMs <= last && days.length < 31; atMs += dayMs) days.push(isoOf(atMs));
  return days;
}

function spansIn(sentence: string, year: number): readonly string[] {
  return [...sentence.matchAll(span)].flatMap(([, ofYear, month, day, lastYear, lastMonth, lastDay]) => {
    const begins = Number(ofYear ?? year);
    const first = dayOf(begins, Number(month), Number(day));
    if (first === null) return [];
    const last = lastDay === undefined ? first : dayOf(Number(lastYear ?? begins), Number(lastMonth ?? month), Number(lastDay));
    return daysFrom(first, last ?? first);
  });
}

/** Parses the text of the State Council notice, which lists days off and working weekends. */
function fromNotice(text: string, year: number): readonly Marked[] {
  const plain = text.replaceAll(/[（(][^）)]*[）)]/g, '');
  return plain.split(/[。；;\n]/).flatMap((sentence) => {
    const kind: Kind | null = /上班|补班/.test(sentence) ? 'on' : /放假|调休|休息/.test(sentence) ? 'off' : null;
    return kind === null ? [] : spansIn(sentence, year).map((date): Marked => [date, kind]);
  });
}

/** Parses one date per line, with a word for its kind; without one, it is a day off. */
function fromLines(text: string): readonly Marked[] {
  return text.split('\n').flatMap((line) => {
    const [found, year, month, day] = iso.exec(line) ?? [];
    if (found === undefined) return [];
    const date = dayOf(Number(year), Number(month), Number(day));
    const isOn = /上班|补班|班|workday|working|\bon\b|\bfalse\b/i.test(line);
    return date === null ? [] : [[isoOf(date), isOn ? 'on' : 'off'] as const];
  });
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** Parses `{ off, on }` as used by this service, or `{ days: [{ date, isOffDay }] }` as in public lists. */
function fromJson(text: string): readonly Marked[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value)) return [];
  const days = Array.isArray(value.days) ? (value.days as readonly unknown[]) : [];
  return [
    ...texts(value.off).map((date): Marked => [date, 'off']),
    ...texts(value.on).map((date): Marked => [date, 'on']),
    ...days.flatMap((day): readonly Marked[] =>
      isRecord(day) && typeof day.date === 'string' ? [[day.date, day.isOffDay === false ? 'on' : 'off']] : [],
    ),
  ];
}

/**
 * Parses an official list in any format: the notice itself, JSON, or one date per line. A day that is both off and working stays in both
 * lists; the service then refuses it by name.
 */
export function readCalendar(text: string, year: number): ReadCalendar {
  const marked = fromJson(text) ?? (iso.test(text) ? fromLines(text) : fromNotice(text, year));
  const of = (kind: Kind): readonly string[] => {
    const dates = new Set(marked.filter(([, one]) => one === kind).map(([date]) => date));
    return [...dates].filter((date) => date.startsWith(`${String(year)}-`)).toSorted();
  };
  const foreign = new Set(marked.map(([date]) => date).filter((date) => !date.startsWith(`${String(year)}-`)));
  return { off: of('off'), on: of('on'), foreign: [...foreign].toSorted() };
}

export interface YearCount {
  readonly off: number;
  readonly on: number;
  readonly worked: number;
}

/** Number of working days in a year. */
export function countYear(year: number, { off, on }: Pick<ReadCalendar, 'off' | 'on'>): YearCount {
  const [free, made] = [new Set(off), new Set(on)];
  let worked = 0;
  for (let atMs = Date.UTC(year, 0, 1); atMs < Date.UTC(year + 1, 0, 1); atMs += dayMs) {
    const [date, weekday] = [isoOf(atMs), new Date(atMs).getUTCDay()];
    if (made.has(date) || (weekday !== 0 && weekday !== 6 && !free.has(date))) worked += 1;
  }
  return { off: off.length, on: on.length, worked };
}
