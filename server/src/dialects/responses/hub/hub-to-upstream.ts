import { jsonBytes, jsonList, jsonObject, type Json } from '../../../json/compose.ts';
import { joinedTextJson, textJson, valueJson } from '../../../json/spanned.ts';
import type { AttemptPlan } from '../../dialect.ts';
import { reaches } from '../../shared/hub/features.ts';
import { flatToolsOf, type FlatTools } from '../../shared/hub/flat-tools.ts';
import type { HubOutput, HubRequest, HubTool, ToolName } from '../../shared/hub/hub-request.ts';
import { namedEffort } from '../../shared/hub/named-effort.ts';
import { forcesTool, sentTools } from '../../shared/hub/sent-tools.ts';
import { hubItems } from './hub-items.ts';

type Members = readonly (readonly [name: string, value: Json | null])[];

const dialect = 'responses';

function toolJson(tool: HubTool, names: FlatTools): Json {
  const { parameters, description } = tool;
  const lead: Members = [
    ['name', JSON.stringify(names.flatOf(tool))],
    ['description', description === null ? null : textJson(description)],
  ];
  if (parameters.form === 'free')
    return jsonObject([
      ['type', '"custom"'],
      ...lead,
      ['format', parameters.format === null ? null : valueJson(parameters.format)],
    ]);
  const { schema, strict } = parameters;
  return jsonObject([
    ['type', '"function"'],
    ...lead,
    ['parameters', schema === null ? 'null' : schema.bytes],
    // Without it, upstreams hold the model to the schema, and refuse schemas that do not allow that.
    ['strict', JSON.stringify(strict ?? false)],
  ]);
}

function namedTool(tool: ToolName, names: FlatTools): Json {
  const name = names.flatOf(tool);
  return JSON.stringify({ type: names.toolOf(name).isFree ? 'custom' : 'function', name });
}

function choiceJson(request: HubRequest, plan: AttemptPlan, names: FlatTools): Json | null {
  const { toolChoice } = request;
  if (toolChoice === null) return null;
  const isFree = !forcesTool(request) || !reaches('forced_tools', dialect, plan);
  if (toolChoice.kind !== 'allowed' && isFree) return toolChoice.kind === 'none' ? '"none"' : '"auto"';
  if (toolChoice.kind === 'tool') return namedTool(toolChoice, names);
  if (toolChoice.kind !== 'allowed') return JSON.stringify(toolChoice.kind);
  return jsonObject([
    ['type', '"allowed_tools"'],
    ['mode', isFree ? '"auto"' : '"required"'],
    ['tools', jsonList(toolChoice.tools.map((tool) => namedTool(tool, names)))],
  ]);
}

function toolMembers(request: HubRequest, plan: AttemptPlan): Members {
  // All tools are sent, and the choice says which are allowed: so the prompt stays the same for the cache.
  const isAllowed = request.toolChoice?.kind === 'allowed';
  const tools = sentTools(isAllowed ? { ...request, toolChoice: null } : request, { keepsDeferred: false });
  if (tools.length === 0) return [];
  const names = flatToolsOf(request);
  return [
    ['tools', jsonList(tools.map((tool) => toolJson(tool, names)))],
    ['tool_choice', choiceJson(request, plan, names)],
    ['parallel_tool_calls', request.parallelTools === null ? null : String(request.parallelTools)],
  ];
}

function formatJson(output: HubOutput): Json | null {
  if (output.kind === 'text') return null;
  if (output.kind === 'json') return '{"type":"json_object"}';
  const { name, description, schema, strict } = output;
  return jsonObject([
    ['type', '"json_schema"'],
    ['name', JSON.stringify(name ?? 'answer')],
    ['description', description === null ? null : JSON.stringify(description)],
    ['schema', schema.bytes],
    ['strict', strict === null ? null : String(strict)],
  ]);
}

function textMember({ output, verbosity }: HubRequest): Json | null {
  const format = formatJson(output);
  if (format === null && verbosity === null) return null;
  return jsonObject([
    ['format', format],
    ['verbosity', verbosity === null ? null : JSON.stringify(verbosity)],
  ]);
}

/** Thinking returns as a summary, and as a seal with which the model continues it in the next turn. */
function reasoningMembers({ reasoning }: HubRequest, { quirks, supportedParameters }: AttemptPlan): Members {
  const effort = namedEffort(reasoning);
  const isOn = reasoning !== null && effort !== 'none';
  const isExtended = quirks.refusesReasoningExtras !== true;
  const isSealed = isExtended && effort !== 'none' && (isOn || supportedParameters.includes('reasoning_effort'));
  const members: Members = [
    ['effort', effort === null ? null : JSON.stringify(effort)],
    ['summary', isOn && isExtended ? '"auto"' : null],
  ];
  return [
    ['reasoning', members.every(([, value]) => value === null) ? null : jsonObject(members)],
    ['include', isSealed ? '["reasoning.encrypted_content"]' : null],
  ];
}

function outputBound({ outputTokensMax }: HubRequest, plan: AttemptPlan): Json | null {
  const wanted = outputTokensMax ?? plan.outputTokensMax;
  return wanted === null ? null : String(Math.min(wanted, plan.outputLimit ?? wanted));
}

/** A request in this protocol. Nothing of it is stored. */
export function hubToUpstream(request: HubRequest, plan: AttemptPlan): Buffer {
  const { system, sampling, cacheKey, user, metadata, serviceTier } = request;
  const text = (value: string | null): Json | null => (value === null ? null : JSON.stringify(value));
  const sampled = (['temperature', 'top_p'] as const).map((name) => {
    const isSent = sampling[name] !== undefined && reaches(name, dialect, plan);
    return [name, isSent ? JSON.stringify(sampling[name]) : null] as const;
  });
  return jsonBytes(
    jsonObject([
      ['model', JSON.stringify(plan.upstreamModel)],
      [
        'instructions',
        system.length === 0
          ? null
          : joinedTextJson(
              system.map((part) => part.text),
              '\n\n',
            ),
      ],
      ['input', hubItems(request, plan)],
      ...toolMembers(request, plan),
      ['text', textMember(request)],
      ...reasoningMembers(request, plan),
      ...sampled,
      ['max_output_tokens', outputBound(request, plan)],
      ['prompt_cache_key', text(cacheKey)],
      ['safety_identifier', text(user)],
      ['metadata', metadata === null ? null : valueJson(metadata)],
      ['service_tier', text(serviceTier)],
      ['store', 'false'],
      ['stream', plan.stream ? 'true' : null],
    ]),
  );
}
