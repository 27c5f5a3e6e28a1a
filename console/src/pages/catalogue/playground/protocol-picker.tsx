import { Select } from 'antd';
import '../../../components/filters/filter.css';
import { useTexts } from '../../../i18n/texts.ts';
import { protocolNames, protocols, type ProtocolName } from './chat/protocols/protocols.ts';
import { texts } from './texts.ts';

interface ProtocolPickerProps {
  readonly chosen: ProtocolName;
  readonly onPick: (name: ProtocolName) => void;
}

/** Selects how chats are sent. */
export function ProtocolPicker({ chosen, onPick }: ProtocolPickerProps) {
  const t = useTexts(texts);
  const options = protocolNames.map((name) => ({
    value: name,
    label: protocols[name].name,
    note: `/v1${protocols[name].path}`,
  }));
  return (
    <Select
      className="filter"
      aria-label={t.protocol}
      prefix={t.protocol}
      value={chosen}
      options={options}
      popupMatchSelectWidth={false}
      showSearch={false}
      optionRender={({ data }) => (
        <span className="model-option">
          <span>{data.label}</span>
          <span className="quiet mono">{data.note}</span>
        </span>
      )}
      onChange={onPick}
    />
  );
}
