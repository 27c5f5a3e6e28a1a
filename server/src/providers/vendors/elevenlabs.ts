import type { VendorEntry } from '../provider.ts';

/** The vendor sells songs for credits of plans, so it starts without models: operators add them with custom prices. */
export const elevenlabs: VendorEntry = {
  name: 'elevenlabs',
  title: 'ElevenLabs',
  modelNames: /^music_v/,
  chatDialects: ['chat-completions'],
  dialects: { music: 'music-elevenlabs' },
  auth: { style: 'header', name: 'xi-api-key' },
  keyVariables: ['ELEVENLABS_API_KEY'],
  baseUrls: { overseas: 'https://api.elevenlabs.io/v1' },
  quirks: {},
  prices: null,
  models: [],
};
