import type { Form } from './form.ts';

const weather = '[{"type":"function","function":{"name":"get_weather","parameters":{"type":"object"}}}]';

/** Forms that only appear through others: a payment service, a model that calls tools, a phone. */
export const serviceForms: readonly Form[] = [
  {
    name: 'when a card is charged by itself',
    of: ['pages/payments/top-up/auto-top-up-form.tsx'],
    at: async ({ saveCard }) => {
      await saveCard();
      return '/billing/top-up';
    },
    fill: (keys) => keys.fill(/^At most per month/, '300'),
    submit: /^Turn on/,
    says: 'Automatic top-up is on',
  },
  {
    name: 'removing a card',
    of: ['pages/payments/top-up/card-row.tsx'],
    at: '/billing/top-up',
    opener: /^Remove the card$/,
    submit: /^Remove the card$/,
    says: 'Card removed',
  },
  {
    name: 'paying by bank what a payment service refuses to give back',
    of: ['pages/payments/operator-returns/by-bank-form.tsx'],
    at: async ({ refusedReturn }) => `/operator/returns?return=${await refusedReturn()}`,
    fill: async (keys) => {
      await keys.fill(/^Account holder/, 'Example Ltd');
      await keys.fill(/^Account number/, '6222 0000');
      await keys.fill(/^Bank and branch/, 'Example Bank');
    },
    submit: /^Pay by bank transfer/,
    says: 'Updated',
  },
  {
    name: 'what a tool answers',
    of: ['pages/catalogue/playground/chat/tool-calls.tsx'],
    at: '/playground',
    fill: async (keys) => {
      await keys.fill(/^Tools/, weather);
      await keys.fill(/^Message$/, 'Use a tool, please');
      await keys.press('Control+Enter');
      await keys.fill(/^Result of get_weather/, '21 degrees');
    },
    submit: /^Send results/,
    says: 'The tool answered: 21 degrees',
  },
  {
    name: 'the parameters on a phone',
    of: ['pages/catalogue/playground/workbench.tsx'],
    at: '/playground',
    width: 390,
    opener: /^Parameters$/,
    fill: (keys) => keys.fill(/^System message/, 'Answer in one word.'),
  },
];
