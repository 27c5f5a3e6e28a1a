import type { VendorEntry } from './provider.ts';
import { anthropic } from './anthropic/anthropic.ts';
import { baichuan } from './baichuan/baichuan.ts';
import { byteplus } from './byteplus/byteplus.ts';
import { cohere } from './cohere/cohere.ts';
import { dashscope } from './dashscope/dashscope.ts';
import { deepseek } from './deepseek/deepseek.ts';
import { fireworks } from './fireworks/fireworks.ts';
import { gemini } from './gemini/gemini.ts';
import { groq } from './groq/groq.ts';
import { lingyi } from './lingyi/lingyi.ts';
import { minimax } from './minimax/minimax.ts';
import { mistral } from './mistral/mistral.ts';
import { modelscope } from './modelscope/modelscope.ts';
import { moonshot } from './moonshot/moonshot.ts';
import { openai } from './openai/openai.ts';
import { openrouter } from './openrouter/openrouter.ts';
import { perplexity } from './perplexity/perplexity.ts';
import { qianfan } from './qianfan/qianfan.ts';
import { siliconflow } from './siliconflow/siliconflow.ts';
import { stepfun } from './stepfun/stepfun.ts';
import { tencent } from './tencent/tencent.ts';
import { together } from './together/together.ts';
import { volcengine } from './volcengine/volcengine.ts';
import { xai } from './xai/xai.ts';
import { zhipu } from './zhipu/zhipu.ts';

/** Every vendor that comes up by itself when its key is in the environment. */
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
];
