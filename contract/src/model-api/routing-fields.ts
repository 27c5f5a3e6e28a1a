/**
 * Request fields with which clients of other gateways select the route, the key, or another model at another price. They are never
 * forwarded.
 */
export const routingFields = [
  'api_base',
  'api_key',
  'api_type',
  'api_version',
  'azure_ad_token',
  'base_url',
  'custom_llm_provider',
  'deployment_id',
  'extra_headers',
  'extra_query',
  'fallbacks',
  'headers',
  'litellm_params',
  'model_list',
  'models',
  'organization',
  'provider',
  'route',
  'user_config',
] as const;
