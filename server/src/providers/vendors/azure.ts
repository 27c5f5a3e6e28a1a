import type { VendorEntry } from '../provider.ts';

/** Models have the names of the customer's deployments, so none is listed: operators add them with custom prices. */
export const azure: VendorEntry = {
  name: 'azure',
  title: 'Azure OpenAI',
  chatDialects: ['chat-completions', 'responses'],
  dialects: { embedding: 'embeddings' },
  keyVariables: ['AZURE_OPENAI_API_KEY'],
  baseUrls: { overseas: 'https://your-resource.openai.azure.com/openai/v1' },
  needsAddress: true,
  auth: { style: 'header', name: 'api-key' },
  quirks: { tokenIds: true, takesOptionalFields: true, systemAnywhere: true },
  prices: null,
  models: [],
};
