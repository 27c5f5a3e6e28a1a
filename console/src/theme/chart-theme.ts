import { palettes, sans, type Mode } from './palette.ts';

/** Shared by all charts: no frame, no gradient, hairlines, 12 px text, no animation on load. */
export function chartBase(mode: Mode) {
  const c = palettes[mode];
  const text = { color: c.quiet, fontFamily: sans, fontSize: 12 };
  return {
    animation: false,
    color: [...c.series],
    textStyle: text,
    grid: { left: 4, right: 4, top: 10, bottom: 2, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      axisLine: { lineStyle: { color: c.line2 } },
      axisTick: { show: false },
      axisLabel: text,
      splitLine: { show: false },
    },
    yAxis: {
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: text,
      splitLine: { lineStyle: { color: c.line, width: 1 } },
    },
    tooltip: {
      trigger: 'axis',
      confine: true,
      transitionDuration: 0,
      className: 'chart-tip',
      backgroundColor: c.sheet,
      borderColor: c.line2,
      borderWidth: 1,
      padding: [8, 12],
      textStyle: { color: c.ink, fontFamily: sans, fontSize: 13 },
      axisPointer: { type: 'line', lineStyle: { color: c.quiet, type: 'solid', width: 1 } },
    },
    /** Pattern for the current, unfinished period. */
    partialDecal: {
      symbol: 'rect',
      color: mode === 'dark' ? 'rgba(26,29,34,.45)' : 'rgba(255,255,255,.45)',
      dashArrayX: [2, 0] as number[],
      dashArrayY: [2, 5] as number[],
      rotation: 0.785,
    },
  } as const;
}

/** The colour of a series by its index; `other` is always grey. */
export function seriesColour(mode: Mode, index: number, isOther: boolean): string {
  const { series, other } = palettes[mode];
  return isOther ? other : (series[index % series.length] ?? other);
}
