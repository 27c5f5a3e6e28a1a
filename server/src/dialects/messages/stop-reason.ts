import type { Finish } from '../shared/hub/hub-event.ts';

/** The stop reasons of the protocol. */
const finishes: ReadonlyMap<string, Finish> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'tools'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'refused'],
  ['pause_turn', 'pause'],
]);

/** Whether the model was done. */
export function isNaturalStop(reason: string): boolean {
  const finish = finishes.get(reason);
  return finish === 'stop' || finish === 'tools';
}

/** The reason for the log and for operators if it is unknown, otherwise `null`: a word, never text that could be part of an answer. */
export function unknownStop(reason: string): string | null {
  if (finishes.has(reason)) return null;
  return /^[\w .:-]{1,40}$/.test(reason) ? reason : 'a text that is no word';
}

/** An unknown reason completes an answer. */
export function finishOfStop(reason: string, hasCalls: boolean): Finish {
  return finishes.get(reason) ?? (hasCalls ? 'tools' : 'stop');
}
