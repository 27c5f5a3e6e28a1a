import { defineTexts, useTexts } from '../../../../i18n/texts.ts';
import { Segments } from '../../../../ui/forms/segments.tsx';
import { Check, TextField } from '../../../../ui/forms/text-field.tsx';
import { LongText } from '../long-text.tsx';
import { formatFor, type ChatParameters, type ParameterFault, type ParameterFaults } from './chat-parameters.ts';
import type { ChatProtocol } from './protocols/protocol.ts';

const texts = defineTexts({
  zh: {
    system: '系统提示',
    systemHint: '放在对话最前，决定模型的角色和口吻。',
    left: '留空由模型决定',
    unlisted: '模型没有列出这个参数',
    usual: (n: string) => `留空为 ${n}`,
    most: (n: string) => `最多 ${n}`,
    streamed: '流式输出',
    format: '输出格式',
    formats: { text: '文本', json_object: 'JSON', json_schema: '按 schema' },
    schema: 'JSON schema',
    tools: '工具',
    toolsHint: 'JSON 列表，每项含 type 与 function。',
    more: '其他字段',
    moreHint: '一个 JSON 对象，原样加入请求，例如 {"seed": 7}。',
    range: (min: string, max: string, isWhole: boolean) => `须为 ${min} 到 ${max} 之间的${isWhole ? '整数' : '数字'}。`,
    notJson: (line: number, column: number, found: string) =>
      found === ''
        ? `第 ${String(line)} 行末尾：JSON 不完整。`
        : `第 ${String(line)} 行第 ${String(column)} 列：这里不应是 ${found}`,
    must: {
      list: '须为列表',
      object: '须为对象',
      function: '须为 "function"',
      name: '须为 1 到 64 个字母、数字、_ 或 -',
      'not-twice': '与前面的工具重名',
      'own-control': '由本页的控件决定，请从这里去掉',
    },
    colon: '：',
  },
  en: {
    system: 'System message',
    systemHint: 'Comes before the conversation and sets the role and tone of the model.',
    left: 'If empty, the model decides',
    unlisted: 'The model does not list this parameter',
    usual: (n: string) => `If empty, ${n}`,
    most: (n: string) => `at most ${n}`,
    streamed: 'Stream the answer',
    format: 'Output format',
    formats: { text: 'Text', json_object: 'JSON', json_schema: 'By schema' },
    schema: 'JSON schema',
    tools: 'Tools',
    toolsHint: 'A JSON list; each item has type and function.',
    more: 'Other fields',
    moreHint: 'A JSON object added to the request as is, for example {"seed": 7}.',
    range: (min: string, max: string, isWhole: boolean) => `Must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`,
    notJson: (line: number, column: number, found: string) =>
      found === ''
        ? `End of line ${String(line)}: the JSON is not finished.`
        : `Line ${String(line)}, column ${String(column)}: ${found} is not expected here.`,
    must: {
      list: 'must be a list',
      object: 'must be an object',
      function: 'must be "function"',
      name: 'must be 1 to 64 letters, digits, _ or -',
      'not-twice': 'is the name of an earlier tool',
      'own-control': 'is set by a control on this page; remove it here',
    },
    colon: ': ',
  },
});

function useFaultText(): (fault: ParameterFault | undefined) => string | undefined {
  const t = useTexts(texts);
  return (fault) => {
    if (fault === undefined) return undefined;
    if (fault.kind === 'range') return t.range(String(fault.min), fault.max > 1e9 ? '2^31' : String(fault.max), fault.isWhole);
    if (fault.kind === 'json') return t.notJson(fault.line, fault.column, fault.found);
    return `${fault.place}${t.colon}${t.must[fault.must]}`;
  };
}

interface ParametersFormProps {
  readonly protocol: ChatProtocol;
  readonly given: ChatParameters;
  readonly faults: ParameterFaults;
  readonly onChange: (change: Partial<ChatParameters>) => void;
  /** Parameters that the model supports; empty if unknown. */
  readonly supported: readonly string[];
  readonly outputLimit: number | null;
}

/** Settings for the answers of the model. */
export function ParametersForm(props: ParametersFormProps) {
  const t = useTexts(texts);
  const { given, faults, onChange } = props;
  const faultText = useFaultText();
  return (
    <div className="form parameters">
      <LongText
        label={t.system}
        hint={t.systemHint}
        value={given.system}
        onChange={(system) => {
          onChange({ system });
        }}
      />
      <Numbers {...props} />
      <Check
        isOn={given.isStreamed}
        onChange={(isStreamed) => {
          onChange({ isStreamed });
        }}
      >
        {t.streamed}
      </Check>
      <AnswerFormat {...props} />
      <LongText
        label={t.tools}
        hint={t.toolsHint}
        isCode
        error={faultText(faults.tools)}
        value={given.tools}
        onChange={(tools) => {
          onChange({ tools });
        }}
      />
      <LongText
        label={t.more}
        hint={t.moreHint}
        isCode
        error={faultText(faults.more)}
        value={given.more}
        onChange={(more) => {
          onChange({ more });
        }}
      />
    </div>
  );
}

function Numbers({ protocol, given, faults, onChange, supported, outputLimit }: ParametersFormProps) {
  const t = useTexts(texts);
  const faultText = useFaultText();
  const usual = protocol.usualLimit(outputLimit);
  const most = outputLimit === null ? t.left : t.most(String(outputLimit));
  const hintOf = (field: string): string | undefined =>
    supported.length > 0 && !supported.includes(field) ? t.unlisted : undefined;
  return (
    <div className="parameter-numbers">
      <TextField
        label="temperature"
        inputMode="decimal"
        placeholder="0 – 2"
        hint={hintOf('temperature')}
        error={faultText(faults.temperature)}
        value={given.temperature}
        onChange={(temperature) => {
          onChange({ temperature });
        }}
      />
      <TextField
        label="top_p"
        inputMode="decimal"
        placeholder="0 – 1"
        hint={hintOf('top_p')}
        error={faultText(faults.topP)}
        value={given.topP}
        onChange={(topP) => {
          onChange({ topP });
        }}
      />
      <TextField
        label={protocol.limitField}
        inputMode="numeric"
        placeholder={usual === null ? most : t.usual(String(usual))}
        error={faultText(faults.maxTokens)}
        value={given.maxTokens}
        onChange={(maxTokens) => {
          onChange({ maxTokens });
        }}
      />
    </div>
  );
}

function AnswerFormat({ protocol, given, faults, onChange }: ParametersFormProps) {
  const t = useTexts(texts);
  const faultText = useFaultText();
  const format = formatFor(given, protocol);
  return (
    <>
      <div className="row">
        <span className="label">{t.format}</span>
        <Segments
          label={t.format}
          value={format}
          options={protocol.formats.map((value) => ({ value, label: t.formats[value] }))}
          onChange={(next) => {
            onChange({ format: next });
          }}
        />
      </div>
      {format === 'json_schema' ? (
        <LongText
          label={t.schema}
          isCode
          error={faultText(faults.schema)}
          value={given.schema}
          onChange={(next) => {
            onChange({ schema: next });
          }}
        />
      ) : null}
    </>
  );
}
