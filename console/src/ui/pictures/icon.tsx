import './icon.css';

/** Drawn on a 16-pixel grid with a stroke of 1.4. */
const drawings = {
  overview: 'M2.5 13.5v-4M6.2 13.5v-9M9.8 13.5v-6M13.5 13.5v-11',
  key: 'M9.2 6.8 14 2M12 4l1.8 1.8M7 6.2a3.2 3.2 0 1 1-4 4.9 3.2 3.2 0 0 1 4-4.9Z',
  users:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.5c.3-2.5 2-4 4.5-4s4.2 1.5 4.5 4M10.5 3a2.3 2.3 0 0 1 0 4.5M12 9.9c1.4.5 2.3 1.8 2.5 3.6',
  log: 'M2.5 3.5h11M2.5 8h11M2.5 12.5h7',
  usage: 'M2 12.5 6 8l3 2.5L14 4',
  receipt: 'M3.5 2h9v12l-2.2-1.3L8 14l-2.3-1.3L3.5 14zM6 5.5h4M6 8.5h4',
  wallet: 'M2 5.5v7h12v-7zM2 5.5l9-3v3M10.5 9h1.5',
  card: 'M2 4h12v8.5H2zM2 7h12M4.5 10h3',
  play: 'M3 3h10v7.5H7.5L4.5 13v-2.5H3z',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1 1.2H3zM6.8 14h2.4',
  team: 'M8 2.2 3 4v4c0 3 2.2 5 5 6 2.8-1 5-3 5-6V4z',
  lock: 'M4 7.5h8v6H4zM5.5 7.5v-2a2.5 2.5 0 0 1 5 0v2',
  shield: 'M8 2 3 4v4c0 3 2.2 5 5 6 2.8-1 5-3 5-6V4zM5.8 8l1.6 1.6 3-3.2',
  model: 'M8 1.8 13.5 5v6L8 14.2 2.5 11V5zM8 8l5.3-3M8 8v6M8 8 2.7 5',
  layers: 'M2.5 5.5 8 2.5l5.5 3L8 8.5zM2.5 8.3 8 11.3l5.5-3M2.5 11.1 8 14.1l5.5-3',
  mail: 'M2 4h12v8.5H2zM2 4.5l6 4.5 6-4.5',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.6 10.6 14 14',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  plus: 'M8 3v10M3 8h10',
  more: 'M3.5 7.9v.2M8 7.9v.2M12.5 7.9v.2',
  down: 'm4 6 4 4 4-4',
  up: 'm4 10 4-4 4 4',
  right: 'm6 4 4 4-4 4',
  left: 'm10 4-4 4 4 4',
  close: 'm4 4 8 8M12 4l-8 8',
  export: 'M8 2v8M5 7l3 3 3-3M2.5 13.5h11',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5Z',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 5v3.2l2 1.3',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 7.3v3.5M8 5.1v.1',
  out: 'M6 3H3v10h10v-3M9 3h4v4M13 3 7.5 8.5',
  leave: 'M9 3H3v10h6M7 8h7M11.5 5.5 14 8l-2.5 2.5',
  settings:
    'M2.5 4.5h6M12.5 4.5h1M2.5 11.5h1M7.5 11.5h6M10.5 6.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6ZM5.5 13.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z',
  retry: 'M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3',
} as const;

export type IconName = keyof typeof drawings;

/** Decorative: the adjacent text or the label of the button has the meaning. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="ic" viewBox="0 0 16 16" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}
