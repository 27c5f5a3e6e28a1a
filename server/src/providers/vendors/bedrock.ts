import type { VendorEntry } from '../provider.ts';

/** Accepts Bedrock's own API keys, at the endpoint of a region. Starts without models, because no dated list price is available. */
export const bedrock: VendorEntry = {
  name: 'bedrock',
  title: 'Amazon Bedrock',
  chatDialects: ['chat-completions'],
  keyVariables: ['BEDROCK_API_KEY'],
  baseUrls: { overseas: 'https://bedrock-mantle.us-east-1.api.aws/v1' },
  needsAddress: true,
  quirks: {},
  prices: null,
  models: [],
};
