/** Days of a year that differ from the normal week, as announced by the State Council each November. ISO dates. */
export interface WorkingYear {
  readonly year: number;
  /** Holidays, optionally including weekends. */
  readonly off: readonly string[];
  /** Weekend days that are working days. */
  readonly on: readonly string[];
}

/** A date, and whether it depends on a year without holiday data. */
export interface DueDay {
  /** ISO date. */
  readonly date: string;
  readonly isEstimated: boolean;
}

/** Counts working days. For years without holiday data, only weekends are known. */
export interface WorkingCalendar {
  knows(year: number): boolean;
  /** The working day that is this many days after `date`. `date` counts as day 0 even if it is not a working day. */
  after(date: string, days: number): DueDay;
  /** Working days after `from`, up to and including `to`; negative if `to` is in the past. */
  between(from: string, to: string): number;
}

const saturday = 6;
/** Longer spans indicate a mistake. */
const spanDaysMax = 4000;

export function createWorkingCalendar(years: readonly WorkingYear[]): WorkingCalendar {
  const known = new Set(years.map(({ year }) => year));
  const off = new Set(years.flatMap((year) => year.off));
  const on = new Set(years.flatMap((year) => year.on));

  function isWorked(day: Temporal.PlainDate): boolean {
    const date = day.toString();
    return on.has(date) || (day.dayOfWeek < saturday && !off.has(date));
  }

  function between(from: Temporal.PlainDate, to: Temporal.PlainDate): number {
    let count = 0;
    let steps = 0;
    for (let day = from; Temporal.PlainDate.compare(day, to) < 0 && steps < spanDaysMax; steps += 1) {
      day = day.add({ days: 1 });
      if (isWorked(day)) count += 1;
    }
    return count;
  }

  return {
    knows: (year) => known.has(year),
    after(date, days) {
      let day = Temporal.PlainDate.from(date);
      let isEstimated = false;
      for (let left = days; left > 0;) {
        day = day.add({ days: 1 });
        isEstimated ||= !known.has(day.year);
        if (isWorked(day)) left -= 1;
      }
      return { date: day.toString(), isEstimated };
    },
    between(fromDate, toDate) {
      const from = Temporal.PlainDate.from(fromDate);
      const to = Temporal.PlainDate.from(toDate);
      return Temporal.PlainDate.compare(from, to) <= 0 ? between(from, to) : -between(to, from);
    },
  };
}

/** Years that need data: the current one, and from December on also the next one. */
export function yearsWanted(date: string): readonly number[] {
  const { year, month } = Temporal.PlainDate.from(date);
  return month === 12 ? [year, year + 1] : [year];
}

/** The error in the data of a year, as a text that follows the field name; `null` if it is valid. */
export function faultOfYear({ year, off, on }: WorkingYear): { readonly field: 'off' | 'on'; readonly fault: string } | null {
  for (const [field, dates] of [
    ['off', off],
    ['on', on],
  ] as const) {
    for (const date of dates) {
      const day = readDate(date);
      if (day?.year !== year) return { field, fault: `contains "${date}", which is not a date of ${String(year)}` };
      if (field === 'on' && day.dayOfWeek < saturday) return { field, fault: `contains ${date}, which is not on a weekend` };
    }
    if (new Set(dates).size < dates.length) return { field, fault: 'contains a date twice' };
  }
  const both = on.find((date) => off.includes(date));
  return both === undefined ? null : { field: 'on', fault: `contains ${both}, which is also in \`off\`` };
}

function readDate(text: string): Temporal.PlainDate | null {
  try {
    const day = Temporal.PlainDate.from(text, { overflow: 'reject' });
    return day.toString() === text ? day : null;
  } catch {
    return null;
  }
}
