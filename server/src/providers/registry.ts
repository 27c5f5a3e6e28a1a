import type { VendorEntry } from './provider.ts';
import { anthropic } from './vendors/anthropic.ts';
import { azure } from './vendors/azure.ts';
import { baichuan } from './vendors/baichuan.ts';
import { bedrock } from './vendors/bedrock.ts';
import { byteplus } from './vendors/byteplus.ts';
import { cohere } from './vendors/cohere.ts';
import { dashscope } from './vendors/dashscope.ts';
import { deepseek } from './vendors/deepseek.ts';
import { elevenlabs } from './vendors/elevenlabs.ts';
import { fireworks } from './vendors/fireworks.ts';
import { gemini } from './vendors/gemini.ts';
import { groq } from './vendors/groq.ts';
import { jina } from './vendors/jina.ts';
import { lingyi } from './vendors/lingyi.ts';
import { minimax } from './vendors/minimax.ts';
import { mistral } from './vendors/mistral.ts';
import { modelscope } from './vendors/modelscope.ts';
import { moonshot } from './vendors/moonshot.ts';
import { mureka } from './vendors/mureka.ts';
import { openai } from './vendors/openai.ts';
import { openrouter } from './vendors/openrouter.ts';
import { perplexity } from './vendors/perplexity.ts';
import { qianfan } from './vendors/qianfan.ts';
import { siliconflow } from './vendors/siliconflow.ts';
import { stepfun } from './vendors/stepfun.ts';
import { tencent } from './vendors/tencent.ts';
import { together } from './vendors/together.ts';
import { vertex } from './vendors/vertex.ts';
import { volcengine } from './vendors/volcengine.ts';
import { voyage } from './vendors/voyage.ts';
import { xai } from './vendors/xai.ts';
import { zhipu } from './vendors/zhipu.ts';

/** Every vendor that is set up automatically if its key is in the environment. */
export const vendors: readonly VendorEntry[] = [
  openai,
  anthropic,
  gemini,
  deepseek,
  dashscope,
  zhipu,
  moonshot,
  minimax,
  volcengine,
  qianfan,
  tencent,
  mistral,
  xai,
  groq,
  openrouter,
  siliconflow,
  together,
  fireworks,
  cohere,
  perplexity,
  stepfun,
  byteplus,
  modelscope,
  lingyi,
  baichuan,
  jina,
  voyage,
  elevenlabs,
  mureka,
  azure,
  bedrock,
  vertex,
];
