import { jsonList, jsonObject, type Json } from '../../../json/compose.ts';
import { joinedTextJson, plainText, textJson, type Text } from '../../../json/spanned.ts';
import { cutCallIn } from '../../shared/hub/cut-call.ts';
import type { HubAnswer } from '../../shared/hub/hub-event.ts';
import type { ReasoningPart, ToolArguments, ToolCallPart } from '../../shared/hub/hub-request.ts';
import { nameOf } from './chat-writer.ts';
import { detailJson, reasoningGap } from './reasoning-details.ts';

function argumentsJson(args: ToolArguments, isCut: boolean): Json {
  if (args.form === 'free') return textJson(args.text);
  const text = args.form === 'object' ? args.json.text : args.json;
  // Clients parse the arguments; those of a call that was cut must not look as if they were all.
  return text === '' && !isCut ? '"{}"' : textJson(text);
}

function calledJson(call: ToolCallPart, isCut: boolean): Json {
  return jsonObject([
    ['name', JSON.stringify(nameOf(call))],
    [call.args.form === 'free' ? 'input' : 'arguments', argumentsJson(call.args, isCut)],
  ]);
}

function callJson(call: ToolCallPart, isCut: boolean): Json {
  const type = call.args.form === 'free' ? 'custom' : 'function';
  return jsonObject([
    ['id', JSON.stringify(call.id)],
    ['type', `"${type}"`],
    [type, calledJson(call, isCut)],
  ]);
}

function detailsJson(thoughts: readonly ReasoningPart[]): Json | null {
  const sealed = thoughts.flatMap(({ text, isSummary, seal }) =>
    seal === null ? [] : [{ isSummary, length: text === null ? 0 : plainText(text).length, seal: plainText(seal) }],
  );
  return sealed.length === 0 ? null : jsonList(sealed.map(detailJson));
}

function joined(texts: readonly Text[], between: string): Json | null {
  return texts.length === 0 ? null : joinedTextJson(texts, between);
}

/** The message of a whole answer. @param isOlder the client uses the older form of tools. */
export function answerMessage(answer: Pick<HubAnswer, 'parts' | 'finish'>, isOlder: boolean): Json {
  const { parts } = answer;
  const cut = cutCallIn(answer);
  const thoughts = parts.filter((part) => part.kind === 'reasoning');
  const calls = parts.filter((part) => part.kind === 'toolCall');
  const thought = thoughts.flatMap(({ text }) => (text === null || text === '' ? [] : [text]));
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const refusals = parts.flatMap((part) => (part.kind === 'refusal' ? [part.text] : []));
  const [first] = calls;
  return jsonObject([
    ['role', '"assistant"'],
    ['content', joined(texts, '') ?? 'null'],
    ['refusal', joined(refusals, '') ?? 'null'],
    ['reasoning_content', joined(thought, reasoningGap)],
    ['reasoning_details', detailsJson(thoughts)],
    ['tool_calls', isOlder || first === undefined ? null : jsonList(calls.map((call) => callJson(call, call === cut)))],
    ['function_call', isOlder && first !== undefined ? calledJson(first, first === cut) : null],
  ]);
}
