import { fieldsIn, itemsIn, RawJson, textIn, wordIn, type SpannedObject, type SpannedValue } from '../../../json/spanned.ts';
import { cacheMarkOf } from '../../shared/hub/cache-mark.ts';
import type { Note } from '../../shared/hub/features.ts';
import { noteFields } from '../../shared/hub/request-fields.ts';
import { chatFields } from './request-fields.ts';
import type { HubTool, ToolChoice, ToolName } from '../../shared/hub/hub-request.ts';

/** Of an object with a name, in any of the forms that name a tool. */
function nameIn(value: SpannedValue | undefined): string | null {
  const fields = fieldsIn(value);
  return wordIn(fieldsIn(fields?.function)?.name) ?? wordIn(fieldsIn(fields?.custom)?.name) ?? wordIn(fields?.name);
}

function functionTool(called: SpannedObject, cache: HubTool['cache']): HubTool {
  const { parameters: schema, strict } = called;
  return {
    name: wordIn(called.name) ?? '',
    namespace: null,
    description: textIn(called.description),
    parameters: {
      form: 'schema',
      schema: schema instanceof RawJson ? schema : null,
      strict: typeof strict === 'boolean' ? strict : null,
    },
    isDeferred: false,
    cache: cache ?? null,
  };
}

/** The format of a custom tool, with the members of a grammar beside its type. */
function flatFormat(format: SpannedValue | undefined): SpannedValue {
  const fields = fieldsIn(format);
  const grammar = fieldsIn(fields?.grammar);
  return fields === null ? null : grammar === null ? fields : { type: 'grammar', ...grammar };
}

function readTool(tool: SpannedObject, param: string, note: Note): HubTool[] {
  const cache = cacheMarkOf(tool, note, param);
  const [called, custom] = [fieldsIn(tool.function), fieldsIn(tool.custom)];
  if (tool.type === 'function' && called !== null) {
    noteFields(tool, chatFields.tool, param, note);
    noteFields(called, chatFields.function, `${param}.function`, note);
    if (called.strict === true) note('strict_tools', `${param}.function.strict`);
    return [functionTool(called, cache)];
  }
  if (tool.type === 'custom' && custom !== null) {
    noteFields(tool, chatFields.tool, param, note);
    noteFields(custom, chatFields.custom, `${param}.custom`, note);
    note('custom_tools', param);
    const parameters = { form: 'free', format: flatFormat(custom.format) } as const;
    return [{ ...functionTool(custom, cache), parameters }];
  }
  note('server_tools', param);
  return [];
}

/** The tools of a request, in the current form or the older one. */
export function readTools({ tools, functions, web_search_options: search }: SpannedObject, note: Note): HubTool[] {
  const listed = itemsIn(tools).flatMap((item, position) => {
    const tool = fieldsIn(item);
    return tool === null ? [] : readTool(tool, `tools[${String(position)}]`, note);
  });
  if (fieldsIn(search) !== null) note('server_tools', 'web_search_options');
  if (listed.length === 0 && itemsIn(tools).length > 0) note('only_server_tools', 'tools');
  const older = itemsIn(functions).flatMap((item) => {
    const called = fieldsIn(item);
    return called === null ? [] : [functionTool(called, null)];
  });
  return [...listed, ...older];
}

function readAllowed(allowed: SpannedObject, note: Note): ToolChoice {
  note('allowed_tools', 'tool_choice');
  const tools = itemsIn(allowed.tools).flatMap((item): ToolName[] => {
    const name = nameIn(item);
    return name === null ? [] : [{ name, namespace: null }];
  });
  if (allowed.mode === 'required') note('forced_tools', 'tool_choice');
  return { kind: 'allowed', tools, isRequired: allowed.mode === 'required' };
}

/** What the model has to call, in the current form or the older one. */
export function readToolChoice(body: SpannedObject, tools: readonly HubTool[], note: Note): ToolChoice | null {
  const choice = body.tool_choice ?? body.function_call;
  if (choice === 'required') note('forced_tools', 'tool_choice');
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { kind: choice };
  const fields = fieldsIn(choice);
  if (fields === null) return null;
  if (fields.type === 'allowed_tools') return readAllowed(fieldsIn(fields.allowed_tools) ?? fields, note);
  const name = nameIn(fields);
  if (name === null) {
    note('only_server_tools', 'tool_choice');
    return null;
  }
  if (!tools.some((tool) => tool.name === name)) note('only_server_tools', 'tool_choice');
  note('forced_tools', 'tool_choice');
  return { kind: 'tool', name, namespace: null };
}
