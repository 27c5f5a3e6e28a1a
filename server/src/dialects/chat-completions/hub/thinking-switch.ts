import type { Json } from '../../../json/compose.ts';
import type { AttemptPlan } from '../../dialect.ts';
import { reaches } from '../../shared/hub/features.ts';
import type { HubRequest } from '../../shared/hub/hub-request.ts';
import { forcesTool } from '../../shared/hub/sent-tools.ts';

/** Fields with which vendors turn thinking on and off, and their values. */
const switches = {
  thinking: { on: '{"type":"enabled"}', off: '{"type":"disabled"}' },
  enable_thinking: { on: 'true', off: 'false' },
} as const;

/** Of models that decide themselves how much they think. */
const adaptive: Json = '{"type":"adaptive"}';

interface ThinkingSwitch {
  readonly members: readonly (readonly [name: string, value: Json])[];
  /** Thinking is turned off by a field other than the effort. */
  readonly isOff: boolean;
}

const unused: ThinkingSwitch = { members: [], isOff: false };

/**
 * Turns thinking on or off for models whose record lists a switch. They think if nothing is said, and refuse a tool that must be called
 * while they do.
 */
export function thinkingSwitch(request: HubRequest, plan: AttemptPlan): ThinkingSwitch {
  const name = (Object.keys(switches) as (keyof typeof switches)[]).find((field) => plan.supportedParameters.includes(field));
  if (name === undefined) return unused;
  const { reasoning } = request;
  const isOff = reasoning?.effort === 'none' || (forcesTool(request) && reaches('forced_tools', 'chat-completions', plan));
  if (!isOff && reasoning === null) return unused;
  const on = name === 'thinking' && plan.supportedParameters.includes('adaptive_thinking') ? adaptive : switches[name].on;
  return { members: [[name, isOff ? switches[name].off : on]], isOff };
}
