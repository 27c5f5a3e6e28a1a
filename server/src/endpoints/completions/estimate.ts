import type { ScannedBody } from '../../json/scanned-body.ts';
import type { Estimate, EstimateFacts, ModelRequest } from '../endpoint.ts';
import { bytesBeside } from './check-prompts.ts';
import { estimatedUsage, typicalPerCharacter, upperPerCharacter } from '../shared/estimated-usage.ts';
import { estimateOutput } from '../shared/generation.ts';

/** Additional tokens of a chat with one message: role markers and, in the worst case, hidden instructions. */
const frameTokens = 7;
const worstFrameTokens = 1_032;

/** The expected cost of a completion; `worst` counts every byte as a token. */
export function estimateCompletion(request: ModelRequest, body: ScannedBody, facts: EstimateFacts): Estimate {
  const { text, bytes } = body;
  const { prompts = 1 } = request;
  const output = estimateOutput(request, facts);
  const upper = text.wide * upperPerCharacter.wide + text.narrow * upperPerCharacter.narrow;
  const typical = text.wide * typicalPerCharacter.wide + text.narrow * typicalPerCharacter.narrow;
  return {
    expected: estimatedUsage(upper + prompts * frameTokens, output.expected),
    worst: estimatedUsage(bytes.length + (prompts - 1) * bytesBeside(body) + prompts * worstFrameTokens, output.worst),
    input: estimatedUsage(typical + prompts * frameTokens, 0),
  };
}
