import { BarChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { init, use, type ECharts } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { chartBase, seriesColour } from '../../theme/chart-theme.ts';
import { palettes, type Mode } from '../../theme/palette.ts';
import { useThemeMode } from '../../theme/theme-mode.ts';
import type { ChartProps, ChartSeries } from './chart-props.ts';
import { niceAxis, placesOfStep } from './nice-axis.ts';

use([BarChart, LineChart, GridComponent, TooltipComponent, AriaComponent, CanvasRenderer]);

function colourOf({ look, isOther = false }: ChartSeries, index: number, mode: Mode): string {
  const c = palettes[mode];
  if (look === undefined) return seriesColour(mode, index, isOther);
  return { quiet: c.line2, amber: c.amber, stop: c.stop }[look];
}

function largestOf({ kind, series, labels }: ChartProps): number {
  if (kind === 'lines') return Math.max(0, ...series.flatMap(({ values }) => values));
  return Math.max(0, ...labels.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)));
}

function shapeOf(props: ChartProps, one: ChartSeries, colour: string, mode: Mode): object {
  if (props.kind === 'lines')
    return {
      type: 'line',
      data: one.values,
      symbol: 'none',
      color: colour,
      lineStyle: { width: 1.8, color: colour },
      emphasis: { disabled: true },
    };
  const last = one.values.length - 1;
  // A zero value would still draw a border on the axis.
  const data = one.values.map((value, index) => {
    if (value === 0) return null;
    return props.isLastPartial === true && index === last ? { value, itemStyle: { decal: chartBase(mode).partialDecal } } : value;
  });
  const itemStyle = { color: colour, borderColor: palettes[mode].sheet, borderWidth: props.isStrip === true ? 0 : 0.6 };
  return {
    type: 'bar',
    stack: 'all',
    data,
    itemStyle,
    barCategoryGap: props.isStrip === true ? '24%' : '32%',
    emphasis: { disabled: true },
  };
}

interface Pointed {
  readonly name: string;
  readonly seriesName: string;
  readonly value?: number | null;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
}

/** The series at a position, topmost first, without zero values. */
function tipOf(pointed: readonly Pointed[], format: ChartProps['format']): string {
  const rows = pointed.filter(({ value }) => typeof value === 'number').toReversed();
  const lines = rows.map(
    ({ seriesName, value }) =>
      `<div class="tip-row"><span>${escaped(seriesName)}</span><span>${escaped(format(value ?? 0))}</span></div>`,
  );
  return `<b>${escaped(pointed[0]?.name ?? '')}</b>${lines.join('')}`;
}

function optionOf(props: ChartProps, mode: Mode): Record<string, unknown> {
  const { partialDecal: _partial, ...base } = chartBase(mode);
  const { labels, series, format, isStrip = false, isWhole = false, kind } = props;
  const { max, step } = niceAxis(largestOf(props), { leastStep: isWhole ? 1 : 0 });
  const places = placesOfStep(step);
  const strip = isStrip ? { show: false } : {};
  return {
    ...base,
    ...(isStrip ? { grid: { left: 0, right: 0, top: 2, bottom: 0 } } : {}),
    aria: { enabled: false, decal: { show: false } },
    xAxis: {
      ...base.xAxis,
      ...strip,
      type: 'category',
      data: labels,
      boundaryGap: kind === 'columns',
      axisLabel: { ...base.xAxis.axisLabel, hideOverlap: true },
    },
    yAxis: {
      ...base.yAxis,
      ...strip,
      type: 'value',
      max: isStrip ? undefined : max,
      interval: step,
      axisLabel: { ...base.yAxis.axisLabel, formatter: (value: number) => format(value, places) },
    },
    tooltip: {
      ...base.tooltip,
      axisPointer: kind === 'columns' ? { type: 'none' } : base.tooltip.axisPointer,
      formatter: (pointed: readonly Pointed[]) => tipOf(pointed, format),
    },
    series: series.map((one, index) => ({ name: one.name, ...shapeOf(props, one, colourOf(one, index, mode), mode) })),
  };
}

/** The rendered content of `Chart`. */
export default function DrawnChart(props: ChartProps) {
  const mode = useThemeMode();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const pick = useRef(props.onPick);
  useEffect(() => {
    pick.current = props.onPick;
  });
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const made = init(element, null, { renderer: 'canvas' });
    chart.current = made;
    made.on('click', ({ dataIndex, seriesName }) => {
      pick.current?.(dataIndex, seriesName ?? '');
    });
    const observer = new ResizeObserver(() => {
      made.resize();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    chart.current?.setOption(optionOf(props, mode), true);
  }, [props, mode]);
  return <div ref={place} style={{ height: '100%' }} />;
}
