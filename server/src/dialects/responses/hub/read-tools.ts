import { fieldsIn, itemsIn, RawJson, textIn, wordIn, type SpannedObject, type SpannedValue } from '../../../json/spanned.ts';
import { cacheMarkOf } from '../../shared/hub/cache-mark.ts';
import type { Note } from '../../shared/hub/features.ts';
import { noteFields } from '../../shared/hub/request-fields.ts';
import { responsesFields } from './request-fields.ts';
import type { HubTool, ToolChoice, ToolName } from '../../shared/hub/hub-request.ts';

/** Reads the tools of a request, from all the places where this protocol has them. */
export class ToolReader {
  readonly tools: HubTool[] = [];
  readonly #note: Note;
  #hasListed = false;

  constructor(note: Note) {
    this.#note = note;
  }

  /** @param param of the list. */
  add(tools: SpannedValue | undefined, param: string): void {
    for (const [position, item] of itemsIn(tools).entries()) {
      const tool = fieldsIn(item);
      if (tool === null) continue;
      this.#hasListed = true;
      const path = `${param}[${String(position)}]`;
      if (tool.type === 'namespace') this.#addNamespace(tool, path);
      else this.#addTool(tool, null, path);
    }
  }

  /** After the last list. */
  end(): void {
    if (this.#hasListed && this.tools.length === 0) this.#note('only_server_tools', 'tools');
  }

  #noteFields(tool: SpannedObject, type: string, param: string): void {
    noteFields(tool, responsesFields.tools[type] ?? {}, param, this.#note);
  }

  #addNamespace(namespace: SpannedObject, param: string): void {
    const { name, tools } = namespace;
    this.#noteFields(namespace, 'namespace', param);
    this.#note('tool_namespaces', param);
    for (const [position, item] of itemsIn(tools).entries()) {
      const tool = fieldsIn(item);
      if (tool !== null) this.#addTool(tool, wordIn(name), `${param}.tools[${String(position)}]`);
    }
  }

  #addTool(tool: SpannedObject, namespace: string | null, param: string): void {
    const { type, parameters: schema, strict } = tool;
    if (type !== 'function' && type !== 'custom') {
      this.#note('server_tools', param);
      return;
    }
    this.#noteFields(tool, type, param);
    if (strict === true) this.#note('strict_tools', `${param}.strict`);
    if (type === 'custom') this.#note('custom_tools', param);
    this.tools.push({
      name: wordIn(tool.name) ?? '',
      namespace,
      description: textIn(tool.description),
      parameters:
        type === 'custom'
          ? { form: 'free', format: fieldsIn(tool.format) }
          : {
              form: 'schema',
              schema: schema instanceof RawJson ? schema : null,
              strict: typeof strict === 'boolean' ? strict : null,
            },
      // The vendor searches for deferred tools, which no other one does: the model learns of all at once.
      isDeferred: false,
      cache: cacheMarkOf(tool, this.#note, param),
    });
  }
}

/** Finds the tools that a choice names. If it names no namespace, that of the first tool of this name counts. */
class NamedTools {
  readonly #namespaces = new Map<string, Set<string | null>>();
  readonly #members = new Map<string | null, ToolName[]>();

  constructor(tools: readonly ToolName[]) {
    for (const { name, namespace } of tools) {
      const known = this.#namespaces.get(name);
      if (known === undefined) this.#namespaces.set(name, new Set([namespace]));
      else known.add(namespace);
      const members = this.#members.get(namespace);
      if (members === undefined) this.#members.set(namespace, [{ name, namespace }]);
      else members.push({ name, namespace });
    }
  }

  /** Every tool that an entry of a choice means; one may name a whole namespace. */
  findAll(choice: SpannedObject): readonly ToolName[] {
    const name = wordIn(choice.name);
    if (choice.type === 'namespace') return name === null ? [] : (this.#members.get(name) ?? []);
    const tool = this.find(choice);
    return tool === null ? [] : [tool];
  }

  /** `null` if the request has no such tool. */
  find({ name, namespace }: SpannedObject): ToolName | null {
    const word = wordIn(name);
    const known = word === null ? undefined : this.#namespaces.get(word);
    if (word === null || known === undefined) return null;
    const meant = wordIn(namespace);
    if (known.has(meant)) return { name: word, namespace: meant };
    const [first = null] = known;
    return meant === null ? { name: word, namespace: first } : null;
  }
}

function readAllowed(choice: SpannedObject, tools: NamedTools, note: Note): ToolChoice {
  note('allowed_tools', 'tool_choice');
  const isNamespace = choice.type === 'namespace';
  const allowed = (isNamespace ? [choice] : itemsIn(choice.tools)).flatMap((item) => {
    const fields = fieldsIn(item);
    return fields === null ? [] : tools.findAll(fields);
  });
  if (allowed.length === 0) note('only_server_tools', 'tool_choice.tools');
  const isRequired = isNamespace || choice.mode === 'required';
  if (isRequired) note('forced_tools', 'tool_choice');
  return { kind: 'allowed', tools: allowed, isRequired };
}

/** What the model has to call. */
export function readToolChoice(choice: SpannedValue | undefined, tools: readonly HubTool[], note: Note): ToolChoice | null {
  if (choice === 'required') note('forced_tools', 'tool_choice');
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { kind: choice };
  const fields = fieldsIn(choice);
  if (fields === null) return null;
  const named = new NamedTools(tools);
  if (fields.type === 'allowed_tools') return readAllowed(fields, named, note);
  if (fields.type === 'namespace') return readAllowed(fields, named, note);
  const found = fields.type === 'function' || fields.type === 'custom' ? named.find(fields) : null;
  if (found !== null) {
    note('forced_tools', 'tool_choice');
    return { kind: 'tool', ...found };
  }
  note('only_server_tools', 'tool_choice');
  return null;
}
