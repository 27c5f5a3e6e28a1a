import type { VendorEntry } from '../provider.ts';

/** The key is the file of a service account in base64. Starts without models, because no dated list price is available. */
export const vertex: VendorEntry = {
  name: 'vertex',
  title: 'Google Vertex AI',
  chatDialects: ['chat-completions'],
  keyVariables: ['VERTEX_API_KEY'],
  baseUrls: {
    overseas: 'https://aiplatform.googleapis.com/v1/projects/your-project/locations/global/endpoints/openapi',
  },
  needsAddress: true,
  auth: { style: 'google-service-account' },
  quirks: {},
  prices: null,
  models: [],
};
