/** The error in a value, and its position. */
export interface ShapeFault {
  /** `tools[1].function.name` */
  readonly place: string;
  readonly must: 'list' | 'object' | 'function' | 'name' | 'not-twice' | 'own-control';
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const toolName = /^[A-Za-z0-9_-]{1,64}$/;

function checkTool(tool: unknown, place: string, names: Set<string>): ShapeFault | null {
  if (!isFields(tool)) return { place, must: 'object' };
  // Tools specific to a vendor are not checked.
  if (typeof tool.type === 'string' && tool.type !== 'function') return null;
  if (tool.type !== 'function') return { place: `${place}.type`, must: 'function' };
  if (!isFields(tool.function)) return { place: `${place}.function`, must: 'object' };
  const { name, parameters } = tool.function;
  if (typeof name !== 'string' || !toolName.test(name)) return { place: `${place}.function.name`, must: 'name' };
  if (names.has(name)) return { place: `${place}.function.name`, must: 'not-twice' };
  names.add(name);
  const isWrong = parameters !== undefined && parameters !== null && !isFields(parameters);
  return isWrong ? { place: `${place}.function.parameters`, must: 'object' } : null;
}

export function checkTools(value: unknown): ShapeFault | null {
  if (!Array.isArray(value)) return { place: 'tools', must: 'list' };
  const names = new Set<string>();
  for (const [index, tool] of value.entries()) {
    const fault = checkTool(tool, `tools[${String(index)}]`, names);
    if (fault !== null) return fault;
  }
  return null;
}

export function checkSchema(value: unknown): ShapeFault | null {
  return isFields(value) ? null : { place: 'schema', must: 'object' };
}

/** Checks additional fields, which must not repeat a control. */
export function checkFields(value: unknown, ownFields: readonly string[]): ShapeFault | null {
  if (!isFields(value)) return { place: '{…}', must: 'object' };
  const twice = Object.keys(value).find((name) => ownFields.includes(name));
  return twice === undefined ? null : { place: twice, must: 'own-control' };
}
