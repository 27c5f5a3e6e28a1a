/** The colours in the form that charts and Ant Design need; tokens.css defines the same ones for everything else. */
export interface Palette {
  readonly paper: string;
  readonly sheet: string;
  readonly sunken: string;
  readonly hover: string;
  readonly ink: string;
  readonly ink2: string;
  readonly quiet: string;
  readonly faint: string;
  readonly line: string;
  readonly line2: string;
  readonly onInk: string;
  readonly pen: string;
  readonly penWash: string;
  readonly amber: string;
  readonly amberInk: string;
  readonly amberWash: string;
  readonly go: string;
  readonly goWash: string;
  readonly stop: string;
  readonly stopWash: string;
  readonly railOn: string;
  /** Always in this order, so that a model keeps its colour; `other` is grey. */
  readonly series: readonly string[];
  readonly other: string;
}

const light: Palette = {
  paper: '#f6f5f1',
  sheet: '#ffffff',
  sunken: '#f1efe9',
  hover: '#faf9f6',
  ink: '#1d2025',
  ink2: '#454b55',
  quiet: '#656b75',
  faint: '#a5a298',
  line: '#e4e1d9',
  line2: '#cdc9be',
  onInk: '#ffffff',
  pen: '#2450a4',
  penWash: '#eaf0fa',
  amber: '#d98a00',
  amberInk: '#855000',
  amberWash: '#fcf3e0',
  go: '#187345',
  goWash: '#e5f3ea',
  stop: '#b3372b',
  stopWash: '#fbebe8',
  railOn: '#e3e0d6',
  series: ['#355f9c', '#5c9f9a', '#c78d66', '#8f82b4', '#a8ad68', '#8db4cf'],
  other: '#c4c0b6',
};

const dark: Palette = {
  paper: '#131519',
  sheet: '#1a1d22',
  sunken: '#21252b',
  hover: '#1f2329',
  ink: '#ebe9e3',
  ink2: '#bfc2c8',
  quiet: '#979da8',
  faint: '#5c626c',
  line: '#2b2f37',
  line2: '#434953',
  onInk: '#16181c',
  pen: '#9ab8f4',
  penWash: '#1f2a40',
  amber: '#f2ae3d',
  amberInk: '#f3bd66',
  amberWash: '#31271a',
  go: '#5fcf95',
  goWash: '#17301f',
  stop: '#f2877b',
  stopWash: '#3a1f1c',
  railOn: '#22262c',
  series: ['#5c86c2', '#52958d', '#b9855f', '#8478a8', '#979d5d', '#7aa2bd'],
  other: '#555b65',
};

export const palettes = { light, dark } as const;
export type Mode = keyof typeof palettes;

export const sans =
  "'Plex', -apple-system, 'Segoe UI', 'PingFang SC', 'HarmonyOS Sans SC', 'MiSans', 'Microsoft YaHei UI', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";
export const mono =
  "'Plex Mono', ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', 'PingFang SC', 'Microsoft YaHei', monospace";
