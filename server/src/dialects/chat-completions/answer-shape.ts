import type { AttemptPlan } from '../dialect.ts';
import { argumentsText, isFields, placeOf, withContentAsText, withFunctionCall } from './right-message.ts';
import { momentOf } from '../shared/moment-of.ts';
import { madeCallId, madeIdOf, readCreated } from './right-names.ts';

type Fields = Readonly<Record<string, unknown>>;

const answerObject = 'chat.completion';

/** The fields that identify an answer and that are not as the official clients require, as JSON text. */
export function wrongNames(answer: Fields, plan: AttemptPlan): [name: string, json: string][] {
  const put: [string, string][] = [];
  const { id, created } = answer;
  if (typeof id !== 'string' || id === '') put.push(['id', JSON.stringify(typeof id === 'number' ? String(id) : madeIdOf(plan))]);
  if (answer.object !== answerObject) put.push(['object', JSON.stringify(answerObject)]);
  if (typeof created !== 'number' || readCreated(created) !== created)
    put.push(['created', String(readCreated(created) ?? momentOf(plan))]);
  if (answer.model === undefined) put.push(['model', JSON.stringify(plan.model)]);
  return put;
}

function isCallRight({ id, type, function: called }: Fields): boolean {
  if (typeof id !== 'string' || id === '' || typeof type !== 'string' || type === '') return false;
  return type !== 'function' || (isFields(called) && typeof called.name === 'string' && typeof called.arguments === 'string');
}

function rightCall(call: Fields, madeId: string): Fields {
  const id = typeof call.id === 'number' ? String(call.id) : call.id;
  const type = typeof call.type === 'string' && call.type !== '' ? call.type : 'function';
  const named = { ...call, id: typeof id === 'string' && id !== '' ? id : madeId, type };
  if (type !== 'function') return named;
  const called = isFields(call.function) ? call.function : {};
  const name = typeof called.name === 'string' ? called.name : '';
  // Clients of whole answers parse the arguments.
  return { ...named, function: { ...called, name, arguments: argumentsText(called.arguments) || '{}' } };
}

/** Corrects the choices of whole responses to the shape that the official clients expect. */
class ChoicesShape {
  readonly #plan: AttemptPlan;
  #calls = 0;

  constructor(plan: AttemptPlan) {
    this.#plan = plan;
  }

  /** @returns the same choice if nothing is wrong with it. */
  fix(choice: Fields, position: number): Fields {
    const message = this.#fixMessage(choice.message as Fields);
    const { index, finish_reason: reason } = choice;
    const isEnded = typeof reason === 'string' && reason !== '';
    if (message === choice.message && typeof index === 'number' && isEnded) return choice;
    const unsaid = Array.isArray(message.tool_calls) && message.tool_calls.length > 0 ? 'tool_calls' : 'stop';
    return { ...choice, index: placeOf(index) ?? position, message, finish_reason: isEnded ? reason : unsaid };
  }

  #fixMessage(message: Fields): Fields {
    let right = message;
    if (typeof message.role !== 'string' || message.role === '') right = { ...right, role: 'assistant' };
    if (message.content === undefined) right = { ...right, content: null };
    else if (typeof message.content === 'object') right = withContentAsText(right);
    if (message.function_call !== undefined) right = withFunctionCall(right);
    const { tool_calls: calls } = message;
    if (typeof calls !== 'object' || calls === null) return right;
    const fixed = this.#fixCalls(Array.isArray(calls) ? calls : [calls]);
    return fixed === calls ? right : { ...right, tool_calls: fixed };
  }

  #fixCalls(calls: readonly unknown[]): readonly unknown[] {
    const isRight = calls.every((call) => isFields(call) && isCallRight(call));
    this.#calls += calls.length;
    if (isRight) return calls;
    const before = this.#calls - calls.length;
    return calls
      .filter(isFields)
      .map((call, at) => (isCallRight(call) ? call : rightCall(call, madeCallId(this.#plan, before + at))));
  }
}

/** @returns the same choices if nothing is wrong with them. */
export function rightChoices(choices: readonly Fields[], plan: AttemptPlan): readonly Fields[] {
  const shape = new ChoicesShape(plan);
  const right = choices.map((choice, position) => shape.fix(choice, position));
  return right.every((choice, position) => choice === choices[position]) ? choices : right;
}
