import { KnownNames } from '../../json/known-names.ts';
import { invalid, isAbsent, isFields, missing, refuseMistakable } from '../shared/checks.ts';

type Fields = Readonly<Record<string, unknown>>;

const toolsMax = 512;
const toolNameCharactersMax = 256;
const toolNames = new KnownNames([
  ...['type', 'name', 'description', 'parameters', 'strict', 'tools', 'format', 'defer_loading'],
]);
const named: ReadonlySet<unknown> = new Set(['function', 'custom', 'namespace']);

function checkTool(tool: Fields, param: string): void {
  refuseMistakable(tool, toolNames, () => param);
  const { type, name, parameters, tools } = tool;
  if (typeof type !== 'string') throw missing(`${param}.type`, 'send the type of the tool, for example "function"');
  if (!named.has(type)) return;
  if (isFields(tool.function)) throw invalid(`${param}.function`, 'belongs to chat completions; write its members into the tool');
  if (typeof name !== 'string' || name === '' || name.length > toolNameCharactersMax)
    throw invalid(`${param}.name`, `must be a string of 1 to ${String(toolNameCharactersMax)} characters`);
  if (!isAbsent(parameters) && !isFields(parameters)) throw invalid(`${param}.parameters`, 'must be an object');
  if (type !== 'namespace') return;
  if (isAbsent(tools)) throw missing(`${param}.tools`, 'send the tools of the namespace');
  checkTools(tools, `${param}.tools`);
}

/** @throws {ApiError} 400 that names the invalid tool. The depth of namespaces is limited by the depth of bodies. */
export function checkTools(tools: unknown, param: string): void {
  if (isAbsent(tools)) return;
  if (!Array.isArray(tools)) throw invalid(param, 'must be a list');
  if (tools.length > toolsMax) throw invalid(param, `must hold at most ${String(toolsMax)} entries`);
  for (const [position, tool] of tools.entries()) {
    const path = `${param}[${String(position)}]`;
    if (!isFields(tool)) throw invalid(path, 'must be an object');
    checkTool(tool, path);
  }
}

const choiceNames = new KnownNames(['type', 'name', 'namespace', 'mode', 'tools']);
const choices: ReadonlySet<unknown> = new Set(['auto', 'none', 'required']);

/** @throws {ApiError} 400 */
export function checkToolChoice(choice: unknown): void {
  if (isAbsent(choice)) return;
  if (typeof choice === 'string') {
    if (!choices.has(choice)) throw invalid('tool_choice', 'must be `auto`, `none`, `required` or an object');
    return;
  }
  if (!isFields(choice)) throw invalid('tool_choice', 'must be a string or an object');
  refuseMistakable(choice, choiceNames, () => 'tool_choice');
  if (typeof choice.type !== 'string') throw missing('tool_choice.type', 'send the type of the tool to call');
  if ((choice.type === 'function' || choice.type === 'custom') && typeof choice.name !== 'string')
    throw missing('tool_choice.name', 'send the name of the tool to call');
  if (choice.type === 'allowed_tools' && !Array.isArray(choice.tools))
    throw missing('tool_choice.tools', 'send the list of tools that the model may call');
}
